import type { Translation } from '../../../ui/messages/translation.ts';
import type { moneyMessages as englishMessages } from '../en/money.ts';

/** What the server writes into the document about the payer's money, beside that a part of the page did not load. */
export const moneyMessages = {
  sent: 'Da questo browser è stato inviato un pagamento. Non paghi di nuovo prima di aver visto che cosa ne è stato.',
} satisfies Translation<typeof englishMessages>;
