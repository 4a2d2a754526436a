/** The English texts of lists of payments. */
export const tableMessages = {
  columns: ['Amount', 'Reference', 'Status', 'Payer', 'Created'],
  on: (network: string) => `on ${network}`,
  hidden: 'Amount hidden',
  noReference: 'No reference',
  nobody: 'Nobody yet',
  payer: "payer's address",
} as const;
