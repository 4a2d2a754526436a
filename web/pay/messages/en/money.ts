/** What the server writes into the document about the payer's money, beside that a part of the page did not load. */
export const moneyMessages = {
  sent: 'A payment was sent from this browser. Do not pay again before you have seen what became of it.',
} as const;
