import type { Wallet } from '../../wallet/provider.ts';
import type { unpaidMessages } from '../messages/en/unpaid.ts';
import type { NoticeText, SignatureRefusal } from '../page-state.ts';
import type { Mismatch } from '../plan.ts';
import type { FeesPlan } from './check-unpaid.ts';
import { isListed, type UnpaidFees } from './unpaid-fees.ts';

/** Something to say about what just happened. */
export type FeesNotice =
  | Exclude<SignatureRefusal, NoticeText>
  | keyof typeof unpaidMessages.notices;

/** Who pays the fees. */
export interface FeesPayer {
  readonly wallet: Wallet;
  readonly address: string;
  readonly chainId: number;
}

/** Fees that left this browser. */
export interface SentFees {
  readonly hash: string;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly walletId: string;
  readonly networkId: string;
  /** Of the fees that the transaction pays. */
  readonly references: readonly string[];
}

/** Fees that were prepared and found to be exactly those that are listed. */
export interface FeesDue {
  readonly payer: FeesPayer;
  readonly unpaid: UnpaidFees;
  readonly plan: FeesPlan;
}

/** The state of paying the outstanding fees of a completed link. */
export type FeesState =
  | { readonly at: 'listed'; readonly notice?: FeesNotice | undefined }
  | {
      readonly at: 'busy';
      readonly doing: keyof typeof unpaidMessages.doing;
      readonly wallet: Wallet;
    }
  | ({ readonly at: 'review'; readonly notice?: FeesNotice | undefined } & FeesDue)
  /** What would be signed is not what is listed; there is no button. */
  | { readonly at: 'mismatch'; readonly problem: Mismatch }
  | {
      readonly at: 'sent';
      readonly sent: SentFees;
      readonly isLost: boolean;
      /** Why the network did not take what was signed, and until when it still could. */
      readonly refusal?: string;
    };

/** What can happen to it. */
export type FeesEvent =
  | {
      readonly type: 'began';
      readonly doing: keyof typeof unpaidMessages.doing;
      readonly wallet: Wallet;
    }
  | ({ readonly type: 'prepared'; readonly notice?: FeesNotice | undefined } & FeesDue)
  | { readonly type: 'mismatched'; readonly problem: Mismatch }
  /** It goes no further for now. */
  | { readonly type: 'stopped'; readonly notice?: FeesNotice | undefined }
  | { readonly type: 'sent'; readonly sent: SentFees }
  | { readonly type: 'replaced'; readonly hash: string }
  | { readonly type: 'lost' }
  /** The network did not take it, and may do so until it expires. */
  | { readonly type: 'refused'; readonly text: string }
  /** The transaction pays nothing: it was refused, cancelled or dropped. */
  | { readonly type: 'failed'; readonly notice: FeesNotice }
  /** What the API lists as outstanding now. */
  | { readonly type: 'reported'; readonly outstanding: unknown };

/** The page state after an event. Fees that were sent are followed until the API lists them no more. */
export function nextFees(state: FeesState, event: FeesEvent): FeesState {
  if (state.at === 'sent') return whileSent(state, event);
  if (state.at === 'mismatch') return state;
  switch (event.type) {
    case 'began':
      return { at: 'busy', doing: event.doing, wallet: event.wallet };
    case 'prepared':
      return afterPrepared(event);
    case 'mismatched':
      return { at: 'mismatch', problem: event.problem };
    case 'stopped':
    case 'failed':
      return { at: 'listed', notice: event.notice };
    case 'sent':
      return { at: 'sent', sent: event.sent, isLost: false };
    default:
      return state;
  }
}

function afterPrepared({
  payer,
  unpaid,
  plan,
  notice,
}: Extract<FeesEvent, { type: 'prepared' }>): FeesState {
  if (!plan.hasEnoughBalance) return { at: 'listed', notice: 'short' };
  if (!plan.hasEnoughGas) return { at: 'listed', notice: 'noGas' };
  return { at: 'review', payer, unpaid, plan, notice };
}

function whileSent(state: Extract<FeesState, { at: 'sent' }>, event: FeesEvent): FeesState {
  switch (event.type) {
    case 'replaced':
      return { ...state, sent: { ...state.sent, hash: event.hash } };
    case 'lost':
      return { ...state, isLost: true };
    case 'refused':
      return { ...state, refusal: event.text };
    case 'failed':
      return { at: 'listed', notice: event.notice };
    case 'reported':
      return isListed(event.outstanding, state.sent.references) ? state : { at: 'listed' };
    default:
      return state;
  }
}

/** Whether two plans have the same calls; the transactions around them may be good for longer. */
export function isSameFees(one: FeesPlan, other: FeesPlan): boolean {
  const callsOf = ({ steps }: FeesPlan) =>
    JSON.stringify(steps.map(({ call: { to, data, value } }) => [to, data, value]));
  return callsOf(one) === callsOf(other);
}
