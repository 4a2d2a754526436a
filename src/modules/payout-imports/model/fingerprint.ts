import { createHash } from 'node:crypto';
import type { PayableRow } from './checked-row.ts';

/** What is paid to whom in which order, as 32 bytes: the same list has the same, in any spelling and with any lines. */
export function fingerprintOf(rows: readonly PayableRow[]): Buffer {
  const paid = rows.map(({ payout }) => [
    payout.recipient,
    payout.currencyId,
    payout.amountUnits.toString(),
    payout.reference ?? null,
    payout.recipientIdentifier ?? null,
  ]);
  return createHash('sha256').update(JSON.stringify(paid)).digest();
}
