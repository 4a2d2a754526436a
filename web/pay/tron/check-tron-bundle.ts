import type { BatchCall } from '../../wallet/calldata.ts';
import { decodeTronBatch } from '../../wallet/tron/batch-call.ts';
import { checkBatchesBy } from '../check-batch.ts';
import type { Answered, Checked } from '../checked.ts';
import type { Mismatch } from '../plan.ts';
import { hasFeesInside } from './check-tron-batch.ts';

/**
 * Checks the calls of Tron's batch contract that pay a bundle: as those of the other networks, in one token, with
 * every fee as an item of its own and none inside of one, behind an approval of exactly what they take.
 */
export function checkTronBundle(parts: Answered): Checked | Mismatch {
  const batches = parts.calls.map(({ data }) => decodeTronBatch(data ?? ''));
  if (batches.some((batch) => batch !== undefined && hasFeesInside(batch))) return 'fee';
  const checked = checkBatchesBy(readBatch, parts);
  return typeof checked === 'string' ? checked : { ...checked, isExact: true };
}

/** A call of Tron's batch contract, as that of the other networks is read. */
export function readBatch(data: string): BatchCall | undefined {
  const batch = decodeTronBatch(data);
  if (batch === undefined) return undefined;
  const { token, items, feeAddress } = batch;
  const path = [token];
  const payments = items.map(
    (item) => ({ ...item, kind: 'token', path, maxToSpendUnits: 0n }) as const,
  );
  return { payments, feeAddress };
}
