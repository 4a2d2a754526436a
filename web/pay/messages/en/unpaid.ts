/** The English texts about fees that a completed payment was made without. */
export const unpaidMessages = {
  title: 'Fees still unpaid',
  text: 'This payment is complete. These fees are still unpaid:',
  to: 'to',
  notPayable: {
    uncompared:
      'The link that you opened names a payment and not these fees, so this page cannot compare them and does not pay them. Whoever sent you the link can say what they are for.',
    unknown:
      'They cannot be paid on this page. Whoever sent you the link can tell you how to pay them.',
    inParts: 'Each is paid on the link of its own payment.',
    noRate:
      'They cannot be paid right now, because no exchange rate could be read. Open this page again later.',
    staleRate:
      'They cannot be paid right now, because the exchange rate is too old and the network would refuse it. A new rate comes by itself, mostly within a day.',
  },
  openPart: 'Open the link of this payment',
  pay: (wallet: string) => `Pay these fees with ${wallet}`,
  input: 'Looking for wallets…',
  none: 'No wallet was found in this browser. Open this link where your wallet is to pay them.',
  doing: {
    connecting: (wallet: string) => `Open ${wallet} to continue.`,
    preparing: () => 'Preparing the fees and checking them…',
    switching: (wallet: string) => `Confirm in ${wallet} to switch the network.`,
    signing: (wallet: string) => `Confirm in ${wallet}.`,
    approving: () => 'The approval is on its way. As soon as the network has it, you can pay.',
  },
  whatYouSign: 'What you sign',
  payFrom: (wallet: string) => `You pay from ${wallet}:`,
  reference: 'with payment reference',
  payButton: (amount: string) => `Pay the fees of ${amount}`,
  sent: 'The fees are on their way. Do not pay them again.',
  notices: {
    changed: 'What is unpaid has changed. Please look at it again.',
    short: 'This wallet holds too little for these fees.',
    noGas: 'This wallet holds too little for the network’s own fee.',
    unavailable: 'These fees cannot be prepared right now. Try again later.',
    onItsWay: 'A payment of these fees is on the network already. Do not pay them again.',
    notAllowed: 'This wallet cannot be used for this payment. Use another one.',
    reverted:
      'The network refused this. No fee was paid; the network fee of the attempt was spent.',
    left_open:
      'A request from this page may still be open in your wallet. Look there before you pay.',
    dropped: 'The transaction was dropped or cancelled. The fees were not paid.',
  },
} as const;
