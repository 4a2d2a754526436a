import type { Translation } from '../../../ui/messages/translation.ts';
import type { moneyMessages as englishMessages } from '../en/money.ts';

/** What the server writes into the document about the payer's money, beside that a part of the page did not load. */
export const moneyMessages = {
  sent: 'Un paiement a été envoyé depuis ce navigateur. Ne payez pas une nouvelle fois avant d’avoir vu ce qu’il est devenu.',
} satisfies Translation<typeof englishMessages>;
