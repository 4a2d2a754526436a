import type { Step } from '../plan.ts';
import type { BridgeMismatch } from './bridge-plan.ts';
import type { BundlePlan, BundleRoute } from './check-bridge-bundle.ts';
import type { ShownIntent } from './payment-intents.ts';
import type { RouteNotice } from './route-state.ts';
import type { RouteSource } from './source-options.ts';

/** Routes for all children of a bundle that are due, prepared and found to be what the page shows. */
export interface BundleQuote {
  readonly source: RouteSource;
  readonly plan: BundlePlan;
  /** What is left to sign: approvals first, then a route for each child, then the fees that are paid by themselves. */
  readonly left: readonly BundleStep[];
  /** Until when its prices are good, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** One signature: an approval, the route of one child, or a fee. */
export type BundleStep =
  | { readonly kind: 'approval'; readonly step: Step }
  | { readonly kind: 'fee'; readonly step: Step }
  | { readonly kind: 'route'; readonly route: BundleRoute };

/** A transaction of this browser that pays one child. */
export interface SentChild {
  readonly position: number;
  /** The token of the child's own link, by which it is reported. */
  readonly childToken: string;
  readonly hash: string;
  readonly isRecorded: boolean;
}

/** What is known while children are followed. */
export interface FollowedBundle {
  readonly sent: readonly SentChild[];
  readonly intents: readonly ChildIntent[];
  /** The display data as it was read last; undefined before. */
  readonly view: unknown;
  readonly isOffline: boolean;
}

/** A payment from another network, and of which child. */
export interface ChildIntent extends ShownIntent {
  readonly position: number | undefined;
}

/** Where the payer is on the way to paying a bundle from another network. */
export type BundleState =
  | { readonly at: 'choose'; readonly notice?: BundleNotice }
  | { readonly at: 'quoting'; readonly source: RouteSource }
  | ({ readonly at: 'review'; readonly notice?: BundleNotice } & Signing & {
        readonly isExpired?: boolean;
        /** Whether the wallet opens for it by itself, as was announced. */
        readonly opens?: boolean | undefined;
      })
  | ({ readonly at: 'busy' } & Signing & BundleWork)
  | { readonly at: 'mismatch'; readonly problem: BridgeMismatch }
  | ({ readonly at: 'following' } & FollowedBundle)
  | { readonly at: 'left' };

interface Signing {
  readonly quote: BundleQuote;
  /** What was sent of it already. */
  readonly sent: readonly SentChild[];
}

/** What is said on coming back to a screen. */
type BundleNotice = Extract<RouteNotice, string> | 'too_many';

type BundleWork =
  | { readonly doing: 'switching' | 'signing' }
  | { readonly doing: 'approving'; readonly hash: string };

/** What moves a bundle on. */
export type BundleEvent =
  | { readonly type: 'picked'; readonly source: RouteSource }
  | { readonly type: 'quoted'; readonly quote: BundleQuote; readonly notice?: BundleNotice }
  | { readonly type: 'refused'; readonly notice: BundleNotice }
  | { readonly type: 'mismatched'; readonly problem: BridgeMismatch }
  | { readonly type: 'choose' }
  | { readonly type: 'began'; readonly work: BundleWork }
  | { readonly type: 'stopped'; readonly notice: BundleNotice | undefined }
  | { readonly type: 'approved'; readonly opens?: boolean | undefined }
  | { readonly type: 'sent'; readonly child: SentChild }
  | { readonly type: 'fee_sent' }
  | { readonly type: 'expired' }
  /** What was sent is followed, and what was not stays unpaid. */
  | { readonly type: 'follow'; readonly sent: readonly SentChild[] }
  | { readonly type: 'recorded'; readonly hash: string }
  | {
      readonly type: 'read';
      readonly view: unknown;
      readonly intents: readonly ChildIntent[];
    }
  | { readonly type: 'unanswered' }
  | { readonly type: 'left' };

/** The state after an event; one that does not apply changes nothing. */
export function nextBundle(state: BundleState, event: BundleEvent): BundleState {
  if (event.type === 'left') return { at: 'left' };
  if (event.type === 'follow') return followOf(event.sent);
  switch (state.at) {
    case 'choose':
      return event.type === 'picked' ? { at: 'quoting', source: event.source } : state;
    case 'quoting':
      return afterQuote(state, event);
    case 'review':
      return whileReviewing(state, event);
    case 'busy':
      return whileBusy(state, event);
    case 'following':
      return whileFollowing(state, event);
    default:
      return state;
  }
}

/** Following of what was sent, of which nothing is known yet. */
export function followOf(sent: readonly SentChild[]): Extract<BundleState, { at: 'following' }> {
  return { at: 'following', sent, intents: [], view: undefined, isOffline: false };
}

/** What is signed next; undefined once all is. */
export function nextOf({ left }: BundleQuote): BundleStep | undefined {
  return left[0];
}

function afterQuote(state: BundleState, event: BundleEvent): BundleState {
  switch (event.type) {
    case 'quoted':
      return { at: 'review', quote: event.quote, sent: [], ...noticeOf(event.notice) };
    case 'refused':
      return { at: 'choose', notice: event.notice };
    case 'mismatched':
      return { at: 'mismatch', problem: event.problem };
    default:
      return state;
  }
}

type Reviewing = Extract<BundleState, { at: 'review' }>;

function whileReviewing(state: Reviewing, event: BundleEvent): BundleState {
  const { quote, sent } = state;
  switch (event.type) {
    case 'began':
      return state.isExpired ? state : { at: 'busy', quote, sent, ...event.work };
    case 'expired':
      return { ...state, isExpired: true };
    case 'recorded':
      return { ...state, sent: recorded(sent, event.hash) };
    // Of what was sent nothing is ever prepared again: a second route for a child would pay it twice.
    case 'picked':
      return sent.length > 0 ? state : { at: 'quoting', source: event.source };
    case 'choose':
      return sent.length > 0 ? state : { at: 'choose' };
    default:
      return state;
  }
}

function whileBusy(state: Extract<BundleState, { at: 'busy' }>, event: BundleEvent): BundleState {
  const { quote, sent } = state;
  switch (event.type) {
    case 'began':
      return { at: 'busy', quote, sent, ...event.work };
    case 'stopped':
      return { at: 'review', quote, sent, ...noticeOf(event.notice) };
    case 'approved':
      return nextOf(quote)?.kind === 'approval'
        ? { at: 'review', quote: withoutFirst(quote), sent, opens: event.opens }
        : state;
    case 'sent':
      return afterSent(quote, [...sent, event.child]);
    case 'fee_sent':
      return afterSent(quote, sent);
    case 'recorded':
      return { ...state, sent: recorded(sent, event.hash) };
    default:
      return state;
  }
}

function afterSent(quote: BundleQuote, sent: readonly SentChild[]): BundleState {
  const rest = withoutFirst(quote);
  return nextOf(rest) === undefined ? followOf(sent) : { at: 'review', quote: rest, sent };
}

function whileFollowing(
  state: Extract<BundleState, { at: 'following' }>,
  event: BundleEvent,
): BundleState {
  switch (event.type) {
    case 'recorded':
      return { ...state, sent: recorded(state.sent, event.hash) };
    case 'read':
      return { ...state, view: event.view, intents: event.intents, isOffline: false };
    case 'unanswered':
      return { ...state, isOffline: true };
    default:
      return state;
  }
}

function recorded(sent: readonly SentChild[], hash: string): readonly SentChild[] {
  return sent.map((one) => (one.hash === hash ? { ...one, isRecorded: true } : one));
}

function withoutFirst(quote: BundleQuote): BundleQuote {
  return { ...quote, left: quote.left.slice(1) };
}

const noticeOf = (notice: BundleNotice | undefined) => (notice === undefined ? {} : { notice });
