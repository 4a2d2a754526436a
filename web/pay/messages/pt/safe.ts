import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeMessages as english } from '../en/safe.ts';

/** The Portuguese texts of payments that owners of a Safe sign, loaded for those. */
export const safeMessages = {
  problems: {
    chain: 'Sua Safe não está nesta rede. Nada foi proposto.',
    too_large: 'São chamadas demais para sua carteira. Nada foi proposto.',
    duplicate:
      'Sua carteira diz que já tem estas chamadas. Olhe a fila dela antes de propor de novo.',
  },
  contract:
    'Sua conta é um contrato que esta página não reconhece como uma Safe. Se outras pessoas também precisam assinar, não pague de novo antes que tenham assinado.',
  note: (calls) =>
    `Você propõe ${calls === 1 ? 'uma chamada' : `${calls} chamadas`} à sua Safe como uma única transação: tudo acontece ou nada. Nada é pago antes que proprietários suficientes tenham assinado e um deles a execute.`,
  button: (amount) => `Propor ${amount}`,
  several:
    'São mais pagamentos do que cabem em uma transação. Uma Safe não pode pagá-los aqui de uma vez: pague-os pelos próprios links.',
  notTogether:
    'Sua carteira não consegue propor várias chamadas como uma única transação. Nada foi proposto. Abra este link no app da sua Safe.',
  title: (signed) =>
    `Aguardando assinaturas em uma Safe${signed ? ` (${signed.owners} de ${signed.of})` : ''}`,
  executed: 'O pagamento foi enviado, aguardando confirmações',
  onItsWay: 'O pagamento foi enviado e está a caminho entre as redes',
  ends: {
    over: 'O prazo desta proposta terminou. Nada foi pago. Os proprietários da Safe ainda podem executá-la: peça que a rejeitem lá antes de você pagar.',
    withdrawn:
      'Nada foi pago. Os proprietários da Safe ainda podem executar a proposta, embora o pagamento tenha sido retirado: peça que a rejeitem lá.',
    replaced:
      'A proposta foi rejeitada ou substituída na Safe. Nada foi pago por ela, e você pode propor o pagamento de novo.',
    failed:
      'A Safe executou a proposta, e ela falhou. Nada foi pago, e você pode propor o pagamento de novo.',
  },
  endsElsewhere:
    'Ela paga a partir de outra rede. O que for executado depois desse prazo falha, e nada é pago por isso.',
  returnsTo: 'O que não puder ser entregue volta para',
  safe: 'A Safe:',
  until: (when, left) => `Outras pessoas podem pagar de novo depois de ${when} (daqui a ${left}).`,
  untilOwn: (when, left) => `Esta página aguarda por ela até ${when} (por ${left}).`,
  unheld:
    'O serviço de pagamento ainda não conseguiu comprovar a proposta, por isso outras pessoas ainda podem pagar. Não a proponha de novo.',
  notFollowed:
    'O serviço de pagamento não acompanha propostas nesta rede, por isso outras pessoas ainda podem pagar. Não a proponha de novo.',
  queue: 'Abrir a fila da Safe',
  startOver: 'Foi excluída lá: começar de novo',
  givenUp:
    'A proposta anterior não é mais aguardada. Enquanto ela ainda puder ser executada, quem pagar agora pode pagar duas vezes.',
} satisfies Translation<typeof english>;
