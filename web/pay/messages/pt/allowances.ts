import type { Translation } from '../../../ui/messages/translation.ts';
import type { allowancesMessages as english } from '../en/allowances.ts';

/** The Portuguese texts of allowances that stand beyond a payment, loaded where there may be any. */
export const allowancesMessages = {
  title: 'Autorização além deste pagamento',
  text: (amount) => `Sua carteira autoriza este contrato a retirar até ${amount} no total.`,
  textAny: (symbol) => `Sua carteira autoriza este contrato a retirar qualquer valor em ${symbol}.`,
  due: (amount) => `Este pagamento retira ${amount}.`,
  button: (symbol) => `Revogar a autorização de ${symbol}`,
  before:
    'Ela é zerada, mediante uma taxa de rede. Depois, este pagamento pede uma autorização exatamente do valor que retira.',
  after: 'Ela é zerada, mediante uma taxa de rede.',
  contract: 'Contrato',
  asking: 'Sua carteira pede para zerar a autorização.',
  waiting: 'A autorização estará revogada assim que o próximo bloco contiver isto.',
  revoked: (symbol) => `A autorização de ${symbol} foi revogada.`,
  otherTab: 'Outra aba deste navegador está consultando sua carteira. Continue lá ou feche-a.',
  declined: 'Você recusou. A autorização continua como estava.',
  failed: 'Sua carteira não enviou. A autorização continua como estava.',
  reverted: 'A rede não executou. A autorização continua como estava.',
} satisfies Translation<typeof english>;
