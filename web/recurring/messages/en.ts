import { commonMessages, findingMessages } from '../../ui/messages/en/all-pages.ts';
import { laterMessages } from '../../ui/messages/en/later.ts';
import type { Notice, Problem } from '../page-state.ts';
import type { ScheduleStatus } from '../schedule.ts';

const NOTICES: Readonly<Record<Notice, string>> = {
  declined: 'You declined in your wallet. Nothing was signed or sent.',
  busy: 'Your wallet already has a request open. Finish or close it there, then try again.',
  unloaded: `${laterMessages.unloaded} Nothing was signed or sent now.`,
  wallet_failed:
    'The wallet gave no clear answer. Look into it before you try again: something may have been sent.',
  wallet_unsupported: 'This wallet cannot sign this. Use another one.',
  other_account:
    'Your wallet is on another account. Only the account that pays can sign: switch to it in your wallet, then try again.',
  other_network: 'Your wallet is not on the right network. Switch to it there, then try again.',
  other_tab: 'Another tab of this browser has a request of this schedule open. Finish it there.',
  reverted:
    'The network did not carry out the transaction. The network fee was spent, and nothing else. Please try again.',
  signed_other:
    'Your wallet signed something else than it was shown, so the signature was thrown away. Nothing begins. Use another wallet.',
  not_accepted:
    'The service did not accept the signature, so no payment begins. Reload this page to see why.',
  unreachable:
    'We cannot reach the service right now. If you signed, sign again: the same signature counts once.',
  nothing_to_lower:
    'The contract may take no more than your other schedules need, so nothing is left to lower.',
  not_read: 'We could not read what the contract may take. Please try again.',
  stopped: 'It is stopped: the service makes no further payment of this schedule.',
  lowered: 'The network has the lower allowance.',
};

const PROBLEMS: Readonly<Record<Problem, string>> = {
  form: 'it is no permit of a form that this page knows',
  domain: 'it is for another kind of contract',
  chain: 'it is for another network',
  contract: 'it is for a contract that this page does not trust',
  payer: 'it names another account as the payer',
  token: 'it names another token',
  payee: 'it names another recipient',
  fee_address: 'it names another receiver of the fee',
  amount: 'it takes another amount',
  fee: 'it takes another fee',
  relayer_fee: 'it takes another fee for sending',
  period: 'it takes payments at other distances',
  first_date: 'it begins at another time',
  count: 'it takes another number of payments',
  deadline: 'it can be used for longer than the schedule lasts, or not long enough',
  late: 'several payments are due already and would be taken at once',
  stop_message: 'the text that stops it is not the one that this page knows',
  lowering: 'the lower allowance is not what your other schedules need, or is no lower',
  approval: 'the allowance that comes before it is not exactly what the schedule needs',
};

const STATUSES: Readonly<Record<ScheduleStatus, string>> = {
  pending: 'Not signed yet',
  active: 'Active',
  paused: 'Paused',
  completed: 'All payments were made',
  cancelled: 'Stopped',
};

const DAY_SECONDS = 86_400;

/** How far apart payments are, in words: the contract counts days and knows no months. */
function everyOf(seconds: number): string {
  const days = seconds / DAY_SECONDS;
  if (days === 1) return 'every day';
  return Number.isInteger(days) ? `every ${days} days` : `every ${seconds} seconds`;
}

