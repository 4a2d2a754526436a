/** What the server writes below the page about the receipt. */
export const receiptMessages = {
  name: 'Receipt',
  open: 'Receipt to keep or send on',
} as const;
