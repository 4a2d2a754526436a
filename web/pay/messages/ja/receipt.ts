import type { Translation } from '../../../ui/messages/translation.ts';
import type { receiptMessages as englishMessages } from '../en/receipt.ts';

/** What the server writes below the page about the receipt. */
export const receiptMessages = {
  name: '領収書',
  open: '保存や転送ができる領収書',
} satisfies Translation<typeof englishMessages>;
