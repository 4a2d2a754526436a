import type { Context } from '#context.ts';
import type { CommercePayment } from './model/commerce-payment.ts';
import { type CommerceSums, sumsOf } from './model/position.ts';
import { findEvents, type StoredEvent } from './store/events.ts';
import { findOperations, type Operation } from './store/operations.ts';

/** What is stored of a payment beside its row. */
export interface CommerceState {
  readonly events: readonly StoredEvent[];
  readonly operations: readonly Operation[];
  /** The one that has not ended. */
  readonly open: Operation | undefined;
  /** Whether the last transaction that was to authorise it ended without doing so. */
  readonly hasFailed: boolean;
  /** Of the events that count. */
  readonly counted: CommerceSums;
  /** Of all that were seen. */
  readonly seen: CommerceSums;
}

/** Reads a payment's events and operations. */
export async function readState(ctx: Context, payment: CommercePayment): Promise<CommerceState> {
  const events = await findEvents(ctx, payment);
  const operations = await findOperations(ctx, payment);
  const ended = operations.findLast(
    ({ kind, outcome }) => kind === 'authorize' && outcome !== undefined && outcome !== 'refused',
  );
  return {
    events,
    operations,
    open: operations.find(({ outcome }) => outcome === undefined),
    hasFailed: ended?.outcome === 'failed',
    counted: sumsOf(events.filter(({ isCounted }) => isCounted)),
    seen: sumsOf(events.filter(({ isMoved }) => isMoved)),
  };
}
