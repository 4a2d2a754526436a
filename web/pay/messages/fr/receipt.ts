import type { Translation } from '../../../ui/messages/translation.ts';
import type { receiptMessages as english } from '../en/receipt.ts';

/** In French: what the server writes below the page about the receipt. */
export const receiptMessages = {
  name: 'Reçu',
  open: 'Reçu à conserver ou à transmettre',
} satisfies Translation<typeof english>;