/** Every text of the page in English. */
export const messages = {
  ...commonMessages,
  ...laterMessages,
  title: 'Recurring payment',
  promise: 'Florin never holds your money or your keys.',
  withoutScript: 'To go on, this page needs JavaScript: it talks to your wallet.',
  notices: NOTICES,
  statuses: STATUSES,
  empty: {
    title: 'No schedule',
    text: 'This page opens with a link to a schedule. Ask whoever pays or is paid for theirs.',
  },
  unknown: {
    title: 'This link is not valid',
    text: 'Check that the whole link was copied, or ask for a new one.',
  },
  unsupported: {
    title: 'This schedule cannot be shown',
    text: 'It is on a network, in a token or by a contract that this page does not know, so there is nothing to sign here.',
  },
  opening: 'One moment…',
  unreachable: {
    title: 'We cannot reach the service',
    text: 'We keep trying.',
  },
  limited: {
    title: 'The service is busy right now',
    text: 'This page continues by itself in a moment.',
  },
  every: everyOf,
  /** Such as `100.00 USDC every 30 days, 12 times`. */
  headline: (amount: string, every: string, times: number) => `${amount} ${every}, ${times} times`,
  first: (date: string) => `First on ${date}`,
  atMost: (amount: string, hasFees: boolean) =>
    `at most ${amount}${hasFees ? ' with fees' : ' in all'}`,
  bill: {
    label: 'The schedule',
    to: 'To',
    from: 'From',
    network: 'On',
    on: (symbol: string, network: string) => `${symbol} on ${network}`,
    amount: 'Each payment',
    fee: 'Fee each time',
    feeTo: 'to',
    relayerFee: 'Fee for sending, each time',
    each: 'You pay each time',
    total: (times: number) => `In all ${times} payments, at most`,
    reference: 'Reference',
    dates: (times: number) => `All ${times} dates`,
    paid: 'Paid',
    transaction: 'Transaction',
    due: 'Due',
  },
  connect: {
    begin: 'Connect the wallet that pays',
    stop: 'Connect the wallet that pays, to stop it',
    lower: 'Connect the wallet that pays',
    allow: 'Connect the wallet that pays',
    text: 'Connecting moves nothing and costs nothing.',
    only: 'Only this account can sign:',
    ...findingMessages,
    copyLink: 'Copy this page’s address',
    use: (wallet: string) => `Continue with ${wallet}`,
    testWalletNote: 'Test wallets live in this page. Their keys are publicly known.',
    sandboxOnly: 'In test mode only test wallets can sign on this network.',
  },
  review: {
    title: 'Look at it before you sign',
    step: (at: number, of: number) => `Step ${at} of ${of}`,
    whatYouSign: 'What you sign next',
    approve: (amount: string) =>
      `You allow the contract of recurring payments to take at most ${amount} from your account, in all. This is a transaction, with a network fee.`,
    reset:
      'This token first needs its old allowance cleared: you allow the contract nothing. This is a transaction, with a network fee.',
    others: (amount: string) =>
      `Of this, ${amount} are for other schedules that you have signed. Those that had run out of allowance go on too.`,
    permit: (amount: string, times: number) =>
      `You permit the contract to take ${amount} for each of the ${times} dates above, not before it, and nothing else. This is a signature: no transaction, and no fee.`,
    until: (date: string) => `The signature can be used until ${date}.`,
    revives: 'Schedules that were stopped and could be taken again under this allowance:',
    revived: (id: string | undefined, payments: number, date: string) =>
      `${id ?? 'Of another business'}: ${payments} ${payments === 1 ? 'payment' : 'payments'}, until ${date}`,
    contract: 'Contract',
    approveButton: (amount: string) => `Allow ${amount}`,
    resetButton: 'Clear the old allowance',
    signButton: 'Sign the schedule',
  },
  untrusted: {
    title: 'Do not sign this',
    text: (problem: Problem) =>
      `What the service wants signed is not the schedule that it shows: ${PROBLEMS[problem]}. Nothing was signed, and there is nothing to sign here. Tell whoever sent you this link.`,
  },
  asking: {
    approve: (wallet: string) => `Approve in ${wallet}`,
    sign: (wallet: string) => `Sign in ${wallet}`,
    stop: (wallet: string) => `Sign in ${wallet} to stop it`,
    text: 'If nothing pops up, open the wallet yourself.',
  },
  sent: {
    title: 'Sent. Waiting for the network…',
    text: 'You can leave this page open. It goes on by itself.',
  },
  reading: 'One moment…',
  measuring: 'Reading what the contract may take…',
  going: {
    pending: 'This schedule waits for its signature',
    active: 'The schedule is active',
    paused: 'The schedule is paused',
    completed: 'All payments were made',
    cancelled: 'The schedule is stopped',
    text: {
      pending: 'No payment is made before it is signed.',
      active: 'Payments are made by themselves on the dates below. Keep enough in your account.',
      paused:
        'Payments did not go through, so no further one is tried until whoever created the schedule goes on with it.',
      completed: 'There is nothing left to pay.',
      cancelled: 'The service makes no further payment of this schedule.',
    } satisfies Readonly<Record<ScheduleStatus, string>>,
    progress: (paid: number, total: number) => `Payments made: ${paid} of ${total}`,
    next: (date: string) => `The next one is due on ${date}`,
    failed: 'Why it did not go through:',
    stillAllowed:
      'The contract may still take something from your account. Lower that too, so that nobody needs to be trusted with it.',
    missing:
      'The contract may take less than the payments that are left. Those that find too little are not made.',
    allow: 'Allow what is missing',
    stop: 'Stop these payments',
    lower: 'Lower what the contract may take',
  },
  stop: {
    title: 'Stop these payments',
    text: 'You sign a text with your wallet. It is no transaction and costs nothing; from then on the service makes no further payment of this schedule.',
    afterwards:
      'After that you can also lower what the contract may take, so that nobody needs to be trusted with it.',
    paid: 'What was paid stays paid.',
    message: 'The text that you sign',
    button: 'Sign to stop',
  },
  lower: {
    title: 'Lower what the contract may take',
    from: 'The contract may take now',
    to: 'Afterwards it may take',
    none: 'Afterwards the contract can take nothing from your account.',
    kept: (amount: string) => `The ${amount} that stay are what your other schedules need.`,
    again: (amount: string) =>
      `The allowance is cleared. Your other schedules need ${amount}: allow that again, or they stop too.`,
    cost: 'This is a transaction, with a network fee.',
    button: (amount: string) => `Lower to ${amount}`,
    againButton: (amount: string) => `Allow ${amount}`,
    skip: 'Not now',
  },
} as const;

/** What a catalogue of another language must hold. */
export type Messages = typeof messages;
