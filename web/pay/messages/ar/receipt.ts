import type { Translation } from '../../../ui/messages/translation.ts';
import type { receiptMessages as englishMessages } from '../en/receipt.ts';

/** What the server writes below the page about the receipt. */
export const receiptMessages = {
  name: 'الإيصال',
  open: 'إيصال للحفظ أو الإرسال',
} satisfies Translation<typeof englishMessages>;
