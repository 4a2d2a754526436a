import type { Translation } from '../../../ui/messages/translation.ts';
import type { receiptMessages as english } from '../en/receipt.ts';

/** In Portuguese: what the server writes below the page about the receipt. */
export const receiptMessages = {
  name: 'Recibo',
  open: 'Recibo para guardar ou enviar',
} satisfies Translation<typeof english>;
