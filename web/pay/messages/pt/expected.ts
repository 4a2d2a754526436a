import type { Translation } from '../../../ui/messages/translation.ts';
import type { expectedMessages as english } from '../en/expected.ts';

/** The Portuguese texts of links that name their payment. */
export const expectedMessages = {
  same: 'Corresponde ao link que você abriu',
  sameButFees:
    'Corresponde ao link que você abriu. Ele não menciona as taxas pagas à parte: confira-as.',
  expected:
    'Este não é o pagamento para o qual o link foi feito: o destinatário, o token, a rede ou o valor é outro. Nada foi enviado, e não há nada para assinar aqui. Avise quem enviou o link a você.',
  expectation:
    'O fim do link, a partir de “#expect”, não pode ser lido, por isso esta página não consegue saber se mostra o pagamento certo. Nada foi enviado. Verifique se o link inteiro foi copiado, ou peça um novo.',
} satisfies Translation<typeof english>;
