import type { Translation } from '../../../ui/messages/translation.ts';
import type { moneyMessages as englishMessages } from '../en/money.ts';

/** What the server writes into the document about the payer's money, beside that a part of the page did not load. */
export const moneyMessages = {
  sent: 'Von diesem Browser wurde eine Zahlung gesendet. Zahlen Sie nicht noch einmal, bevor Sie gesehen haben, was aus ihr geworden ist.',
} satisfies Translation<typeof englishMessages>;
