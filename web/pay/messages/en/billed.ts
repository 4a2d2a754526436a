import type { Mismatch } from '../../plan.ts';

const MISMATCHES: Readonly<Record<Mismatch, string>> = {
  unreadable: 'the transaction is not one that this page can read',
  contract: 'the transaction goes to a contract that this page does not know',
  token: 'the transaction moves another token than the one shown',
  payee: 'the transaction pays another recipient than the one shown',
  amount: 'the transaction moves another amount than the one shown',
  reference: 'the transaction carries another payment reference',
  fee: 'the fee in the transaction is not the one that was announced',
  rate: 'the rate in the transaction is far from the one shown',
  payments: 'the transaction makes other payments than those shown',
  approval: 'the approval is for another contract or amount than this payment needs',
  coin: 'the transaction would send another amount of the network’s own coin',
  signer: 'the transaction is not for the wallet that you chose',
  feeLimit: 'the transaction allows another network fee than it should',
  expiry: 'the transaction stays valid for too long, or this device’s clock is wrong',
  signed: 'the wallet signed something else than it was given',
};

/** The English texts of the screens with a bill: the review, the signature and the receipt. */
export const billedMessages = {
  mismatches: MISMATCHES,
  payFrom: 'Pay from',
  otherAccounts: 'Use another account of this wallet',
  amount: 'Amount',
  amounts: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  fee: (label: string | undefined, percentage: string | undefined) =>
    percentage === undefined ? (label ?? 'Fee') : `${label ?? 'Fee'} (${percentage} %)`,
  borneByPayee: (fee: string) => `${fee}, from the recipient’s share`,
  borneByPayer: (fee: string) => `${fee}, paid on top`,
  received: 'The recipient receives',
  contractFee: 'Batch contract’s own fee, at most',
  atMost: (amount: string) => `at most ${amount}`,
  about: (amount: string) => `about ${amount}`,
  networkFee: (isSponsored: boolean) =>
    `Network fee${isSponsored ? ' (may be paid for you)' : ''}, about`,
  networkFeeMost: 'Network fee of this step, at most',
  youPay: 'You pay',
  review: {
    title: 'Review and pay',
    step: (at: number, of: number) => `Signature ${at} of ${of}`,
    leftOut: (count: number, of: number) => `${count} of ${of} payments will be left out`,
    switchTo: (network: string) => `Switch to ${network}`,
    wrongNetwork: (wallet: string, network: string) =>
      `${wallet} is on another network. Switch it to ${network} to go on.`,
    resetText: (symbol: string) =>
      `First, your old allowance of ${symbol} is cleared. This token demands it before a new one.`,
    resetButton: 'Clear the old allowance',
    approveText: (amount: string) =>
      `You allow the payment contract to take ${amount} from your wallet. Nothing is paid yet.`,
    approveUnlimited: (symbol: string) =>
      `You allow the payment contract to take any amount of ${symbol} from your wallet, without a limit. You can take that back in your wallet afterwards. Nothing is paid yet.`,
    approveButton: (amount: string) => `Allow ${amount}`,
    approveUnlimitedButton: (symbol: string) => `Allow ${symbol}`,
    payText: 'You sign one transaction to the payment contract:',
    payConverted: (amount: string, symbol: string) =>
      `at the exchange rate of that moment, but at most what “You pay” says above, it takes ${amount} in ${symbol} from your wallet to`,
    batchText: (count: number, of: number) =>
      count === of
        ? `You sign one transaction to the batch contract: it makes ${count === 1 ? 'the one payment that is due' : count === 2 ? 'both payments that are due, or neither of them' : `all ${count} payments that are due, or none of them`}.`
        : `You sign a transaction to the batch contract: it makes ${count} of the ${of} payments that are due, or none of those.`,
    feeText: (label: string | undefined, amount: string) =>
      `You pay the fee “${label ?? ''}” of ${amount} to`,
    feeButton: (amount: string) => `Pay the fee of ${amount}`,
    feesLeft: 'Your payment was sent. Only its fees are left to sign.',
    sent: 'Sent before',
    atOnce: (count: number) =>
      count === 1
        ? 'Your wallet signs one call.'
        : `Your wallet signs ${count} calls at once: all of them happen or none does.`,
    allAtOnce: (count: number) => `Sign ${count === 2 ? 'both' : `all ${count}`} at once`,
    allAtOnceNote: (wallet: string) =>
      `${wallet} first asks to upgrade your account (EIP-7702): address and keys stay, and a contract of the wallet’s can make several calls at once. You can decline that and sign one call after the other.`,
    paySummary: (amount: string) => `it moves ${amount} from your wallet to`,
    payFee: (amount: string) => `and ${amount} as a fee to`,
    payReference: 'with payment reference',
    contract: 'Payment contract',
    payButton: (amount: string) => `Pay ${amount}`,
    whatYouSign: 'What you sign',
    nextOpens: 'Once the network has it, your wallet opens by itself for the next step:',
    opens: 'Your wallet opens for this now. You can still decline there.',
  },
  signing: {
    reset: 'Your wallet asks to clear the old allowance.',
    approve: (amount: string) => `Your wallet asks to allow ${amount}.`,
    pay: (amount: string) => `Your wallet asks to send ${amount}.`,
    atOnce: (count: number) =>
      `Your wallet asks to sign ${count === 1 ? 'one call' : `${count} calls at once`}.`,
    hint: 'If nothing pops up, open the wallet yourself. You can decline there.',
    closedWindow: 'I closed the wallet’s window',
  },
  approving: {
    part: 'A part of the payments is on its way',
    next: 'As soon as the network has it, you can pay the next part.',
    title: 'The approval is on its way',
    text: 'As soon as the network has it, you can pay. This takes a few seconds on most networks.',
  },
  reverted: {
    title: 'The network refused the payment',
    text: 'The payment was not made. The network fee of the attempt was spent.',
    staysPaid: 'What you paid before stays paid.',
    onTron:
      'On Tron a payment also fails where the wallet has too little energy and TRX for it. Look at both before you sign again.',
    retry: 'Prepare it again',
  },
  elsewhere: (network: string) =>
    `Your account is a contract on another network. Do not send money to its address on ${network}: it may be nobody’s there.`,
  stale: {
    title: 'There is no fresh exchange rate',
    text: 'The rate for this payment is too old, so the network would refuse it.',
    later: 'A new rate comes by itself, mostly within a day; check again later.',
  },
  unpayable: {
    payer: {
      title: 'This token cannot be sent from this wallet',
      text: 'The token refuses every transfer from this wallet: it blocks the wallet, or it is paused.',
      later: 'Use another wallet, or check again later.',
    },
    own: {
      title: 'This wallet is the recipient',
      text: 'A wallet cannot pay itself: such a payment would not count, so there is nothing to sign.',
      later: 'Use another wallet.',
    },
    ownPart: {
      title: 'This wallet is one of the recipients',
      text: 'A wallet cannot pay itself: its own part would not count, so there is nothing to sign.',
      later: 'Use another wallet.',
    },
    fee: {
      title: 'A fee of this payment cannot be paid',
      text: 'The network would refuse to pay the fee to this address, so there is nothing to sign.',
      later: 'Tell whoever sent you the link.',
    },
    payee: {
      title: 'A recipient cannot be paid',
      text: 'The network would refuse the payment, and nobody would be paid. There is nothing to sign.',
      later: 'Tell whoever sent you the link.',
    },
    several: 'Some recipients cannot be paid',
    receivesFee: 'It receives a fee of this payment.',
  },
  unlimited: (symbol: string) => `unlimited ${symbol}`,
  receipt: {
    paid: 'Paid',
    paidLast: 'Paid by the last transaction',
    paidOf: (paid: number, of: number) => `Paid, ${paid} of ${of} payments`,
    total: 'Paid with all fees',
    sentOn: 'Sent',
    confirmed: 'Confirmed',
    block: (block: number) => `in block ${block}`,
    final: 'Final',
    finalSince: (when: string) =>
      `Since ${when}. The network can no longer take this payment back.`,
    notFinal:
      'Not yet. You need not wait: your payment is complete. This page shows when the network can no longer change it.',
    transaction: (at: number, of: number) => `Transaction ${at} of ${of}`,
  },
  lookAlike: {
    title: 'Look at the address again',
    paid: {
      text: 'This pays an address that looks like one which this browser has paid before. It is another one.',
      address: 'This payment:',
      other: 'Paid before:',
    },
    own: {
      text: 'This pays an address that looks like your own wallet’s. It is another one.',
      address: 'This payment:',
      other: 'Your wallet:',
    },
    payee: {
      text: 'Two recipients of this payment have addresses that look alike. They are not the same.',
      address: 'One of them:',
      other: 'The other:',
    },
    more: (count: number) => `${count} more of the recipients look like others.`,
    hint: 'Thieves put such an address in the place of the right one. Compare every character. If you are not sure, do not pay, and ask the recipient, not whoever sent this link.',
  },
} as const;
