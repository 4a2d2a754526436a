import type { Translation } from '../../../ui/messages/translation.ts';
import type { receiptMessages as english } from '../en/receipt.ts';

/** In Italian: what the server writes below the page about the receipt. */
export const receiptMessages = {
  name: 'Ricevuta',
  open: 'Ricevuta da conservare o inoltrare',
} satisfies Translation<typeof english>;
