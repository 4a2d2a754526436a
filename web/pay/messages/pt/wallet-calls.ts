import type { Translation } from '../../../ui/messages/translation.ts';
import type { walletCallsMessages as english } from '../en/wallet-calls.ts';

const ONE_BY_ONE = 'Nada foi enviado. Assine aqui uma chamada após a outra.';
const ACTIVITY = 'Olhe a atividade dela antes de pagar de novo.';

/** The Portuguese texts of several calls that a wallet makes at once, loaded once one does. */
export const walletCallsMessages = {
  underWay:
    'Sua carteira ainda está fazendo as chamadas deste pagamento. Esta página continua assim que elas estiverem em um bloco. Não pague de novo.',
  problems: {
    not_atomic: `Sua carteira não consegue fazer todas estas chamadas de uma vez ou nenhuma. ${ONE_BY_ONE}`,
    chain: `Sua carteira não consegue fazer várias chamadas de uma vez nesta rede. ${ONE_BY_ONE}`,
    upgrade_refused: `Sua conta continua como está: a atualização foi recusada. ${ONE_BY_ONE}`,
    too_large: `São chamadas demais para uma só assinatura na sua carteira. ${ONE_BY_ONE}`,
    duplicate: `Sua carteira diz que já tem estas chamadas. ${ACTIVITY}`,
    unknown: `Sua carteira não sabe dizer o que aconteceu com as chamadas. ${ACTIVITY}`,
    not_sent:
      'Sua carteira não conseguiu enviar as chamadas à rede. Nada foi pago. Assine aqui uma chamada após a outra.',
    reverted:
      'A rede recusou todas as chamadas: nada foi pago, só a taxa dela foi gasta. Assine aqui uma chamada após a outra.',
    partly: `Sua carteira fez apenas algumas das chamadas, embora devesse fazer todas ou nenhuma. ${ACTIVITY}`,
  },
} satisfies Translation<typeof english>;
