import { isSeen } from './finality.ts';
import { type Link, readLink } from './link.ts';
import { beforeIt } from './on-network.ts';
import type { OwnProposal } from './own-proposal.ts';
import type {
  At,
  Choice,
  Notice,
  NoticeText,
  PageEvent,
  PageState,
  Remembered,
  Sent,
} from './page-state.ts';
import { choiceOf } from './preparing.ts';
import { settledLink } from './settled.ts';
import { hasFeesLeft, NOT_ON_CHAIN } from './steps.ts';

/** Where a payment is followed that this browser has sent before, or from another tab. */
const FOLLOWING: ReadonlySet<PageState['at']> = new Set<PageState['at']>([
  'connect',
  'connecting',
  'asking',
  'preparing',
  'stale',
  'unpayable',
  'short',
  'no_gas',
  'review',
  'expired',
  'crosschain',
  'unsupported',
  'unreachable',
  'limited',
]);

/** The page state once this browser remembers a payment of the link. */
export function afterMemory(state: PageState, memory: Remembered): PageState {
  const { proposal } = memory;
  if (proposal?.isOver === false && state.at !== 'done')
    return afterOwnProposal(state, memory, proposal);
  const link = readLink(memory.view);
  if (typeof link === 'string') return state;
  if (state.at === 'done') {
    return {
      ...state,
      link: state.link ?? settledLink(link, state.statuses),
      hash: state.hash ?? memory.sent?.hash,
      redirect: state.redirect ?? link.redirect,
      sentAt: state.sentAt ?? memory.sent?.at,
    };
  }
  if (memory.sent === undefined) return proposal ? state : afterOpen(state);
  return isFollowing(state) || state.at === 'proposed'
    ? followSent(state, link, memory.sent)
    : state;
}

/** Whoever can pay, or soon can again, is warned of a request that may still be open. */
function afterOpen(state: PageState): PageState {
  const isWarned =
    state.at === 'connect' ||
    state.at === 'preparing' ||
    state.at === 'review' ||
    state.at === 'reverted';
  return isWarned && !hasFeesLeft(state) ? { ...state, notice: withLeftOpen(state.notice) } : state;
}

/** Behind how what the payer waited for has ended, which is said only here. */
function withLeftOpen(notice: Notice | undefined): Notice {
  if (isSeen(notice)) return 'left_open';
  const isEnd = notice === 'cancelled' || notice === 'unmined' || isText(notice);
  if (isEnd) return `${notice} left_open`;
  return notice?.endsWith(' left_open') ? notice : 'left_open';
}

function isText(notice: Notice | undefined): notice is NoticeText {
  return typeof notice === 'string' && notice.endsWith('.');
}

function followSent(state: PageState, link: Link, sent: Sent): PageState {
  const isChoice = 'wallets' in state && !('body' in state);
  return {
    at: 'confirming',
    ...(isChoice ? choiceOf(state) : { wallets: undefined, part: keptPart(state) }),
    link: ('link' in state ? state.link : undefined) ?? link,
    sent,
    payer: undefined,
    ...NOT_ON_CHAIN,
    ...beforeIt(state),
    replaced: false,
    offline: state.at === 'unreachable',
    lost: false,
  };
}

function isFollowing(state: PageState): boolean {
  return FOLLOWING.has(state.at) && !hasFeesLeft(state) && !('body' in state);
}

/** Its owners are waited for, from wherever nothing else of the payment is on its way; what the API has said of it stays. */
function afterOwnProposal(state: PageState, { view }: Remembered, own: OwnProposal): PageState {
  const link = readLink(view);
  const known = typeof link === 'string' ? undefined : link;
  // The API shows nothing of a link that it holds; this browser has seen it.
  if (state.at === 'proposed') return { ...state, link: state.link ?? known, own };
  if (!isFollowing(state) && state.at !== 'signing') return state;
  const shown = 'link' in state ? state.link : undefined;
  return { at: 'proposed', link: shown ?? known, body: undefined, own };
}

type OfCrosschain = Omit<Extract<PageEvent, { type: 'crosschain' }>, 'type'>;

/** Paying from another network, from wherever nothing of the payment is being signed. */
export function afterCrosschain(state: PageState, event: OfCrosschain): PageState {
  if (state.at === 'proposed') return afterExecution(state, event);
  if (!FOLLOWING.has(state.at) || hasFeesLeft(state)) return state;
  const payer = 'payer' in state ? state.payer : undefined;
  const { follows, failed } = event;
  const link = ('link' in state ? state.link : undefined) ?? event.link;
  if ('body' in state || link === undefined) {
    const { body } = 'body' in state ? state : event;
    return body === undefined ? state : { at: 'crosschain', body, payer, follows, failed };
  }
  const choice = 'wallets' in state ? choiceOf(state) : { wallets: undefined };
  const together = 'together' in state ? state.together : undefined;
  return { at: 'crosschain', ...choice, link, payer, follows, failed, together };
}

/** What owners of a Safe have executed on another network is followed there. */
function afterExecution(state: At<'proposed'>, event: OfCrosschain): PageState {
  const { follows, executed } = event;
  const link = state.link ?? event.link;
  if (!follows || link === undefined) return state;
  return { at: 'crosschain', wallets: undefined, link, payer: undefined, follows, executed };
}

function keptPart(state: PageState): Choice['part'] {
  return state.at === 'unreachable' || state.at === 'limited' ? state.kept?.part : undefined;
}

/** What this browser stored in an earlier page load, where this one has nothing yet. */
export function afterRemembering(
  state: PageState,
  known: Pick<Choice, 'spent' | 'part'>,
): PageState {
  if (state.at === 'unreachable' || state.at === 'limited') {
    const { kept = { link: undefined, wallets: undefined, signed: 0 } } = state;
    return { ...state, kept: { ...kept, ...unlessKnown(kept, known) } };
  }
  if (!('wallets' in state) || 'body' in state) return state;
  return { ...state, ...unlessKnown(state, known) };
}

function unlessKnown({ spent, part }: Choice, known: Pick<Choice, 'spent' | 'part'>) {
  return { spent: spent ?? known.spent, part: part ?? known.part };
}
