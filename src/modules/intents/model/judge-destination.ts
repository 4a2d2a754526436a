import type { Fill, FillState, Refund } from '#chains/chain.ts';
import { advance, type Finding, type Progress } from './progress.ts';

/** A payment in the ledger that a transaction made of the intent's request. */
export interface LedgerPayment {
  readonly transactionHash: string;
  /** Undefined where the transaction made several. */
  readonly transferId: string | undefined;
  readonly isFinal: boolean;
  /** The transactions of the other payments that count. */
  readonly others: readonly string[];
}

/** Whether the fill of an intent must be found, or found again. */
export function needsFill({ status, fill }: Progress, state: FillState): boolean {
  if (!state.isFilled) return false;
  if (status === 'filled') return fill === null || (state.isFilledFinally && !fill.isFinal);
  return status === 'source_seen' || status === 'source_confirmed' || status === 'unfilled';
}

/** What the destination says of a deposit; `fill` is what was found now, where it had to be. */
export function judgeFill(progress: Progress, state: FillState, fill: Fill | undefined): Progress {
  const { status } = progress;
  if (!state.isFilled) {
    if (status === 'filled') {
      const gone: Finding = { event: 'fill_gone', observedFrom: 'destination', details: {} };
      return advance({ ...progress, fill: null }, gone);
    }
    return advance(progress, deadlinePassed(progress, state));
  }
  const known = { ...progress, fill: fill ?? progress.fill };
  const seen = advance(known, {
    event: 'fill_seen',
    observedFrom: 'destination',
    details: fill === undefined ? {} : { txHash: fill.transactionHash, outcome: fill.outcome },
  });
  const { fill: found } = seen;
  if (found === null || !found.isFinal || found.outcome === 'call_ran') return seen;
  const details = {
    txHash: found.transactionHash,
    outcome: found.outcome,
    fallback: found.fallback,
  };
  return advance(seen, { event: 'call_failed', observedFrom: 'destination', details });
}

/** Only from a final source, by the clock of a final block of the destination. */
function deadlinePassed({ deposit }: Progress, state: FillState): Finding | undefined {
  if (deposit === null || state.isFilledFinally || state.finalTime <= deposit.fillDeadline) {
    return undefined;
  }
  const details = { fillDeadline: deposit.fillDeadline, finalTime: state.finalTime };
  return { event: 'deadline_passed', observedFrom: 'destination', details };
}

/** What a final refund says of an intent; one that is not final says nothing. */
export function judgeRefund(progress: Progress, refund: Refund | undefined): Progress {
  if (refund === undefined || !refund.isFinal) return progress;
  const details = { txHash: refund.transactionHash, to: refund.to, units: refund.units };
  const moved = advance(progress, { event: 'refund_final', observedFrom: 'source', details });
  return moved === progress ? progress : { ...moved, refund };
}

/** What our ledger says of an intent: whether the payment that it made counts. */
export function judgeLedger(progress: Progress, payment: LedgerPayment | undefined): Progress {
  if (payment === undefined) {
    return advance(progress, { event: 'payment_undone', observedFrom: 'ledger', details: {} });
  }
  const { transactionHash: txHash, others } = payment;
  // Both payments stay the payee's; whoever reads the intent finds the other one by its hash.
  const details = { txHash, ...(others.length > 0 && { otherTxHashes: others }) };
  const found: Finding = { event: 'payment_settled', observedFrom: 'ledger', details };
  const { transferId, isFinal } = payment;
  return { ...advance(progress, found), transferId, isFinal };
}
