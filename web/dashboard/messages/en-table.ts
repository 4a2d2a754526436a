/** The English texts of lists of payments. */
export const tableMessages = {
  titles: {
    amount: 'Amount',
    reference: 'Reference',
    status: 'Status',
    payer: 'Payer',
    payee: 'Paid to',
    transaction: 'Transaction',
    clientId: 'Client ID',
    created: 'Created',
  },
  on: (network: string) => `on ${network}`,
  hidden: 'Amount hidden',
  noReference: 'No reference',
  nobody: 'Nobody yet',
  payer: "payer's address",
  payee: "payee's address",
  hiddenPayee: 'Not known yet',
  transaction: 'transaction hash',
  noTransaction: 'None yet',
  clientId: 'client ID',
  noClientId: 'None',
} as const;
