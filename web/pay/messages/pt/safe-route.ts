import { plural } from '../../../ui/messages/plural.ts';
import { LOCALE } from '../../../ui/messages/pt/language.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { safeRouteMessages as english } from '../en/safe-route.ts';

const NOTHING = 'Nada foi enviado.';
const ACTIVITY = 'Olhe a atividade dela antes de pagar de novo.';

/** The Portuguese texts of Safes that pay from another network, loaded for those. */
export const safeRouteMessages = {
  problems: {
    not_atomic: `Sua carteira não consegue fazer estas chamadas como uma única transação. ${NOTHING}`,
    chain: `Sua Safe não está nesta rede. ${NOTHING}`,
    upgrade_refused: `Sua conta continua como está: a atualização foi recusada. ${NOTHING}`,
    too_large: `São chamadas demais para sua carteira. ${NOTHING}`,
    duplicate: `Sua carteira diz que já tem estas chamadas. ${ACTIVITY}`,
    unknown: `Sua carteira não sabe dizer o que aconteceu com as chamadas. ${ACTIVITY}`,
    not_sent: 'Sua carteira não conseguiu enviar as chamadas à rede. Nada foi pago.',
    reverted: 'A rede recusou todas as chamadas: nada foi pago, só a taxa dela foi gasta.',
    partly: `Sua carteira fez apenas algumas das chamadas, embora devesse fazer todas ou nenhuma. ${ACTIVITY}`,
  },
  sources: (network) => `Com o que sua Safe tem em ${network}`,
  sourcesNote: (network) =>
    `A mesma Safe não foi encontrada em ${network}. O que não puder ser entregue lá voltaria para um dos proprietários da sua Safe, e então só essa pessoa teria o dinheiro.`,
  owner: 'Escolha a quem ele volta',
  propose: (calls, network) =>
    `Você propõe ${plural(LOCALE, calls, { one: `${calls} chamada`, other: `${calls} chamadas` })} à sua Safe em ${network} como uma única transação: tudo acontece ou nada. Nada é pago antes que proprietários suficientes tenham assinado e um deles a execute.`,
  atOnce: (calls) =>
    `Sua conta faz ${plural(LOCALE, calls, { one: `${calls} chamada`, other: `${calls} chamadas` })} como uma única transação: tudo acontece ou nada.`,
  pay: (taken, paid, network) =>
    `A chamada ao contrato da ponte retira ${taken} da sua Safe e paga ${paid} em ${network} a`,
  until: (when) =>
    `Proprietários suficientes precisam assiná-la e executá-la até ${when}. Depois disso ela falha, e nada é pago por ela.`,
  button: (amount) => `Propor ${amount}`,
  returns: (when, symbol) =>
    `Se não puder ser pago lá até ${when}, o dinheiro volta${symbol === undefined ? '' : ` em ${symbol}`} para`,
  toSafe: (source, destination) =>
    `Essa é a sua Safe em ${source}. O que já tiver chegado a ${destination} vai para o mesmo endereço nessa rede, no qual o serviço de pagamento leu a mesma Safe.`,
  toOwner:
    'Esse é o proprietário da sua Safe que você escolheu. Então só essa pessoa tem o dinheiro.',
} satisfies Translation<typeof english>;
