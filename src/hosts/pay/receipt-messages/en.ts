import type { ReceiptPageMessages } from './receipt-page-messages.ts';

/** The page of receipts in English. */
export const en: ReceiptPageMessages = {
  receipts: 'Payment receipts',
  testMode: 'Test mode. No real money moves.',
  language: 'Language',
  onNetwork: (network) => `on ${network}`,
  final: 'final',
  confirmed: 'confirmed',
  pdf: 'Save as PDF',
  print: null,
  json: 'Save as JSON',
  explorer: 'See it in the block explorer',
  earlier: 'Earlier payments',
  openPayment: 'Open the payment',
  hiddenToo:
    'Other payments of this link are shown only to wallets that may see them. The merchant has their receipts.',
  hidden: {
    title: 'This receipt is hidden',
    text: 'This link shows its payment only to wallets that may see it, so its receipt is not shown here. Ask the merchant for it.',
  },
  none: {
    title: 'No receipt',
    pending:
      'Nothing that counts has been paid with this link yet. If you have just paid, open this page again in a minute.',
    expired:
      'Nothing that counts was paid with this link before it ended. If you have just paid, open this page again in a minute.',
    invalidated: 'Nothing that counts was paid with this link, and it was withdrawn.',
    compliance_failed: 'Nothing that counts was paid with this link, and it can no longer be paid.',
    completed: 'The payment of this link is being counted again. Open this page again in a minute.',
    partially_settled:
      'The payments of this link are being counted again. Open this page again in a minute.',
  },
  failures: {
    unknown: {
      title: 'There is no such receipt',
      text: 'Nobody knows the link of this address. Check that you have copied it as a whole.',
    },
    limited: { title: 'Too many requests', text: 'Wait a minute, then open this page again.' },
    unreachable: {
      title: 'We cannot reach the payment service',
      text: 'What was paid is not touched by this. Open this page again in a minute.',
    },
  },
  merchant: {
    noName: 'The merchant gave no name.',
    logo: 'The merchant’s logo',
    requestedBy: 'Requested by',
    unverified: 'Calls itself so, not verified.',
    website: 'Website',
    verified: 'verified',
    questions: 'Questions?',
  },
  check: {
    button: 'Check it on the chain',
    readAt: (time) => `Read from a node on ${time}.`,
    same: {
      title: 'The chain has this payment',
      text: (blocks) =>
        `Payee, amount, token and reference are the same there. It is confirmed by ${blocks} ${blocks === 1 ? 'block' : 'blocks'}.`,
    },
    missing: {
      title: 'The chain has no such payment',
      text: 'Nothing was paid at this place of the block. The receipt was changed, or the network took the payment back.',
    },
    different: {
      title: 'The chain has something else',
      text: 'Do not rely on the receipt that was checked:',
      line: (field, claimed, onChain) =>
        `${field}: the receipt says ${claimed}, the chain has ${onChain}`,
    },
    impossible: {
      title: 'This receipt cannot be checked here',
      text: 'A line of it is not as receipts have it.',
    },
    limited: {
      title: 'Not checked: too many requests',
      text: 'Wait a minute, then check it again.',
    },
    unanswered: {
      title: 'Not checked: no node answers now',
      text: 'This says nothing about the payment. Check it again in a minute.',
    },
  },
};
