import type { Translation } from '../../../ui/messages/translation.ts';
import type { otherWaysMessages as english } from '../en/other-ways.ts';

/** The Portuguese texts about paying where this browser has no wallet, or with another device. */
export const otherWaysMessages = {
  chatApp: (app) =>
    `${app} abriu esta página no próprio navegador, de onde muitas vezes não é possível abrir carteiras. Primeiro, escolha “Abrir no navegador” no menu dele.`,
  open: {
    title: 'Abra esta página em um app de carteira',
    with: (app) => `Abrir em ${app}`,
  },
  scan: {
    title: 'Escaneie com seu telefone',
    text: 'Isso abre esta página lá. Quando você tiver pago, esta página também mostrará.',
    code: 'Um código QR deste link de pagamento',
  },
  copy: {
    title: 'Copie o link de pagamento',
    text: 'Abra-o no navegador ou no app em que está sua carteira.',
    label: 'Copiar o link de pagamento',
  },
  install: {
    title: 'Obtenha uma carteira',
    text: 'Instale uma, adicione fundos a ela e abra este link de novo. O link continua o mesmo.',
    guide: 'Comparar carteiras',
  },
  exchange: {
    title: 'Posso pagar a partir de uma corretora (exchange)?',
    text: 'Não. Um saque de uma corretora não leva a referência deste pagamento, por isso o comerciante não saberia a que ele corresponde, e as taxas podem deixá-lo pequeno demais. Primeiro saque para sua própria carteira e depois pague aqui.',
  },
} satisfies Translation<typeof english>;
