import type { Translation } from '../../../ui/messages/translation.ts';
import type { moneyMessages as englishMessages } from '../en/money.ts';

/** What the server writes into the document about the payer's money, beside that a part of the page did not load. */
export const moneyMessages = {
  sent: 'Bu tarayıcıdan bir ödeme gönderildi. Ödemenin durumunu görmeden yeniden ödeme yapmayın.',
} satisfies Translation<typeof englishMessages>;
