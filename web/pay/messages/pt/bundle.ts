import { plural } from '../../../ui/messages/plural.ts';
import { LOCALE } from '../../../ui/messages/pt/language.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { bundleMessages as english } from '../en/bundle.ts';

/** The Portuguese texts about paying a bundle from another network. */
export const bundleMessages = {
  loading: 'Lendo o que está pendente…',
  choose: {
    title: 'Pagar a partir de outra rede',
    text: (count) =>
      count === 1
        ? 'O pagamento pendente é feito com um só token, por uma transação.'
        : `${count === 2 ? 'Os dois' : `Todos os ${count}`} pagamentos pendentes são feitos com um mesmo token, por uma transação cada um.`,
    from: (symbol, network) => `${symbol} em ${network}`,
    known: (amount, cost) =>
      `${amount} no total na última leitura${cost === undefined ? '' : `, dos quais ${cost} para as transferências`}`,
    tooLittle: '. Esta carteira tem menos.',
    none: 'No momento, nenhuma outra rede está disponível para estes pagamentos.',
  },
  tooMany:
    'São mais pagamentos do que se pode fazer de uma vez a partir de outra rede. Pague-os na rede deles, ou cada um pelo próprio link.',
  quoting: 'Preparando todos os pagamentos e verificando cada um…',
  review: {
    payments: (count) =>
      plural(LOCALE, count, { one: `${count} pagamento`, other: `${count} pagamentos` }),
    cost: 'Transferências entre redes',
    approve: (amount) =>
      `Você autoriza o contrato da ponte a retirar ${amount} da sua carteira, que é a soma de todos os pagamentos, e nada mais. Nada é pago ainda.`,
    approveFees: (amount) =>
      `Você autoriza o contrato de pagamento a retirar ${amount} da sua carteira, que é a soma de todas as taxas, e nada mais. Nada é pago ainda.`,
    feesLeft: 'Todos os pagamentos foram enviados. Só falta assinar as taxas deles.',
    pay: (at, of) => `Pagamento ${at} de ${of}.`,
    alone:
      'Cada pagamento é independente: o dinheiro de um que não possa ser feito volta, e os outros são feitos.',
    rest: 'O preço do que falta é antigo demais. O que foi enviado continua; os outros podem ser pagos pelos próprios links.',
    follow: 'Parar aqui e acompanhar o que foi enviado',
  },
  follow: {
    title: 'Seus pagamentos estão a caminho',
    ended: 'Alguns pagamentos não foram feitos',
    settled: 'Pago',
    sent: 'Enviado, ainda não confirmado',
    onItsWay: (network) => `Confirmado; chegando a ${network}`,
    arrived: (network) => `Chegou a ${network}; aguardando confirmações`,
    failed: {
      source_failed: 'Recusado pela rede em que foi enviado; só foi gasta uma taxa de rede.',
      unfilled: 'Não chegou a tempo. O dinheiro volta para sua carteira.',
      refunded: 'Não pôde ser entregue, e o dinheiro voltou para sua carteira.',
      unpaid: 'Os tokens chegaram à sua carteira, mas o pagamento não pôde ser feito.',
    },
    unsent: 'Não enviado',
    pay: 'Pagar pelo próprio link',
    close: 'Você pode fechar esta página. Os pagamentos continuam sem ela.',
    anotherWayNote:
      'Enquanto um pagamento ainda puder chegar, fazê-lo de novo pode pagá-lo duas vezes.',
  },
} satisfies Translation<typeof english>;
