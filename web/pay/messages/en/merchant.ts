/** What the server writes above the page about whose page it is. */
export const merchantMessages = {
  titleOf: (name: string) => `Payment request from ${name}`,
  logo: 'The merchant’s logo',
  requestedBy: 'Requested by',
  unverified: 'Calls itself so, not verified.',
  website: 'Website',
  verified: 'verified',
  noName: 'The merchant gave no name.',
  questions: 'Questions?',
  bankPayout: (provider: string) => `${provider} pays this out to a bank account.`,
  bankPayoutNote: (provider: string) =>
    `${provider} gets the tokens. Once this page shows the payment as complete, ${provider} has them; whoever created the payout sees when the bank account has the money.`,
  bankPayoutOnce:
    'Pay once, here or where its transactions were handed over, and never after the deadline: each signature pays again.',
} as const;
