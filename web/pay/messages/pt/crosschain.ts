import { plural } from '../../../ui/messages/plural.ts';
import { LOCALE } from '../../../ui/messages/pt/language.ts';
import { laterMessages } from '../../../ui/messages/pt/later.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { clockText } from '../../crosschain/clock-text.ts';
import { durationText } from '../duration.ts';
import type { crosschainMessages as english } from '../en/crosschain.ts';
import { billedMessages } from './billed.ts';

const SECOND_PAYMENT =
  'Outro pagamento deste link está a caminho e ainda pode chegar. Se você pagar agora, pode pagar duas vezes.';

/** The Portuguese texts about paying from another network. */
export const crosschainMessages = {
  mismatches: {
    ...billedMessages.mismatches,
    unsupported: 'esta página não conhece a rede ou o token',
    network: 'a transação leva a uma rede diferente da do pagamento',
    receiver: 'os tokens iriam para uma conta diferente da conta da ponte',
    refund: 'o que não puder ser entregue não voltaria para sua carteira',
    arrival: 'chegaria um valor ou um token diferente do que o pagamento precisa',
    leg: 'antes do pagamento, a transação faz algo que esta página não conhece',
    cost: 'ela retiraria da sua carteira muito mais do que o pagamento vale',
    deadline:
      'a transação vale por um tempo diferente do que deveria, ou o relógio deste dispositivo está errado',
  },
  notices: {
    declined: 'Você recusou. O pagamento não foi enviado.',
    busy: 'Sua carteira já tem uma solicitação aberta. Conclua-a ou feche-a lá e tente de novo.',
    unauthorized:
      'Sua carteira não deu a esta página acesso à conta. Permita o acesso lá e tente de novo.',
    disconnected: 'Sua carteira está em outra rede. Mude a rede e tente de novo.',
    unknown_chain: 'Sua carteira não conhece esta rede. Adicione-a na carteira e tente de novo.',
    unsupported: 'Sua carteira não consegue fazer isto daqui. Faça na carteira e tente de novo.',
    insufficient:
      'A carteira diz que o saldo é baixo demais para isto. O pagamento não foi enviado.',
    would_revert: 'A rede recusaria este pagamento no momento, por isso ele não foi enviado.',
    wrong_checksum:
      'O endereço que sua carteira informa tem uma soma de verificação errada. Use outra conta ou carteira.',
    failed: 'A carteira não deu uma resposta clara. Olhe a atividade dela antes de tentar de novo.',
    unloaded: laterMessages.unloaded,
    wrong_account: 'Sua carteira respondeu por outra conta. Escolha aquela com que você começou.',
    other_tab:
      'Outra aba deste navegador tem uma solicitação aberta na sua carteira para este pagamento. Continue lá ou feche essa aba primeiro.',
    left_open:
      'Uma solicitação desta página ainda pode estar aberta na sua carteira. Verifique lá antes de pagar.',
    api_away:
      'O serviço de pagamento não responde no momento. Nada foi enviado; tente de novo daqui a pouco.',
    approval_reverted:
      'A autorização falhou na rede. O pagamento não foi enviado; a taxa de rede foi gasta.',
    approval_dropped:
      'A autorização não foi encontrada na rede. O pagamento não foi enviado; verifique sua carteira.',
    second_payment: SECOND_PAYMENT,
    route_not_available:
      'No momento, este token não pode ser usado para este pagamento. Escolha outro.',
    amount_too_low_for_route:
      'Este valor é pequeno demais para pagar a partir de outra rede: ele precisa ser maior que 1 USD.',
    amount_too_high_for_route:
      'Esta rede e este token não comportam tanto no momento. Escolha outra opção.',
    route_too_expensive: 'Pagar a partir daí custa caro demais no momento. Escolha outra opção.',
    route_refused:
      'O que foi oferecido para este pagamento não era seguro para assinar, por isso foi recusado. Escolha outra opção.',
    payer_is_contract:
      'Esta carteira é um contrato. Ela não pode pagar a partir de outra rede, porque o dinheiro que volta poderia se perder.',
    payee_is_contract_elsewhere:
      'Não é possível pagar ao destinatário a partir de outra rede. Pague na rede do pagamento.',
    rate_not_available: 'Não há taxa de câmbio para este token no momento. Escolha outro.',
    refund_wallet_required:
      'Sua Safe não é mais a mesma na rede do pagamento. Escolha outra forma de pagar.',
    route_ends_too_soon:
      'Os proprietários da sua Safe teriam menos de 15 minutos para assinar isto. Escolha outro token.',
    payer_is_not_safe:
      'Sua conta não é uma Safe de uma versão conhecida nessa rede, por isso não pode pagar a partir de lá.',
    provider_away:
      'Pagamentos a partir de outras redes não estão disponíveis no momento. Nada foi enviado. Você ainda pode pagar na rede do pagamento.',
    short: 'Esta carteira tem menos deste token do que o pagamento exige. Escolha outro.',
    no_gas: 'Esta carteira tem muito pouco para a taxa de rede de lá. Escolha outra opção.',
    limited:
      'Os preços foram consultados vezes demais a partir daqui. Tente de novo em alguns minutos.',
  },
  offer: {
    button: 'Pagar a partir de outra rede',
    text: (amount, network) => `Por exemplo, ${amount} a partir de ${network}.`,
    onItsWay: SECOND_PAYMENT,
  },
  choose: {
    title: 'Pagar a partir de outra rede',
    loading: 'Lendo o que sua carteira tem em outras redes…',
    from: (symbol, network) => `${symbol} em ${network}`,
    total: (amount) => `${amount} no total`,
    cost: (amount) => `${amount} disso para a transferência`,
    free: 'nada pela transferência',
    arrives: (seconds) => `chega em cerca de ${durationText(LOCALE, seconds)}`,
    held: (held, needed) => `disponível: ${held}; necessário: ${needed}`,
    none: 'Esta carteira não tem em outra rede nenhum token que possa pagar isto.',
    refresh: 'Verificar de novo',
    own: (symbol, network) => `Pagar com ${symbol} em ${network}`,
    ownNote: 'Sem transferência entre redes.',
  },
  quoting: 'Preparando e verificando o pagamento…',
  review: {
    cost: 'Transferência entre redes',
    routeFee: 'Taxa da rota, parte da transferência',
    swap: (symbol) => `Troca para ${symbol}, parte da transferência`,
    atMost: (amount) => `no máximo ${amount}`,
    atLeast: (amount) => `no mínimo ${amount}`,
    rate: 'Taxa de câmbio, transferência incluída',
    youPayFrom: (network) => `Você paga em ${network}`,
    networkFee: (network) => `Taxa de rede em ${network}, cerca de`,
    arrives: 'Chegada',
    arrivesIn: (seconds) => `geralmente em cerca de ${durationText(LOCALE, seconds)}`,
    arrivesSoon: 'geralmente em poucos minutos',
    contract: 'Contrato da ponte',
    approve: (isBridge, amount) =>
      `Você autoriza o contrato ${isBridge ? 'da ponte' : 'de pagamento'} a retirar ${amount} da sua carteira, e nada mais. Nada é pago ainda.`,
    swapped: (amount, given) => `${amount} (trocado para ${given})`,
    pay: (taken, paid, network) =>
      `Você assina uma única transação para o contrato da ponte: ela retira ${taken} da sua carteira e paga ${paid} em ${network} a`,
    comesBack: (when, symbol) =>
      `Se não puder ser pago lá até ${when}, o dinheiro volta para sua carteira${symbol === undefined ? '' : ` em ${symbol}`}.`,
    feesStay: (network) =>
      `Uma taxa paga em ${network} continua paga se o pagamento voltar para sua carteira. Você não a paga de novo.`,
    price: 'Este preço vale por',
    time: clockText,
    expired: 'Este preço é antigo demais.',
    refresh: 'Consultar o preço de novo',
    changed: (before, now) => `O preço foi atualizado: ${before} → ${now}.`,
    other: 'Escolher outra forma de pagar',
  },
  approving: 'A autorização está a caminho',
  approvingText:
    'Assim que a rede a tiver, você poderá pagar. Na maioria das redes, isso leva alguns segundos.',
  follow: {
    title: 'Seu pagamento está a caminho',
    otherTitle: 'Um pagamento está a caminho',
    sentOn: (network) => `Enviado em ${network}`,
    seenOn: (network) => `Confirmado em ${network}`,
    waiting: (network) => `Aguardando ${network}`,
    arriving: (network) => `Chegando a ${network}`,
    usually: (network, seconds) =>
      `Chegando a ${network}, geralmente em cerca de ${durationText(LOCALE, seconds)}`,
    arrivedOn: (network) => `Chegou a ${network}`,
    counting: 'Aguardando confirmações',
    close: 'Você pode fechar esta página. O pagamento continua sem ela.',
    late: (network, when) =>
      `Isto está demorando mais do que o normal. O dinheiro saiu da sua carteira e aguarda para ser pago em ${network}. ${when === undefined ? 'Se isso falhar, ele volta para sua carteira.' : `Se isso não acontecer até ${when}, ele volta para sua carteira.`} Não pague de novo ainda.`,
    lateUnseen: (network) =>
      `${network} ainda não confirmou a transação. Olhe na sua carteira: talvez seja possível acelerá-la lá. Não pague de novo ainda.`,
    reverted: (network) =>
      `${network} recusou a transação. Assim que isso for definitivo, você poderá pagar de novo aqui.`,
    replaced:
      'Sua carteira enviou outra transação no lugar desta. Assim que isso for definitivo, você poderá pagar de novo aqui.',
    lost: 'A rede não conhece mais esta transação. Antes de pagar de novo, veja na sua carteira se ela foi descartada.',
    returnsTo: 'O que não puder ser entregue volta para',
    offline:
      'O serviço de pagamento não responde no momento. Sua transação não é afetada; continuamos tentando.',
    others: (count) =>
      plural(LOCALE, count, {
        one: `Mais ${count} pagamento deste link ainda pode chegar.`,
        other: `Mais ${count} pagamentos deste link ainda podem chegar.`,
      }),
    failed: {
      source_failed: {
        title: 'O pagamento não foi enviado',
        text: (network) =>
          `${network} recusou ou substituiu a transação. O pagamento não foi feito; só foi gasta uma taxa de rede. Você pode pagar de novo.`,
      },
      unfilled: {
        title: 'O pagamento não chegou',
        text: (network) =>
          `Ele não foi entregue a tempo. O dinheiro volta para sua carteira em ${network}; isso pode levar algumas horas. Você pode pagar de novo.`,
      },
      refunded: {
        title: 'O dinheiro voltou',
        text: (network) =>
          `O pagamento não pôde ser entregue, e o dinheiro foi devolvido à sua carteira em ${network}. Você pode pagar de novo.`,
      },
      unpaid: {
        title: 'O pagamento não foi feito',
        text: (_network, destination) =>
          `Os tokens chegaram a ${destination}, mas o pagamento não pôde ser feito lá. Eles estão na sua carteira em ${destination}. Você pode pagar de novo.`,
      },
    },
    reference: 'Referência para dúvidas',
    again: 'Pagar de novo',
    anotherWay: 'Pagar de outra forma',
    anotherWayNote:
      'Enquanto este pagamento ainda puder chegar, um segundo pode fazer você pagar duas vezes.',
    transactionOn: (network) => `Transação em ${network}`,
    refundOn: (network) => `Reembolso em ${network}`,
  },
} satisfies Translation<typeof english>;
