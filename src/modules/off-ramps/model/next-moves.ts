import type { OffRampState } from '#providers/off-ramp-provider.ts';
import type { OffRampEvent, OffRampStatus } from './status.ts';

/** The way of a payout that arrives, and what leads to each of its states. */
const WAY: readonly (readonly [status: OffRampStatus, event: OffRampEvent])[] = [
  ['initiated', 'was_paid_for'],
  ['pending_internal_assessment', 'was_taken_up'],
  ['ongoing_checks', 'was_credited'],
  ['sending_fiat', 'was_submitted'],
  ['fiat_sent', 'was_processed'],
  ['confirmed', 'was_confirmed'],
];

/** How far along the way a provider is; undefined for a state beside it. */
const REACHED: Readonly<Partial<Record<OffRampState, OffRampStatus>>> = {
  in_review: 'pending_internal_assessment',
  funds_received: 'ongoing_checks',
  payout_submitted: 'sending_fiat',
  payout_processed: 'fiat_sent',
};

/** What is known of a payout. */
interface Known {
  readonly status: OffRampStatus;
  /** The provider's word. */
  readonly state: OffRampState;
  /** Whether the ledger has the payer's tokens at the deposit address. */
  readonly isPaid: boolean;
}

/**
 * The moves that bring a payout to where its provider is, each with its own event, so that none is skipped. A provider that
 * seems to go back moves nothing, and neither does one whose word is unknown. The ledger has a
 * word in the end: without its payment nothing is confirmed or refunded.
 */
export function nextMoves({ status, state, isPaid }: Known): readonly OffRampEvent[] {
  if (status === 'drafted') return [];
  switch (state) {
    case 'unknown':
      return [];
    case 'awaiting_funds':
      return isPaid ? along(status, 'initiated') : [];
    case 'bounced':
    case 'return_blocked':
      return toBounced(status);
    case 'refunded':
      return isPaid ? toRefunded(status) : toBounced(status);
    case 'failed':
      return toFailed(status, isPaid);
    default: {
      const moves = along(status, REACHED[state] ?? status);
      const isSent = state === 'payout_processed' && canConfirm(status);
      return isSent && isPaid ? [...moves, 'was_confirmed'] : moves;
    }
  }
}

const placeOf = (status: OffRampStatus) => WAY.findIndex(([at]) => at === status);
const isBeside = (status: OffRampStatus) => status !== 'opened' && placeOf(status) < 0;
const canConfirm = (status: OffRampStatus) => !isBeside(status) && status !== 'confirmed';

/** The moves from a state to a later one of the way; none for one that is not later. */
function along(from: OffRampStatus, to: OffRampStatus): readonly OffRampEvent[] {
  if (isBeside(from)) return [];
  return WAY.slice(placeOf(from) + 1, placeOf(to) + 1).map(([, event]) => event);
}

function toBounced(status: OffRampStatus): readonly OffRampEvent[] {
  if (isBeside(status)) return [];
  return [...along(status, 'sending_fiat'), 'came_back'];
}

function toRefunded(status: OffRampStatus): readonly OffRampEvent[] {
  if (status === 'bounced') return ['was_refunded'];
  return isBeside(status) ? [] : [...toBounced(status), 'was_refunded'];
}

/** An order that is given up before any tokens came is void; after the money was confirmed its bank alone can undo it. */
function toFailed(status: OffRampStatus, isPaid: boolean): readonly OffRampEvent[] {
  if (status === 'opened')
    return isPaid ? ['was_paid_for', 'was_given_up'] : ['was_never_paid_for'];
  if (status === 'bounced') return ['was_given_up'];
  return isBeside(status) || status === 'confirmed' ? [] : ['was_given_up'];
}
