/** The English texts up to the choice of a wallet. */
export const openingWords = {
  locale: 'en',
  title: 'Payment request',
  product: 'Florin',
  testMode: 'Test mode · no real money moves',
  pageChecks: 'This page checks every transaction itself before your wallet opens.',
  withoutScript: 'To pay, this page needs JavaScript: it talks to your wallet.',
  amountLabel: (amount: string, network: string) => `Amount to pay: ${amount} on ${network}`,
  onNetwork: (network: string) => `on ${network}`,
  payTo: 'Pay to',
  payeeHidden: 'Recipient hidden by the merchant until your wallet is known',
  reference: 'Reference',
  copy: 'Copy',
  copied: 'Copied',
  copyPayee: 'Copy the recipient’s address',
  empty: {
    title: 'No payment link',
    text: 'This page opens with a payment link. Ask whoever wants to be paid for theirs; it ends in “?token=…”.',
  },
  loading: 'Loading the payment…',
  unknown: {
    title: 'This link is not valid',
    text: 'Check that the whole link was copied, or ask for a new one.',
  },
  closed: {
    title: 'This payment is not available',
    text: 'The link can no longer be used. Ask whoever sent it for a new one.',
  },
  unsupported: {
    title: 'This payment cannot be made here',
    text: 'This page does not know the kind of payment, the network or the token. Ask whoever sent the link.',
  },
  unreachable: {
    title: 'We cannot reach the payment service',
    text: 'Nothing was charged. We keep trying.',
  },
  limited: {
    title: 'Many people are paying right now',
    text: 'Nothing was charged. This page continues by itself in a moment.',
  },
  tryAgain: 'Try again',
  connect: {
    title: 'Choose a wallet',
    hidden: 'The merchant shows this payment only to wallets that may pay it.',
    looking: 'Looking for wallets…',
    testWalletNote: 'The test wallet lives in this page and holds test money only.',
    sandboxOnly: 'In test mode only the test wallet can pay on this network.',
    none: 'No wallet was found in this browser. Open this page in your wallet’s own browser, or install a wallet and reload.',
    copyLink: 'Copy the payment link',
    use: (wallet: string) => `Pay with ${wallet}`,
  },
} as const;
