import type { WalletRefusal } from '../../wallet/refusal.ts';
import type { NoticeText } from '../page-state.ts';
import type { Step } from '../plan.ts';
import type { BridgeMismatch, BridgePlan } from './bridge-plan.ts';
import { isOpen, isSameHash, type ShownIntent } from './payment-intents.ts';
import type { SentRoute } from './sent-route.ts';
import type { RouteSource, SourceOption } from './source-options.ts';

/** How a Safe signs a route. */
export interface SafeTerms {
  /** Until when it can be executed, in milliseconds since 1970. */
  readonly until: number;
  /** Whether one owner alone signs for it. */
  readonly isOfOne: boolean;
  /** Whether its owners sign one after another; else its wallet executes it at once. */
  readonly isProposed: boolean;
  /** To whom returns what does not arrive. */
  readonly refundTo: string;
}

/** A route that was prepared and found to be the payment that the page shows. */
export interface RouteQuote {
  readonly source: RouteSource;
  readonly plan: BridgePlan;
  /** Until when its price is good, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** How long it usually takes; undefined where nobody says. */
  readonly durationS: number | undefined;
  /** What names the route, so that it can be prepared again; opaque here. */
  readonly step: unknown;
  /** Of a Safe: its calls are one transaction. */
  readonly safe?: SafeTerms | undefined;
}

/** Why a route cannot be prepared now; the last where the API said nothing that this page knows. */
export type RouteRefusal =
  | 'route_not_available'
  | 'amount_too_low_for_route'
  | 'amount_too_high_for_route'
  | 'route_too_expensive'
  | 'route_refused'
  | 'payer_is_contract'
  | 'payee_is_contract_elsewhere'
  | 'rate_not_available'
  | 'refund_wallet_required'
  | 'route_ends_too_soon'
  | 'payer_is_not_safe'
  | 'provider_away'
  | 'short'
  | 'no_gas'
  | 'limited';

/** Something to say on coming back to a screen. */
export type RouteNotice =
  | WalletRefusal
  | RouteRefusal
  | 'wrong_account'
  | 'other_tab'
  | 'left_open'
  | 'api_away'
  | 'approval_reverted'
  | 'approval_dropped'
  | 'second_payment'
  | NoticeText
  | PriceChange;

/** What a refreshed price was before. */
interface PriceChange {
  readonly beforeUnits: bigint;
}

/** What the source network says of a payment that was sent there, as far as the page can read it. */
export type SourceWord = 'mined' | 'reverted' | 'replaced' | 'lost' | undefined;

/** What is known of payments from other networks that are followed. */
export interface Followed {
  /** What this browser sent; undefined where another device did. */
  readonly sent: SentRoute | undefined;
  readonly word: SourceWord;
  /** All that the API lists of the link. */
  readonly intents: readonly ShownIntent[];
  /** Whether the last call of the API failed. */
  readonly isOffline: boolean;
}

/** What the wallet is doing, or the page with it; an approval that was sent is followed. */
type RouteWork =
  | { readonly doing: 'switching' | 'signing' }
  | { readonly doing: 'approving'; readonly hash: string };

/** How far paying from another network is. */
export type RouteState =
  | { readonly at: 'loading'; readonly notice?: RouteNotice | undefined }
  | {
      readonly at: 'choose';
      readonly options: readonly SourceOption[];
      /** Of a Safe: tokens that return to an owner where they do not arrive. */
      readonly sources: readonly RouteSource[];
      readonly notice?: RouteNotice | undefined;
    }
  | { readonly at: 'quoting'; readonly source: RouteSource }
  | {
      readonly at: 'review';
      readonly quote: RouteQuote;
      readonly notice?: RouteNotice | undefined;
      /** Whether its price is too old and the page refreshes it no more by itself. */
      readonly isExpired?: boolean;
      /** Whether the wallet opens for it by itself, as was announced. */
      readonly opens?: boolean | undefined;
      /** The payment itself, once it was sent and only its fees are left to sign. */
      readonly sent?: SentRoute | undefined;
    }
  | ({
      readonly at: 'busy';
      readonly quote: RouteQuote;
      readonly sent?: SentRoute | undefined;
    } & RouteWork)
  | { readonly at: 'mismatch'; readonly problem: BridgeMismatch }
  | ({ readonly at: 'following' } & Followed)
  /** The page has gone on, so that nothing is worked on any more. */
  | { readonly at: 'left' };

