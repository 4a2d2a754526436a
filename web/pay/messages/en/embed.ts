import { commonMessages } from '../../../ui/messages/en/all-pages.ts';
import type { FrameStatus } from '../../embed/frame-state.ts';

/** Every text of the frame in English. */
export const embedMessages = {
  ...commonMessages,
  title: 'Payment request',
  amount: 'Amount:',
  onNetwork: (network: string) => `on ${network}`,
  payTo: 'Pay to',
  payeeHidden: 'Shown on the payment page to wallets that may pay',
  reference: 'Reference',
  payees: (count: number) => `${count} recipients`,
  statuses: {
    payable: {
      title: 'Pay on the payment page',
      text: 'It opens in a new tab. Your wallet is asked there, never within this page.',
    },
    proposed: {
      title: 'Waiting for signatures in a Safe',
      text: 'Nothing is paid yet. Its owners sign and execute the transaction.',
    },
    submitted: {
      title: 'Waiting for the network…',
      text: 'The payment was sent. Do not pay again.',
    },
    confirmed: { title: 'This payment is complete', text: 'Its receipt is on the payment page.' },
    expired: {
      title: 'This link has expired',
      text: 'It can no longer be paid. Ask the shop for a new one.',
    },
    unavailable: {
      title: 'This payment is not available',
      text: 'Nothing can be paid by this link. Ask the shop for a new one.',
    },
    unknown: { title: 'This link is not valid', text: 'Ask the shop for a new one.' },
    unread: {
      title: 'We cannot reach the service',
      text: 'If you have paid already, do not pay again. We keep trying.',
    },
  } satisfies Readonly<Record<FrameStatus, { readonly title: string; readonly text: string }>>,
  opened: {
    title: 'Go on in the other tab',
    text: 'This page follows by itself what happens there.',
  },
  notShown: 'The payment page says what there is to pay.',
  late: 'We cannot reach the service right now. This goes on by itself.',
  open: 'Open the payment page',
  openAgain: 'Open it again',
  receipt: 'Open the receipt',
} as const;
