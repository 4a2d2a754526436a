import type { Translation } from '../../../ui/messages/translation.ts';
import type { receiptMessages as englishMessages } from '../en/receipt.ts';

/** What the server writes below the page about the receipt. */
export const receiptMessages = {
  name: 'Makbuz',
  open: 'Saklamak veya iletmek için makbuz',
} satisfies Translation<typeof englishMessages>;
