import { commonMessages, findingMessages } from '../../../ui/messages/en/all-pages.ts';

/** The English texts up to the choice of a wallet. */
export const openingMessages = {
  title: 'Payment request',
  ...commonMessages,
  terms: 'Terms',
  privacy: 'Privacy',
  poweredBy: 'Powered by Florin',
  pageChecks: 'This page checks every transaction itself before your wallet opens.',
  withoutScript: 'This page needs JavaScript: it talks to your wallet.',
  amount: 'Amount:',
  onNetwork: (network: string) => `on ${network}`,
  payTo: 'Pay to',
  payeeHidden: 'Recipient hidden by the merchant until your wallet is known',
  reference: 'Reference',
  copyPayee: 'Copy the recipient’s address',
  connect: {
    title: 'Choose a wallet',
    hidden: 'The merchant shows this only to wallets that may pay it.',
    input: findingMessages.input,
    testWalletNote: 'Test wallets live in this page and hold test money only.',
    sandboxOnly: 'In test mode only test wallets can pay on this network.',
    use: (wallet: string) => `Pay with ${wallet}`,
  },
} as const;
