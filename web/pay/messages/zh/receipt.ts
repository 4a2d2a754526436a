import type { Translation } from '../../../ui/messages/translation.ts';
import type { receiptMessages as englishMessages } from '../en/receipt.ts';

/** What the server writes below the page about the receipt. */
export const receiptMessages = {
  name: '收据',
  open: '可保存或转发的收据',
} satisfies Translation<typeof englishMessages>;
