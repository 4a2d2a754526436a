import { plural } from '../../../ui/messages/plural.ts';
import { LOCALE } from '../../../ui/messages/pt/language.ts';
import { laterMessages } from '../../../ui/messages/pt/later.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import { durationText } from '../duration.ts';
import type { paymentMessages as english } from '../en/payment.ts';

const SEEN =
  'Um pagamento deste link já está na rede e aguarda confirmações. Se for seu, não pague de novo.';

function completeAfter(blocks: number): string {
  return plural(LOCALE, blocks, {
    one: `será concluído após mais ${blocks} bloco`,
    other: `será concluído após mais ${blocks} blocos`,
  });
}

/** The Portuguese texts from the choice of a wallet on, and of links that lead to none. */
export const paymentMessages = {
  ways: {
    none: 'Nenhuma carteira foi encontrada neste navegador.',
    elsewhere: 'Pagar com outro dispositivo',
    testWalletNote:
      'As carteiras de teste existem apenas nesta página e contêm somente dinheiro de teste.',
    sandboxOnly: 'No modo de teste, somente carteiras de teste podem pagar nesta rede.',
  },
  ...laterMessages,
  titles: {
    connecting: 'Abra sua carteira',
    switching: 'Abra sua carteira',
    signing: 'Abra sua carteira',
    approving: 'Autorização a caminho',
    confirming: 'Pagamento a caminho',
    crosschain: 'Pagamento a caminho',
    elsewhere: 'Pagar a partir de outra rede',
    proposed: 'Aguardando assinaturas',
    not_allowed: 'Carteira não permitida',
    short: 'Saldo insuficiente',
    no_gas: 'Saldo insuficiente para taxas de rede',
    mismatch: 'Não pague',
    reverted: 'Não pago',
    unreachable: 'Inacessível',
    expired: 'Link expirado',
    closed: 'Não disponível',
    unknown: 'Link não válido',
    done: 'Pagamento concluído',
  },
  nothingCharged: 'Nada foi cobrado.',
  empty: {
    title: 'Nenhum link de pagamento',
    text: 'Esta página se abre com um link de pagamento. Peça o link a quem quer receber; ele termina em “?token=…”.',
  },
  unknown: {
    title: 'Este link não é válido',
    text: 'Verifique se o link inteiro foi copiado, ou peça um novo.',
  },
  closed: {
    title: 'Este pagamento não está disponível',
    text: 'O link não pode mais ser usado, por isso nada pode ser pago aqui. Peça um novo a quem o enviou.',
  },
  unsupported: {
    title: 'Este pagamento não pode ser feito aqui',
    text: 'Esta página não conhece o tipo de pagamento, a rede ou o token. Pergunte a quem enviou o link.',
  },
  proposed: {
    title: 'Aguardando assinaturas em uma Safe',
    text: 'Nada foi pago ainda. Os proprietários dela assinam e executam a transação que paga este link. Você pode fechar esta página.',
  },
  unreachable: {
    title: 'Não conseguimos acessar o serviço de pagamento',
    text: 'Continuamos tentando.',
  },
  checks: {
    running: {
      title: 'Sua carteira está sendo verificada',
      text: 'Isso leva alguns segundos.',
    },
    failed: {
      title: 'Não foi possível verificar sua carteira',
      text: 'Continuamos tentando. Se não se resolver, volte mais tarde.',
    },
  },
  limited: {
    title: 'Sua conexão com a internet enviou solicitações demais',
    text: (seconds: number) =>
      `Esta página continua sozinha em até ${durationText(LOCALE, seconds)}.`,
  },
  charged: {
    fees: 'Nada foi pago. Só foi gasta a taxa de rede do que você assinou antes.',
    part: 'O que você pagou antes continua pago. Nada mais foi cobrado.',
    open: 'Uma solicitação anterior deste pagamento ainda pode estar aberta na sua carteira ou a caminho. Verifique lá antes de pagar.',
  },
  expired: {
    title: 'Este link expirou',
    text: 'Ele não pode mais ser pago. Peça um novo a quem o enviou.',
    since: (when) => `Ele expirou em ${when}.`,
    takenBack:
      'Este pagamento estava concluído, mas a rede retirou o bloco que o continha. Ele voltará a estar concluído assim que a rede o incluir de novo.',
  },
  asking: 'Verificando esta carteira. Isso leva alguns segundos.',
  notAllowed: {
    title: 'Esta carteira não pode ser usada para este pagamento',
    text: 'Use outra carteira, ou pergunte a quem enviou o link a você.',
  },
  mismatch: {
    title: 'Não pague isto',
    link: 'os dados deste link se contradizem',
    text: (problem) =>
      `O que você assinaria não é o que esta página mostra: ${problem}. Nada disso foi enviado, e não há nada para assinar aqui. Avise quem enviou o link a você.`,
  },
  preparing: 'Preparando e verificando o pagamento…',
  refresh: 'Verificar de novo',
  short: {
    title: 'Saldo insuficiente',
    need: (amount, network) => `Você precisa de mais ${amount} em ${network}.`,
    needTotal: (amount, network) => `Você precisa de ${amount} em ${network}.`,
    have: (amount) => `Esta carteira tem ${amount}.`,
    headroom: (coin) => `A isso se soma a taxa da rede em ${coin}.`,
    fund: 'Envie o valor que falta para sua própria carteira e verifique de novo:',
  },
  noGas: {
    title: (coin) => `${coin} insuficiente para taxas de rede`,
    text: (coin, network) =>
      `Você tem os tokens, mas a rede cobra sua taxa em ${coin}. Adicione um pouco de ${coin} em ${network} e verifique de novo.`,
    about: (fee) => `Cerca de ${fee} é suficiente.`,
  },
  switching: (wallet, network) => `Confirme em ${wallet} para mudar para ${network}`,
  switchByHand: (network) => `Se isso não funcionar, escolha ${network} diretamente na carteira.`,
  confirmIn: (wallet) => `Confirme em ${wallet}`,
  confirming: {
    title: 'Seu pagamento está a caminho',
    sent: 'Enviado à rede',
    relaying: 'Enviando à rede',
    waiting: 'Aguardando a rede',
    confirmations: (done, of) =>
      of === undefined
        ? plural(LOCALE, done, { one: `${done} confirmação`, other: `${done} confirmações` })
        : `${Math.min(done, of)} de ${plural(LOCALE, of, { one: `${of} confirmação`, other: `${of} confirmações` })}${done < of ? `; ${completeAfter(of - done)}` : ''}`,
    inBlock: (block) => `Visto no bloco ${block}`,
    word: 'Será concluído assim que a rede confirmar este bloco.',
    vanished:
      'A rede retirou o bloco que continha seu pagamento. Geralmente ela o inclui de novo sozinha, por isso não pague de novo ainda.',
    settling: 'Confirmado. Avisando o destinatário…',
    typical: (network, seconds) =>
      `Em ${network}, isso geralmente leva cerca de ${durationText(LOCALE, seconds)}.`,
    close: 'Você pode fechar esta página. O pagamento continua sem ela.',
    replaced: 'Sua carteira enviou uma nova versão da transação. Acompanhamos essa.',
    offline:
      'O serviço de pagamento não responde no momento. Sua transação não é afetada; continuamos consultando.',
    lost: 'A rede não conhece mais esta transação. Antes de pagar de novo, veja na sua carteira se ela foi descartada.',
    startOver: 'Foi descartada: começar de novo',
  },
  done: {
    title: 'Este pagamento está concluído',
    partly: 'Uma parte foi paga',
    final: 'É definitivo.',
    print: 'Imprimir o recibo',
    localChain:
      'Este pagamento de teste está em uma blockchain local, que exploradores públicos não conhecem.',
    redirect: 'Voltar e fechar',
    leadsTo: 'Leva a',
  },
  explorer: 'Ver a transação',
  transaction: 'Transação',
  notices: {
    declined: 'Você recusou.',
    busy: 'Sua carteira já tem uma solicitação aberta. Conclua-a ou feche-a lá e tente de novo.',
    unauthorized:
      'Sua carteira não deu a esta página acesso à conta. Permita o acesso lá e tente de novo.',
    disconnected: 'Sua carteira não está conectada a nenhuma rede. Abra-a e tente de novo.',
    unknown_chain: 'Sua carteira não conhece esta rede. Adicione-a na carteira e tente de novo.',
    unsupported: 'Sua carteira não consegue fazer isto daqui. Faça na carteira e tente de novo.',
    insufficient:
      'A carteira diz que o saldo é baixo demais para isto. O pagamento não foi enviado.',
    would_revert: 'A rede recusaria este pagamento no momento, por isso ele não foi enviado.',
    wrong_checksum:
      'O endereço que sua carteira informa tem uma soma de verificação errada. Use outra conta ou carteira.',
    failed: 'A carteira não deu uma resposta clara. Olhe a atividade dela antes de tentar de novo.',
    unloaded: laterMessages.unloaded,
    left_open:
      'Uma solicitação desta página ainda pode estar aberta na sua carteira. Verifique lá antes de pagar.',
    seen: SEEN,
    unseen:
      'Um pagamento que estava na rede não está mais nela. Se era seu, olhe na sua carteira antes de pagar de novo.',
    taken_back:
      'Este pagamento estava concluído, mas a rede retirou o bloco que o continha. Se era seu, olhe na sua carteira antes de pagar de novo.',
    wrong_account: 'Sua carteira respondeu por outra conta. Escolha aquela de que você quer pagar.',
    other_tab:
      'Outra aba deste navegador está consultando sua carteira sobre este pagamento. Continue lá ou feche essa aba primeiro.',
    cancelled: 'O pagamento foi cancelado na sua carteira. O pagamento não foi enviado.',
    changed: 'O pagamento foi atualizado e mudou. Olhe de novo.',
    unmined:
      'A transação anterior não foi encontrada na rede. Verifique sua carteira antes de pagar.',
    approval_reverted:
      'A autorização falhou na rede. O pagamento não foi enviado; a taxa de rede foi gasta.',
    part_reverted:
      'A rede recusou esta parte, de modo que nada dela foi pago; a taxa de rede dela foi gasta.',
    proposed:
      'Foi proposta uma transação de uma Safe que pode pagar este link. Quem pagar agora pode pagar duas vezes.',
  },
  seen: ({ blockNumber, blocksLeft, again }) => {
    const complete =
      blocksLeft === undefined
        ? 'será concluído assim que a rede confirmar esse bloco'
        : blocksLeft > 0
          ? completeAfter(blocksLeft)
          : 'será concluído em instantes';
    return `${again === true ? 'Este pagamento estava concluído até a rede retirar o bloco dele. ' : ''}${SEEN} Ele está no bloco ${blockNumber} e ${complete}.`;
  },
} satisfies Translation<typeof english>;
