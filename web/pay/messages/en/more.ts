/** Why a child of a bundle cannot be paid. */
const BLOCKED: Readonly<Record<string, string>> = {
  already_paid: 'It was paid already.',
  request_processing: 'Its payment waits for confirmations.',
  secure_payment_expired: 'Its link has expired.',
  secure_payment_not_pending: 'Its link can no longer be used.',
};

/** The English texts of links that are more than one amount to one payee. */
export const moreMessages = {
  whole: 'Whole amount',
  alreadyPaid: 'Already paid',
  rest: 'Remaining amount',
  paidIn: 'Paid with',
  about: (amount: string) => `about ${amount}`,
  rate: (symbol: string, rate: string, currency: string) => `1 ${symbol} = ${rate} ${currency}.`,
  rateSet: (ago: string) => `Rate set ${ago}; it is refreshed while you look.`,
  rateOld: (ago: string) => `Rate set ${ago}.`,
  rateStale:
    'This rate is too old to pay with. A new one comes by itself, mostly within a day: open this link again later.',
  payees: (count: number) => (count === 1 ? 'Pays 1 recipient' : `Pays ${count} recipients`),
  notNow: 'Not in this payment',
  paid: 'Paid',
  paidBy: (at: number) => `Paid by transaction ${at}`,
  unpaid: 'It was not paid.',
  blocked: (reason: string) => BLOCKED[reason] ?? 'It cannot be paid now.',
  apart: {
    title: 'Choose how to pay',
    each: 'Each payment by its own link',
    pay: (amount: string, network: string) => `Pay ${amount} on ${network}`,
  },
  search: 'Search by address, amount or status',
  found: (count: number) => (count === 1 ? '1 recipient found' : `${count} recipients found`),
  showOthers: (count: number) => `Show the other ${count}`,
} as const;
