import type { Translation } from '../../../ui/messages/translation.ts';
import type { unpaidMessages as english } from '../en/unpaid.ts';

/** The Portuguese texts about fees that a completed payment was made without. */
export const unpaidMessages = {
  title: 'Taxas ainda não pagas',
  text: 'Este pagamento está concluído. Estas taxas ainda não foram pagas:',
  to: 'para',
  notPayable: {
    uncompared:
      'O link que você abriu menciona um pagamento e não estas taxas, por isso esta página não pode compará-las e não as paga. Quem enviou o link a você pode informar a que elas se referem.',
    unknown:
      'Elas não podem ser pagas nesta página. Quem enviou o link a você pode informar como pagá-las.',
    inParts: 'Cada uma é paga no link do próprio pagamento.',
    noRate:
      'Elas não podem ser pagas no momento, porque não foi possível ler nenhuma taxa de câmbio. Abra esta página de novo mais tarde.',
    staleRate:
      'Elas não podem ser pagas no momento, porque a taxa de câmbio é antiga demais e a rede a recusaria. Uma nova chega sozinha, geralmente em até um dia.',
  },
  openPart: 'Abrir o link deste pagamento',
  pay: (wallet) => `Pagar estas taxas com ${wallet}`,
  input: 'Procurando carteiras…',
  none: 'Nenhuma carteira foi encontrada neste navegador. Para pagá-las, abra este link onde está sua carteira.',
  doing: {
    connecting: (wallet) => `Abra ${wallet} para continuar.`,
    preparing: () => 'Preparando e verificando as taxas…',
    switching: (wallet) => `Confirme em ${wallet} para mudar a rede.`,
    signing: (wallet) => `Confirme em ${wallet}.`,
    approving: () => 'A autorização está a caminho. Assim que a rede a tiver, você poderá pagar.',
  },
  whatYouSign: 'O que você assina',
  payFrom: (wallet) => `Você paga de ${wallet}:`,
  reference: 'com a referência de pagamento',
  payButton: (amount) => `Pagar as taxas de ${amount}`,
  sent: 'As taxas estão a caminho. Não as pague de novo.',
  notices: {
    changed: 'O que falta pagar mudou. Olhe de novo.',
    short: 'Esta carteira tem saldo de menos para estas taxas.',
    noGas: 'Esta carteira tem saldo de menos para a taxa da própria rede.',
    unavailable: 'Estas taxas não podem ser preparadas no momento. Tente de novo mais tarde.',
    onItsWay: 'Um pagamento destas taxas já está na rede. Não as pague de novo.',
    notAllowed: 'Esta carteira não pode ser usada para este pagamento. Use outra.',
    reverted:
      'A rede recusou isto. Nenhuma das taxas deste pagamento foi paga; a taxa de rede da tentativa foi gasta.',
    left_open:
      'Uma solicitação desta página ainda pode estar aberta na sua carteira. Verifique lá antes de pagar.',
    dropped: 'A transação foi descartada ou cancelada. As taxas não foram pagas.',
  },
} satisfies Translation<typeof english>;
