import { laterMessages } from '../../../ui/messages/en/later.ts';
import type { NoticeCode, Seen, Spent, StateName } from '../../page-state.ts';

const NOTICES: Readonly<Record<NoticeCode, string>> = {
  declined: 'You declined.',
  busy: 'Your wallet already has a request open. Finish or close it there, then try again.',
  unauthorized:
    'Your wallet did not give this page access to the account. Allow it there and try again.',
  disconnected: 'Your wallet is not connected to a network. Open it, then try again.',
  unknown_chain: 'Your wallet does not know this network. Add it in the wallet, then try again.',
  unsupported: 'Your wallet cannot do this from here. Do it in the wallet, then try again.',
  insufficient: 'The wallet says the balance is too low for this. The payment was not sent.',
  would_revert: 'The network would refuse this payment right now, so it was not sent.',
  wrong_checksum:
    'The address that your wallet names has a wrong checksum. Use another account or wallet.',
  failed: 'The wallet gave no clear answer. Look at its activity before you try again.',
  unloaded: laterMessages.unloaded,
  left_open:
    'A request from this page may still be open in your wallet. Look there before you pay.',
  seen: 'A payment of this link is already on the network and waits for confirmations. If it is yours, do not pay again.',
  unseen:
    'A payment that was on the network is gone from it. If it was yours, look in your wallet before you pay again.',
  taken_back:
    'This payment was complete, but the network took back the block that held it. If it was yours, look in your wallet before you pay again.',
  wrong_account: 'Your wallet answered for another account. Pick the one you want to pay from.',
  other_tab:
    'Another tab of this browser is asking your wallet about this payment. Go on there, or close that tab first.',
  cancelled: 'The payment was cancelled in your wallet. The payment was not sent.',
  changed: 'The payment was refreshed and has changed. Please look at it again.',
  unmined:
    'The earlier transaction was not found on the network. Check your wallet before you pay.',
  approval_reverted:
    'The approval failed on the network. The payment was not sent; the network fee was spent.',
  part_reverted:
    'The network refused this part, so that none of it was paid; its network fee was spent.',
  proposed:
    'A transaction of a Safe that may pay this link was proposed. Whoever pays now may pay twice.',
};

function completeAfter(blocks: number): string {
  return `complete after ${blocks} more ${blocks === 1 ? 'block' : 'blocks'}`;
}

/** The warning of a payment that is on the network, with what it waits for. */
function seenText({ blockNumber, blocksLeft, again }: Seen): string {
  const complete =
    blocksLeft === undefined
      ? 'complete once the network confirms that block'
      : blocksLeft > 0
        ? completeAfter(blocksLeft)
        : 'complete in a moment';
  return `${again === true ? 'This payment was complete until the network took back its block. ' : ''}${NOTICES.seen} It is in block ${blockNumber} and ${complete}.`;
}

