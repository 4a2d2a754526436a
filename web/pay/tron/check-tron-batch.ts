import { sameAddress } from '../../ui/address.ts';
import { decodeTronBatch } from '../../wallet/tron/batch-call.ts';
import { NO_FEE_ADDRESS } from '../../wallet/trusted-contracts.generated.ts';
import { checkPaid, type Paid } from '../check-paid.ts';
import { type Answered, type Checked, callOf, coinOf } from '../checked.ts';
import type { Mismatch } from '../plan.ts';

/**
 * Checks the one call of Tron's batch contract that makes a single payment and pays its fees, each an item with a
 * reference of its own. None is inside an item, where it would have no reference and the one receiver of them all.
 */
export function checkTronBatch(parts: Answered): Checked | Mismatch {
  const { link, contracts, calls } = parts;
  const [{ asset }] = link.payments;
  const [call, ...others] = calls;
  const batch = call && decodeTronBatch(call.data ?? '');
  if (batch === undefined || call === undefined || others.length > 0) return 'unreadable';
  if (coinOf(call) !== 0n) return 'coin';
  if (!sameAddress(call.to, contracts.batch)) return 'contract';
  if (!sameAddress(batch.token, asset.address)) return 'token';
  if (hasFeesInside(batch)) return 'fee';
  const [main, ...legs] = batch.items.map(
    (item): Paid => ({ ...item, feeAddress: NO_FEE_ADDRESS, spendUnits: item.amountUnits }),
  );
  if (main === undefined) return 'unreadable';
  const checked = checkPaid(parts, main, legs);
  if (typeof checked === 'string') return checked;
  const { totals, fees } = checked;
  return {
    ...checked,
    spender: contracts.batch,
    isExact: true,
    steps: [{ kind: 'pay', call: callOf(call), payments: 1, positions: [0], totals, fees }],
  };
}

/** Whether a call pays fees inside its items, or names who would receive them. */
export function hasFeesInside({
  items,
  feeAddress,
}: NonNullable<ReturnType<typeof decodeTronBatch>>): boolean {
  return items.some(({ feeUnits }) => feeUnits > 0n) || !sameAddress(feeAddress, NO_FEE_ADDRESS);
}
