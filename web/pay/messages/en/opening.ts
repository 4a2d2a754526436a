import { commonMessages } from '../../../ui/messages/en/all-pages.ts';

/** The English texts up to the choice of a wallet. */
export const openingMessages = {
  title: 'Payment request',
  ...commonMessages,
  withoutScript:
    'This page needs JavaScript to reach your wallet. Turn it on and reload this page, or open the link in another browser.',
  amount: 'Amount:',
  onNetwork: (network: string) => `on ${network}`,
  payTo: 'Pay to',
  payeeHidden: 'Recipient hidden by the merchant until your wallet is known',
  reference: 'Reference',
  copyPayee: 'Copy the recipient’s address',
  connect: {
    title: 'Choose a wallet',
    hidden: 'The merchant shows this only to wallets that may pay it.',
    input: 'Looking for wallets…',
    use: (wallet: string) => `Pay with ${wallet}`,
  },
} as const;