/** The English texts from the choice of a wallet on, and of links that lead to none. */
export const paymentMessages = {
  ways: {
    none: 'No wallet was found in this browser.',
    elsewhere: 'Pay with another device',
    testWalletNote: 'Test wallets live in this page and hold test money only.',
    sandboxOnly: 'In test mode only test wallets can pay on this network.',
  },
  ...laterMessages,
  titles: {
    connecting: 'Open your wallet',
    switching: 'Open your wallet',
    signing: 'Open your wallet',
    approving: 'Approval on its way',
    confirming: 'Payment on its way',
    crosschain: 'Payment on its way',
    elsewhere: 'Pay from another network',
    proposed: 'Waiting for signatures',
    not_allowed: 'Wallet not allowed',
    short: 'Not enough balance',
    no_gas: 'Not enough for network fees',
    mismatch: 'Do not pay',
    reverted: 'Not paid',
    unreachable: 'Not reachable',
    expired: 'Link expired',
    closed: 'Not available',
    unknown: 'Link not valid',
    done: 'Payment complete',
  } satisfies Partial<Record<StateName | 'elsewhere', string>>,
  nothingCharged: 'Nothing was charged.',
  empty: {
    title: 'No payment link',
    text: 'This page opens with a payment link. Ask whoever wants to be paid for theirs; it ends in “?token=…”.',
  },
  unknown: {
    title: 'This link is not valid',
    text: 'Check that the whole link was copied, or ask for a new one.',
  },
  closed: {
    title: 'This payment is not available',
    text: 'The link can no longer be used, so nothing can be paid here. Ask whoever sent it for a new one.',
  },
  unsupported: {
    title: 'This payment cannot be made here',
    text: 'This page does not know the kind of payment, the network or the token. Ask whoever sent the link.',
  },
  proposed: {
    title: 'Waiting for signatures in a Safe',
    text: 'Nothing is paid yet. Its owners sign and execute the transaction that pays this link. You can close this page.',
  },
  unreachable: {
    title: 'We cannot reach the payment service',
    text: 'We keep trying.',
  },
  /** What is true where the service does answer: the check of the wallet runs, or could not be made. */
  checks: {
    running: { title: 'Your wallet is being checked', text: 'This takes some seconds.' },
    failed: {
      title: 'Your wallet could not be checked',
      text: 'We keep trying. If it does not pass, come back later.',
    },
  },
  limited: {
    title: 'Too many requests came from your internet connection',
    text: (seconds: number) =>
      `This page continues by itself within ${seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : 'a minute'}.`,
  },
  /** What else is true of a payment that is not made now. */
  charged: {
    fees: 'Nothing was paid. Only the network fee of what you signed before was spent.',
    part: 'What you paid before stays paid. Nothing more was charged.',
    /** Where an earlier request may still move money. */
    open: 'An earlier request for this payment may still be open in your wallet or on its way. Look there before you pay.',
  } satisfies Record<Spent | 'open', string>,
  expired: {
    title: 'This link has expired',
    text: 'It can no longer be paid. Ask whoever sent it for a new one.',
    since: (when: string) => `It expired on ${when}.`,
    takenBack:
      'This payment was complete, but the network took back the block that held it. It is complete again once the network takes it up.',
  },
  asking: 'Checking this wallet. This takes a few seconds.',
  notAllowed: {
    title: 'This wallet cannot be used for this payment',
    text: 'Use another wallet, or ask whoever sent you the link.',
  },
  mismatch: {
    title: 'Do not pay this',
    link: 'the details of this link contradict each other',
    text: (problem: string) =>
      `What you would sign is not what this page shows: ${problem}. It was not sent, and there is nothing to sign here. Tell whoever sent you the link.`,
  },
  preparing: 'Preparing the payment and checking it…',
  refresh: 'Check again',
  short: {
    title: 'Not enough balance',
    need: (amount: string, network: string) => `You need ${amount} more on ${network}.`,
    needTotal: (amount: string, network: string) => `You need ${amount} on ${network}.`,
    have: (amount: string) => `This wallet holds ${amount}.`,
    headroom: (coin: string) => `The network’s fee in ${coin} comes on top.`,
    fund: 'Send the missing amount to your own wallet, then check again:',
  },
  noGas: {
    title: (coin: string) => `Not enough ${coin} for network fees`,
    text: (coin: string, network: string) =>
      `You have the tokens, but the network wants its fee in ${coin}. Add some ${coin} on ${network}, then check again.`,
    about: (fee: string) => `About ${fee} is enough.`,
  },
  switching: (wallet: string, network: string) => `Confirm in ${wallet} to switch to ${network}`,
  switchByHand: (network: string) =>
    `If that does not work, choose ${network} in the wallet yourself.`,
  confirmIn: (wallet: string) => `Confirm in ${wallet}`,
  confirming: {
    title: 'Your payment is on its way',
    sent: 'Sent to the network',
    relaying: 'Sending it to the network',
    waiting: 'Waiting for the network',
    confirmations: (done: number, of: number | undefined) =>
      of === undefined
        ? `${done} ${done === 1 ? 'confirmation' : 'confirmations'}`
        : `${Math.min(done, of)} of ${of} ${of === 1 ? 'confirmation' : 'confirmations'}${done < of ? `; ${completeAfter(of - done)}` : ''}`,
    inBlock: (block: number) => `Seen in block ${block}`,
    word: 'It is complete once the network confirms this block.',
    vanished:
      'The network took back the block that held your payment. Mostly it takes it up again by itself, so do not pay again yet.',
    settling: 'Confirmed. Telling the recipient…',
    typical: (network: string, seconds: number) =>
      seconds < 90
        ? `On ${network} this usually takes about ${Math.max(5, Math.ceil(seconds / 5) * 5)} seconds.`
        : `On ${network} this usually takes about ${Math.ceil(seconds / 60)} minutes.`,
    close: 'You can close this page. The payment goes on without it.',
    replaced: 'Your wallet sent a new version of the transaction. We follow that one.',
    offline:
      'The payment service does not answer right now. Your transaction is not affected; we keep asking.',
    lost: 'The network does not know this transaction any more. Look in your wallet whether it was dropped before you pay again.',
    startOver: 'It was dropped: start again',
  },
  done: {
    title: 'This payment is complete',
    partly: 'A part of this was paid',
    final: 'It is final.',
    print: 'Print the receipt',
    localChain: 'This test payment is on a local chain, which public explorers do not know.',
    redirect: 'Go Back and Close',
    leadsTo: 'Leads to',
  },
  explorer: 'View the transaction',
  transaction: 'Transaction',
  notices: NOTICES,
  seen: seenText,
} as const;
