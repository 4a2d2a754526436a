/** Why a payment is held, by the word of the API. */
const REASONS: Readonly<Record<string, string>> = {
  wallet_not_allowed: 'The wallet is not on the list of those that may pay.',
  screening_rejected: 'A screening refused the wallet.',
  provider_error: 'The screening gave no answer.',
  payer_unknown: 'It was not found who sent it.',
};

/** What happened, by the type of an event or the step of a payer. */
const EVENTS: Readonly<Record<string, string>> = {
  wallet_connected: 'The payer connected a wallet',
  payment_sent_to_wallet: 'The payer was asked to sign',
  payment_approved_in_wallet: 'The payer signed the payment',
  'secure_payment.access_rejected': 'A wallet that may not pay was refused',
  'kyt.screening.completed': 'A wallet was screened',
  'payment.reverted': 'The network took a payment back',
  'payment.held': 'A payment is held because of who sent it',
  'payment.failed': 'A payment failed',
  'payment.refunded': 'A payment was returned',
  'payment.processing': 'A payment goes on',
  'payment.fees_outstanding': 'Fees are not paid yet',
  'link.invalidated': 'The link was withdrawn',
  'compliance.updated': 'The check of the payer changed',
  'request.recurring': 'It was asked for again',
};

/** How far a payout to a bank account is, by the word of the API. */
const SUB_STATUSES: Readonly<Record<string, string>> = {
  initiated: 'The provider waits for the tokens',
  pending_internal_assessment: 'The provider has the tokens',
  ongoing_checks: 'The provider checks the payout',
  sending_fiat: 'The provider pays the bank account',
  fiat_sent: 'The bank account was paid',
  bounced: 'The bank sent the money back',
};

/** The English texts of one payment. */
export const paymentMessages = {
  title: (amount: string) => `Payment of ${amount}`,
  unnamed: 'Payment',
  back: 'All payments',
  link: {
    title: 'Payment link',
    ended: 'This link can no longer be paid.',
    again: 'Ask for it again',
    invalidate: 'Withdraw the link',
    invalidateTitle: 'Withdraw this link?',
    invalidateText:
      'Its page then says that it can no longer be paid. It cannot be made valid again; you can create a new one.',
  },
  held: {
    title: 'A payment is held',
    text: 'The money is in your wallet, but it does not count for this request until somebody of your account lets it in, because of who sent it.',
    amount: 'Amount',
    reason: 'Reason',
    reasons: REASONS,
    undecided: 'It is still being decided about.',
    transaction: 'Transaction',
    why: 'Why it is let in',
    whyHint: 'For your audit log. Whoever returns the money instead sends it from the wallet.',
    release: 'Let it count',
    releaseTitle: 'Let this payment count?',
    releaseText:
      'The request is then paid by it within seconds, and your webhooks say so. This cannot be taken back.',
  },
  notes: {
    title: 'Notes',
    empty: 'No note yet.',
    person: 'by a member',
    key: 'by an API key',
    write: 'New note',
    hint: 'Only members of this account read it.',
    add: 'Add the note',
    remove: 'Remove',
    removeTitle: 'Remove this note?',
    removeText: 'It is gone for good. The audit log says that you did it.',
  },
  timeline: {
    title: 'What happened',
    created: 'Created',
    expires: 'Can be paid until',
    expired: 'Expired',
    seen: (amount: string) => `${amount} seen on the network`,
    confirmed: (amount: string) => `${amount} confirmed`,
    finalized: (amount: string) => `${amount} final: the network will not take it back`,
    events: EVENTS,
    subStatuses: SUB_STATUSES,
    attempt: (event: string, number: number, answer: string) =>
      `Webhook ${event}, attempt ${number}: ${answer}`,
    answer: (status: number | null, ms: number) => `${status ?? 'no answer'} in ${ms} ms`,
    inBlock: (block: number) => `Block ${block}`,
    nothing: 'Nothing was paid yet. This page follows by itself.',
  },
  details: {
    title: 'Details',
    amount: 'Requested',
    inUsd: 'In US dollars',
    reference: 'Reference',
    payee: 'Paid to',
    payer: 'Payer',
    destination: 'Destination',
    network: 'Network',
    clientId: 'Client ID',
    noClientId: 'None; it was created on the dashboard or with an API key',
    requestId: 'Request ID',
    paymentReference: 'Payment reference',
    none: 'None',
    hidden: 'Hidden',
  },
  payments: {
    title: 'Payments',
    amount: 'Amount',
    from: 'From',
    transaction: 'Transaction',
    empty: 'None that count yet.',
  },
  receipt: {
    page: 'Receipt to print',
    pdf: 'Receipt as PDF',
    language: 'Language of the receipt',
    printOnly:
      'The PDF is in English, as its fonts lack this language. Print the receipt to have a PDF in it.',
    check: 'Check on the chain',
    verified: (confirmations: number) =>
      `The chain has exactly this payment, with ${confirmations} ${confirmations === 1 ? 'confirmation' : 'confirmations'}.`,
    notFound: 'The node finds no such payment in its block. Look at the history of the payment.',
    different: 'The chain has another payment than the receipt says:',
    difference: (field: string, claimed: string, onChain: string) =>
      `${field}: ${claimed} on the receipt, ${onChain} on the chain`,
  },
  fees: {
    title: 'Fees',
    none: 'No fees.',
    planned: 'Agreed with the link',
    paid: 'Paid',
    by: { payer: 'borne by the payer', payee: 'borne by you' },
    outstanding: 'Not paid yet',
    skipped: 'Left out by the payment',
  },
  raw: { title: 'As the API answers', what: 'JSON' },
} as const;
