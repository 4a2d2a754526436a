/** The English texts about paying a bundle from another network. */
export const bundleMessages = {
  loading: 'Reading what is due…',
  choose: {
    title: 'Pay from another network',
    text: (count: number) =>
      `${count === 1 ? 'The payment that is due is' : `${count === 2 ? 'Both' : `All ${count}`} payments that are due are`} paid from one token, by one transaction each.`,
    from: (symbol: string, network: string) => `${symbol} on ${network}`,
    known: (amount: string, cost: string | undefined) =>
      `${amount} in all when last read${cost === undefined ? '' : `, ${cost} of it for the transfers`}`,
    tooLittle: '. This wallet has less.',
    none: 'No other network is available for these payments right now.',
  },
  tooMany:
    'These are more payments than can be made from another network at once. Pay them on their own network, or each by its own link.',
  quoting: 'Preparing all payments and checking each…',
  review: {
    payments: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
    cost: 'Transfers between networks',
    approve: (amount: string) =>
      `You allow the bridge contract to take ${amount} from your wallet, which is the sum of all payments, and no more. Nothing is paid yet.`,
    approveFees: (amount: string) =>
      `You allow the payment contract to take ${amount} from your wallet, which is the sum of all fees, and no more. Nothing is paid yet.`,
    feesLeft: 'All payments were sent. Only their fees are left to sign.',
    pay: (at: number, of: number) => `Payment ${at} of ${of}.`,
    alone:
      'Each payment stands for itself: one that cannot be made comes back, and the others are made.',
    rest: 'The price of what is left is too old. What was sent goes on; the others can be paid by their own links.',
    follow: 'Stop here and follow what was sent',
  },
  follow: {
    title: 'Your payments are on their way',
    ended: 'Some payments were not made',
    settled: 'Paid',
    sent: 'Sent, not confirmed yet',
    onItsWay: (network: string) => `Confirmed; arriving on ${network}`,
    arrived: (network: string) => `Arrived on ${network}; waiting for confirmations`,
    failed: {
      source_failed: 'Refused by the network that it was sent on; only a network fee was spent.',
      unfilled: 'It did not arrive in time. The money comes back to your wallet.',
      refunded: 'It could not be delivered, and the money came back to your wallet.',
      unpaid: 'The tokens arrived in your wallet, but the payment could not be made.',
    },
    unsent: 'Not sent',
    pay: 'Pay it by its own link',
    close: 'You can close this page. The payments go on without it.',
    anotherWayNote: 'While a payment may still arrive, making it again may pay it twice.',
  },
} as const;
