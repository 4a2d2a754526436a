import type { PreparedCall } from '../api/shapes.ts';
import { sameAddress } from '../ui/address.ts';
import { decodeConversion, decodeNativePayment, decodePayment } from '../wallet/calldata.ts';
import { FIAT_HASHES } from '../wallet/trusted-contracts.generated.ts';
import type { TrustedContracts } from '../wallet/trusted-network.ts';
import { checkPaid, type Paid } from './check-paid.ts';
import { type Answered, type Checked, callOf, coinOf } from './checked.ts';
import type { Payment } from './link.ts';
import type { Mismatch } from './plan.ts';

/** Checks the call of a single payment and those of its fees, of which each is a payment again. */
export function checkSingle(parts: Answered): Checked | Mismatch {
  const { link, contracts, calls } = parts;
  const [payment] = link.payments;
  const [mainCall, ...feeCalls] = calls;
  if (mainCall === undefined) return 'unreadable';
  const main = readPayment(payment, contracts, mainCall);
  if (typeof main === 'string') return main;
  const legs: Paid[] = [];
  for (const call of feeCalls) {
    const paid = readPayment(payment, contracts, call);
    if (typeof paid === 'string') return paid;
    legs.push(paid);
  }
  const checked = checkPaid(parts, main, legs);
  if (typeof checked === 'string') return checked;
  const { asset } = payment;
  const own = checked.fees.filter(({ label }) => label === undefined);
  const others = checked.fees.filter(({ label }) => label !== undefined);
  return {
    ...checked,
    spender: spenderOf(payment, contracts),
    steps: [
      {
        kind: 'pay',
        call: callOf(mainCall),
        payments: 1,
        positions: [0],
        totals: [{ asset, units: main.spendUnits }],
        fees: own,
      },
      ...others.map((fee, at) => ({
        kind: 'fee' as const,
        call: callOf(feeCalls[at] ?? mainCall),
        fee,
        totals: [{ asset, units: legs[at]?.spendUnits ?? 0n }],
      })),
    ],
  };
}

function readPayment(
  payment: Payment,
  contracts: TrustedContracts,
  call: PreparedCall,
): Paid | Mismatch {
  if (payment.conversion !== undefined) return readConversion(payment, contracts, call);
  return payment.asset.address === undefined
    ? readNative(contracts, call)
    : readToken(payment, contracts, call);
}

/** A payment of a token by the fee proxy. */
export function readToken(
  { asset }: Pick<Payment, 'asset'>,
  { feeProxy }: TrustedContracts,
  call: PreparedCall,
): Paid | Mismatch {
  if (coinOf(call) !== 0n) return 'coin';
  const paid = decodePayment(call.data ?? '');
  if (paid === undefined) return 'unreadable';
  if (!sameAddress(call.to, feeProxy)) return 'contract';
  if (!sameAddress(paid.token, asset.address)) return 'token';
  return { ...paid, spendUnits: paid.amountUnits + paid.feeUnits };
}

function readNative({ nativeProxy }: TrustedContracts, call: PreparedCall): Paid | Mismatch {
  const paid = decodeNativePayment(call.data ?? '');
  const value = coinOf(call);
  if (paid === undefined || value === undefined) return 'unreadable';
  if (!sameAddress(call.to, nativeProxy)) return 'contract';
  return { ...paid, amountUnits: value - paid.feeUnits, spendUnits: value };
}

function readConversion(
  { asset, conversion }: Payment,
  { conversionProxy }: TrustedContracts,
  call: PreparedCall,
): Paid | Mismatch {
  if (coinOf(call) !== 0n) return 'coin';
  const paid = decodeConversion(call.data ?? '');
  if (paid === undefined) return 'unreadable';
  if (!sameAddress(call.to, conversionProxy)) return 'contract';
  if (!isConversionPath(paid.path, conversion?.currency, asset.address)) return 'token';
  return { ...paid, amountUnits: paid.invoiceUnits, spendUnits: paid.maxToSpendUnits };
}

/** Whether a path leads from an invoice's currency to the token. What is between only sets the rate. */
export function isConversionPath(
  path: readonly string[],
  currency: string | undefined,
  token: string | undefined,
): boolean {
  return (
    path.length > 1 &&
    sameAddress(path[0], FIAT_HASHES[currency ?? '']) &&
    sameAddress(path.at(-1), token)
  );
}

function spenderOf(
  { asset, conversion }: Payment,
  { feeProxy, conversionProxy }: TrustedContracts,
): string | undefined {
  if (asset.address === undefined) return undefined;
  return conversion === undefined ? feeProxy : conversionProxy;
}
