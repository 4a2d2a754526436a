import type { Translation } from '../../../ui/messages/translation.ts';
import type { moneyMessages as englishMessages } from '../en/money.ts';

/** What the server writes into the document about the payer's money, beside that a part of the page did not load. */
export const moneyMessages = {
  sent: 'أُرسلت دفعة من هذا المتصفح. لا تدفع مرة أخرى قبل أن ترى ما آلت إليه.',
} satisfies Translation<typeof englishMessages>;
