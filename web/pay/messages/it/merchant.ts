import type { Translation } from '../../../ui/messages/translation.ts';
import type { merchantMessages as english } from '../en/merchant.ts';

/** In Italian: what the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name) => `Richiesta di pagamento da ${name}`,
  logo: 'Il logo dell’esercente',
  requestedBy: 'Richiesto da',
  unverified: 'Nome indicato dall’esercente stesso, non verificato.',
  website: 'Sito web',
  verified: 'verificato',
  noName: 'L’esercente non ha indicato un nome.',
  questions: 'Domande?',
  bankPayout: (provider) => `${provider} paga questo importo su un conto bancario.`,
  bankPayoutNote: (provider) =>
    `${provider} riceve i token. Quando questa pagina indica il pagamento come completato, ${provider} li ha ricevuti; chi ha creato il pagamento vede quando il denaro è arrivato sul conto bancario.`,
  bankPayoutOnce:
    'Paghi una sola volta, qui o dove sono state consegnate le transazioni, e mai dopo la scadenza: ogni firma paga di nuovo.',
} satisfies Translation<typeof english>;