/** What happens while paying from another network. */
export type RouteEvent =
  | {
      readonly type: 'options_read';
      readonly options: readonly SourceOption[];
      readonly sources?: readonly RouteSource[];
    }
  | { readonly type: 'picked'; readonly source: RouteSource }
  | {
      readonly type: 'quoted';
      readonly quote: RouteQuote;
      readonly notice?: RouteNotice | undefined;
    }
  | { readonly type: 'refused'; readonly notice: RouteNotice }
  | { readonly type: 'mismatched'; readonly problem: BridgeMismatch }
  | { readonly type: 'expired' }
  | { readonly type: 'began'; readonly work: RouteWork }
  /** The work ended without a payment. */
  | { readonly type: 'stopped'; readonly notice?: RouteNotice | undefined }
  /** The first step was signed and mined, so the next one is due. */
  | { readonly type: 'approved'; readonly opens?: boolean | undefined }
  /** A payment is on its way; fees may be left to sign of a quote of this page. */
  | {
      readonly type: 'sent';
      readonly sent: SentRoute;
      readonly quote?: RouteQuote;
    }
  | { readonly type: 'fee_sent' }
  | { readonly type: 'recorded' }
  | { readonly type: 'intents_read'; readonly intents: readonly ShownIntent[] }
  | { readonly type: 'unanswered' }
  | { readonly type: 'source_read'; readonly word: SourceWord }
  | { readonly type: 'choose' }
  | { readonly type: 'left' };

/** The step that the payer signs next. */
export function nextStep({ plan }: RouteQuote): Step | undefined {
  return plan.steps[0];
}

/** The state after an event. One that does not apply where the payer is changes nothing. */
export function nextRoute(state: RouteState, event: RouteEvent): RouteState {
  switch (event.type) {
    case 'sent':
      return afterSent(event.sent, event.quote);
    case 'left':
      return { at: 'left' };
    case 'choose':
      // Nothing leads away from a request that a wallet may still answer.
      return state.at === 'busy' ? state : { at: 'loading' };
    case 'options_read':
      return state.at === 'loading'
        ? {
            at: 'choose',
            options: event.options,
            sources: event.sources ?? [],
            notice: state.notice,
          }
        : state;
    case 'intents_read':
    case 'unanswered':
    case 'recorded':
    case 'source_read':
      return afterFollowing(state, event);
    default:
      return beforeSending(state, event);
  }
}

/** The fees that are left to sign, or the way to the receipt. */
function afterSent(sent: SentRoute, quote: RouteQuote | undefined): RouteState {
  const left = quote && withoutFirst(quote);
  const isLeft = left !== undefined && left.plan.steps.length > 0;
  return isLeft ? { at: 'review', quote: left, sent } : followOf(sent, []);
}

/** What is followed from now on. */
export function followOf(
  sent: SentRoute | undefined,
  intents: readonly ShownIntent[],
): Extract<RouteState, { at: 'following' }> {
  return { at: 'following', sent, intents, word: undefined, isOffline: false };
}

type BeforeSending = Exclude<
  RouteEvent,
  Following | { readonly type: 'sent' | 'choose' | 'left' | 'options_read' }
>;

function beforeSending(state: RouteState, event: BeforeSending): RouteState {
  if (state.at === 'following' || state.at === 'mismatch') return state;
  switch (event.type) {
    case 'picked':
      return state.at === 'choose' ? { at: 'quoting', source: event.source } : state;
    case 'quoted':
      return { at: 'review', quote: event.quote, notice: event.notice };
    case 'mismatched':
      return { at: 'mismatch', problem: event.problem };
    case 'refused':
      return 'quote' in state
        ? { at: 'review', quote: state.quote, notice: event.notice, isExpired: true }
        : { at: 'loading', notice: event.notice };
    default:
      return 'quote' in state ? withQuote(state, event) : state;
  }
}

type Quoted = Extract<RouteState, { readonly quote: RouteQuote }>;
type WithQuote = Exclude<
  BeforeSending,
  { readonly type: 'picked' | 'quoted' | 'mismatched' | 'refused' }
>;

/** One signature after the other. */
function withQuote(state: Quoted, event: WithQuote): RouteState {
  const { quote, sent } = state;
  switch (event.type) {
    case 'began':
      return { at: 'busy', quote, sent, ...event.work };
    case 'stopped':
      return { at: 'review', quote, sent, notice: event.notice };
    case 'approved':
      return { at: 'review', quote: withoutFirst(quote), opens: event.opens };
    case 'fee_sent':
      return sent === undefined ? state : afterSent(sent, quote);
    case 'expired':
      return state.at === 'review' ? { ...state, isExpired: true } : state;
  }
}

function withoutFirst(quote: RouteQuote): RouteQuote {
  return { ...quote, plan: { ...quote.plan, steps: quote.plan.steps.slice(1) } };
}

type Following = Extract<
  RouteEvent,
  { readonly type: 'intents_read' | 'unanswered' | 'recorded' | 'source_read' }
>;

function afterFollowing(state: RouteState, event: Following): RouteState {
  if (state.at !== 'following') return state;
  switch (event.type) {
    case 'intents_read':
      return { ...state, intents: event.intents, isOffline: false };
    case 'unanswered':
      return { ...state, isOffline: true };
    case 'recorded':
      return state.sent ? { ...state, sent: { ...state.sent, isRecorded: true } } : state;
    case 'source_read':
      return state.word === event.word ? state : { ...state, word: event.word };
  }
}

/** The payment that is shown: that of this browser, else the newest one that may still arrive, else the newest. */
export function shownIntent({ sent, intents }: Followed): ShownIntent | undefined {
  if (sent !== undefined) return intents.find(({ hash }) => isSameHash(hash, sent.hash));
  return intents.find(isOpen) ?? intents[0];
}
