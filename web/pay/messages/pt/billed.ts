import { plural } from '../../../ui/messages/plural.ts';
import { LOCALE } from '../../../ui/messages/pt/language.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { billedMessages as english } from '../en/billed.ts';

/** The Portuguese texts of the screens with a bill: the review, the signature and the receipt. */
export const billedMessages = {
  mismatches: {
    unreadable: 'esta página não consegue ler a transação',
    contract: 'a transação vai para um contrato que esta página não conhece',
    token: 'a transação movimenta um token diferente do mostrado',
    payee: 'a transação paga a um destinatário diferente do mostrado',
    amount: 'a transação movimenta um valor diferente do mostrado',
    reference: 'a transação leva outra referência de pagamento',
    fee: 'a taxa da transação não é a que foi anunciada',
    rate: 'a taxa de câmbio da transação está longe da mostrada',
    payments: 'a transação faz pagamentos diferentes dos mostrados',
    approval:
      'a autorização é para um contrato ou um valor diferente do que este pagamento precisa',
    coin: 'a transação enviaria outro valor da moeda própria da rede',
    signer: 'a transação não é para a carteira que você escolheu',
    feeLimit: 'a transação permite uma taxa de rede diferente da que deveria',
    expiry:
      'a transação continua válida por tempo demais, ou o relógio deste dispositivo está errado',
    signed: 'a carteira assinou algo diferente do que recebeu',
  },
  payFrom: 'Pagar de',
  otherAccounts: 'Usar outra conta desta carteira',
  amount: 'Valor',
  amounts: (count) =>
    plural(LOCALE, count, { one: `${count} pagamento`, other: `${count} pagamentos` }),
  fee: (label, percentage) =>
    percentage === undefined ? (label ?? 'Taxa') : `${label ?? 'Taxa'} (${percentage}%)`,
  borneByPayee: (fee) => `${fee}, da parte do destinatário`,
  borneByPayer: (fee) => `${fee}, paga à parte`,
  received: 'O destinatário recebe',
  contractFee: 'Taxa própria do contrato de pagamentos em lote, no máximo',
  atMost: (amount) => `no máximo ${amount}`,
  about: (amount) => `cerca de ${amount}`,
  networkFee: (isSponsored) =>
    `Taxa de rede${isSponsored ? ' (pode ser coberta para você)' : ''}, cerca de`,
  networkFeeMost: 'Taxa de rede desta etapa, no máximo',
  youPay: 'Você paga',
  review: {
    title: 'Revisar e pagar',
    step: (at, of) => `Assinatura ${at} de ${of}`,
    leftOut: (count, of) =>
      plural(LOCALE, count, {
        one: `${count} de ${of} pagamentos ficará de fora`,
        other: `${count} de ${of} pagamentos ficarão de fora`,
      }),
    switchTo: (network) => `Mudar para ${network}`,
    wrongNetwork: (wallet, network) =>
      `${wallet} está em outra rede. Mude para ${network} para continuar.`,
    resetText: (symbol) =>
      `Primeiro, sua autorização anterior de ${symbol} é zerada. Este token exige isso antes de uma nova.`,
    resetButton: 'Zerar a autorização anterior',
    approveText: (amount) =>
      `Você autoriza o contrato de pagamento a retirar ${amount} da sua carteira. Nada é pago ainda.`,
    approveUnlimited: (symbol) =>
      `Você autoriza o contrato de pagamento a retirar qualquer valor em ${symbol} da sua carteira, sem limite. Depois, você pode desfazer isso na sua carteira. Nada é pago ainda.`,
    approveButton: (amount) => `Autorizar ${amount}`,
    approveUnlimitedButton: (symbol) => `Autorizar ${symbol}`,
    payText: 'Você assina uma única transação para o contrato de pagamento:',
    payConverted: (amount, symbol) =>
      `pela taxa de câmbio daquele momento, mas no máximo o que “Você paga” indica acima, ela retira ${amount} em ${symbol} da sua carteira e envia a`,
    batchText: (count, of) =>
      count === of
        ? `Você assina uma única transação para o contrato de pagamentos em lote: ${count === 1 ? 'ela faz o único pagamento pendente' : `ela faz ${count === 2 ? 'os dois' : `todos os ${count}`} pagamentos pendentes, ou nenhum deles`}.`
        : `Você assina uma transação para o contrato de pagamentos em lote: ela faz ${count} dos ${of} pagamentos pendentes, ou nenhum.`,
    feeText: (label, amount) => `Você paga a taxa “${label ?? ''}” de ${amount} a`,
    feeButton: (amount) => `Pagar a taxa de ${amount}`,
    feesLeft: 'Seu pagamento foi enviado. Só falta assinar as taxas.',
    sent: 'Enviado antes',
    atOnce: (count) =>
      count === 1
        ? 'Sua carteira assina uma chamada.'
        : `Sua carteira assina ${count} chamadas de uma vez: todas acontecem ou nenhuma.`,
    allAtOnce: (count) => `Assinar as ${count} de uma vez`,
    allAtOnceNote: (wallet) =>
      `${wallet} pede primeiro para atualizar sua conta (EIP-7702): o endereço e as chaves continuam os mesmos, e um contrato da carteira pode fazer várias chamadas de uma vez. Você pode recusar isso e assinar uma chamada após a outra.`,
    paySummary: (amount) => `ela transfere ${amount} da sua carteira para`,
    payFee: (amount) => `e ${amount} como taxa para`,
    payReference: 'com a referência de pagamento',
    contract: 'Contrato de pagamento',
    payButton: (amount) => `Pagar ${amount}`,
    whatYouSign: 'O que você assina',
    nextOpens: 'Assim que a rede a tiver, sua carteira se abre sozinha para a etapa seguinte:',
    opens: 'Sua carteira se abre agora para isto. Lá você ainda pode recusar.',
  },
  signing: {
    reset: 'Sua carteira pede para zerar a autorização anterior.',
    approve: (amount) => `Sua carteira pede para autorizar ${amount}.`,
    pay: (amount) => `Sua carteira pede para enviar ${amount}.`,
    atOnce: (count) =>
      `Sua carteira pede para assinar ${count === 1 ? 'uma chamada' : `${count} chamadas de uma vez`}.`,
    hint: 'Se nada aparecer, abra a carteira diretamente. Você pode recusar lá.',
    closedWindow: 'Fechei a janela da carteira',
  },
  approving: {
    part: 'Uma parte dos pagamentos está a caminho',
    next: 'Assim que a rede a tiver, você poderá pagar a próxima parte.',
    title: 'A autorização está a caminho',
    text: 'Assim que a rede a tiver, você poderá pagar. Na maioria das redes, isso leva alguns segundos.',
  },
  reverted: {
    title: 'A rede recusou o pagamento',
    text: 'O pagamento não foi feito. A taxa de rede da tentativa foi gasta.',
    staysPaid: 'O que você pagou antes continua pago.',
    onTron:
      'Na Tron, um pagamento também falha se a carteira não tem energia e TRX suficientes para ele. Verifique ambos antes de assinar de novo.',
    retry: 'Preparar de novo',
  },
  elsewhere: (network) =>
    `Sua conta é um contrato em outra rede. Não envie dinheiro para o endereço dela em ${network}: lá ele pode não ser de ninguém.`,
  stale: {
    title: 'Não há taxa de câmbio atualizada',
    text: 'A taxa de câmbio deste pagamento é antiga demais, por isso a rede o recusaria.',
    later:
      'Uma nova taxa de câmbio chega sozinha, geralmente em até um dia; verifique de novo mais tarde.',
  },
  unpayable: {
    payer: {
      title: 'Este token não pode ser enviado desta carteira',
      text: 'O token recusa qualquer transferência desta carteira: ele bloqueia a carteira ou está pausado.',
      later: 'Use outra carteira ou verifique de novo mais tarde.',
    },
    own: {
      title: 'Esta carteira é o destinatário',
      text: 'Uma carteira não pode pagar a si mesma: tal pagamento não contaria, por isso não há nada para assinar.',
      later: 'Use outra carteira.',
    },
    ownPart: {
      title: 'Esta carteira é um dos destinatários',
      text: 'Uma carteira não pode pagar a si mesma: a parte dela não contaria, por isso não há nada para assinar.',
      later: 'Use outra carteira.',
    },
    fee: {
      title: 'Uma taxa deste pagamento não pode ser paga',
      text: 'A rede recusaria pagar a taxa a este endereço, por isso não há nada para assinar.',
      later: 'Avise quem enviou o link a você.',
    },
    payee: {
      title: 'Não é possível pagar a um destinatário',
      text: 'A rede recusaria o pagamento, e ninguém receberia. Não há nada para assinar.',
      later: 'Avise quem enviou o link a você.',
    },
    several: 'Não é possível pagar a alguns destinatários',
    receivesFee: 'Ele recebe uma taxa deste pagamento.',
  },
  unlimited: (symbol) => `${symbol} sem limite`,
  receipt: {
    paid: 'Pago',
    paidLast: 'Pago pela última transação',
    paidOf: (paid, of) => `Pago, ${paid} de ${of} pagamentos`,
    total: 'Pago com todas as taxas',
    sentOn: 'Enviado',
    confirmed: 'Confirmado',
    block: (block) => `no bloco ${block}`,
    final: 'Definitivo',
    finalSince: (when) => `Desde ${when}. A rede não pode mais reverter este pagamento.`,
    notFinal:
      'Ainda não. Você não precisa esperar: seu pagamento está concluído. Esta página mostra quando a rede não puder mais alterá-lo.',
    transaction: (at, of) => `Transação ${at} de ${of}`,
  },
  lookAlike: {
    title: 'Olhe de novo o endereço',
    paid: {
      text: 'Este pagamento vai para um endereço parecido com um que este navegador já pagou. É outro endereço.',
      address: 'Este pagamento:',
      other: 'Pago antes:',
    },
    own: {
      text: 'Este pagamento vai para um endereço parecido com o da sua própria carteira. É outro endereço.',
      address: 'Este pagamento:',
      other: 'Sua carteira:',
    },
    payee: {
      text: 'Dois destinatários deste pagamento têm endereços parecidos. Eles não são o mesmo.',
      address: 'Um deles:',
      other: 'O outro:',
    },
    more: (count) =>
      plural(LOCALE, count, {
        one: `Mais ${count} destinatário tem um endereço parecido com outro.`,
        other: `Mais ${count} destinatários têm endereços parecidos com outros.`,
      }),
    hint: 'Ladrões colocam um endereço assim no lugar do certo. Compare cada caractere. Se não tiver certeza, não pague e pergunte ao destinatário, não a quem enviou este link.',
  },
} satisfies Translation<typeof english>;
