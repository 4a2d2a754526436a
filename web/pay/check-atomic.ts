import { sameAddress } from '../ui/address.ts';
import { type BatchPayment, decodeBatch } from '../wallet/calldata.ts';
import { NO_FEE_ADDRESS } from '../wallet/trusted-contracts.generated.ts';
import { checkPaid, type Paid } from './check-paid.ts';
import { isConversionPath } from './check-single.ts';
import { type Answered, type Checked, callOf, coinOf } from './checked.ts';
import type { Payment } from './link.ts';
import type { Mismatch, PlannedFee } from './plan.ts';

/**
 * Checks the one call of the batch contract that makes a single payment and pays its fees: each of its
 * items as the call of its own that it stands for. Coins must be sent along to the unit, and the approval
 * is exact, so that the contract can take no fee of its own.
 */
export function checkAtomic(parts: Answered): Checked | Mismatch {
  const { link, contracts, calls } = parts;
  const [payment] = link.payments;
  const [call, ...others] = calls;
  if (call === undefined || others.length > 0) return 'unreadable';
  const batch = decodeBatch(call.data ?? '');
  const value = coinOf(call);
  if (batch === undefined || value === undefined) return 'unreadable';
  if (!sameAddress(call.to, contracts.batch)) return 'contract';
  const items: Paid[] = [];
  for (const item of batch.payments) {
    const paid = readItem(payment, item, batch.feeAddress);
    if (typeof paid === 'string') return paid;
    items.push(paid);
  }
  const [main, ...legs] = items;
  if (main === undefined) return 'unreadable';
  const checked = checkPaid(parts, main, legs);
  if (typeof checked === 'string') return checked;
  const { asset } = payment;
  const [total] = checked.totals;
  if (value !== (asset.address === undefined ? total?.units : 0n)) return 'coin';
  const fees: readonly PlannedFee[] = checked.fees;
  return {
    ...checked,
    spender: asset.address === undefined ? undefined : contracts.batch,
    isExact: true,
    steps: [
      {
        kind: 'pay',
        call: callOf(call),
        payments: 1,
        positions: [0],
        totals: checked.totals,
        fees,
      },
    ],
  };
}

/** An item of the call as the payment that it makes. */
function readItem(payment: Payment, item: BatchPayment, feeReceiver: string): Paid | Mismatch {
  const { asset, conversion } = payment;
  const { kind, path, payee, reference, amountUnits, feeUnits, maxToSpendUnits } = item;
  const isConverted = conversion !== undefined;
  const own = isConverted ? 'conversion' : asset.address === undefined ? 'native' : 'token';
  if (kind !== own) return 'payments';
  const isPath = isConverted
    ? isConversionPath(path, conversion.currency, asset.address)
    : path.join() === (asset.address ?? '').toLowerCase();
  if (!isPath) return 'token';
  return {
    payee,
    reference,
    amountUnits,
    feeUnits,
    feeAddress: feeUnits > 0n ? feeReceiver : NO_FEE_ADDRESS,
    spendUnits: isConverted ? maxToSpendUnits : amountUnits + feeUnits,
  };
}
