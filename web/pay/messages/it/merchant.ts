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
} satisfies Translation<typeof english>;
