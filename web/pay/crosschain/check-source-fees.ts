import type { PreparedCall, PreparedFee, SecurePaymentCalldata } from '../../api/shapes.ts';
import { DOLLARS } from '../../wallet/trusted-bridges.generated.ts';
import { TRUSTED_CONTRACTS } from '../../wallet/trusted-contracts.generated.ts';
import type { Asset, TrustedContracts } from '../../wallet/trusted-network.ts';
import { borneByPayee, checkFees, type Paid } from '../check-paid.ts';
import { readToken } from '../check-single.ts';
import { callOf } from '../checked.ts';
import type { Link } from '../link.ts';
import type { Mismatch, PlannedFee, Step } from '../plan.ts';
import { agreedFees } from '../read-fees.ts';
import type { BridgeSource } from './bridge-plan.ts';

/** The fees of links that are paid by themselves where their routes start. */
export interface SourceFees {
  /** The contract that takes them. */
  readonly spender: string;
  readonly fees: readonly PlannedFee[];
  readonly steps: readonly Step[];
  readonly units: bigint;
}

/** Compares payments of fees, in the announced order, with what was agreed. */
export type CheckAgreed = (
  legs: readonly Paid[],
  terms: { readonly asset: Asset; readonly prepared: readonly PreparedFee[] },
) => readonly PlannedFee[] | Mismatch;

/**
 * Reads the calls behind those of routes, which pay agreed fees by the fee proxy of the network where they start, in its
 * token: of each no more than was agreed, one dollar for one, to whom it was agreed.
 */
export function checkSourceFees(
  calls: readonly PreparedCall[],
  about: {
    readonly check: CheckAgreed;
    readonly source: BridgeSource;
    readonly answer: SecurePaymentCalldata;
  },
): SourceFees | Mismatch {
  const { check, source, answer } = about;
  const { asset, networkId } = source;
  const contracts: TrustedContracts | undefined = TRUSTED_CONTRACTS[networkId];
  if (contracts === undefined) return 'contract';
  const legs: Paid[] = [];
  for (const call of calls) {
    const paid = readToken({ asset }, contracts, call);
    if (typeof paid === 'string') return paid;
    legs.push(paid);
  }
  const fees = check(legs, { asset, prepared: answer.fees ?? [] });
  if (typeof fees === 'string') return fees;
  const steps = fees.map((fee, at) => ({
    kind: 'fee' as const,
    call: callOf(calls[at] ?? {}),
    fee,
    totals: [{ asset, units: fee.units }],
  }));
  const units = fees.reduce((sum, fee) => sum + fee.units, 0n);
  return { spender: contracts.feeProxy, fees, steps, units };
}

/** The same of one link: each of its fees at most once. */
export function checkFeesOf(link: Link): CheckAgreed {
  return (legs, { asset, prepared }) =>
    checkFees(legs, { asset, agreed: agreedIn(asset, link), prepared });
}

/** The fees of a link in the token that they are paid in; none where no rate is agreed, as they were agreed in dollars. */
function agreedIn(asset: Asset, { feePlan, payments: [{ asset: due }] }: Link) {
  if (![due, asset].every(({ symbol }) => DOLLARS.includes(symbol))) return [];
  return agreedFees(feePlan, due.decimals).map((fee) => ({
    ...fee,
    units: scaleUp(fee.units, due, asset),
  }));
}

/**
 * What of the fees is taken from what the payee gets, in the token of the payment. Each was rounded up where the
 * source token has fewer decimals: then what the payment leaves out counts, if it rounds to them.
 */
export function borneUnitsOf(
  { fees }: SourceFees,
  {
    from,
    to,
    leftOutUnits,
  }: { readonly from: Asset; readonly to: Asset; readonly leftOutUnits: bigint },
): bigint {
  const units = borneByPayee(fees);
  const rounded = fees.filter(({ bearer }) => bearer === 'payee').length;
  const least = units === 0n ? 0n : units - BigInt(rounded);
  const isRounded =
    leftOutUnits > scaleUp(least, from, to) && leftOutUnits <= scaleUp(units, from, to);
  return isRounded ? leftOutUnits : scaleUp(units, from, to);
}

/** The same number of wholes in another token, rounded up. */
function scaleUp(units: bigint, from: Asset, to: Asset): bigint {
  const scaled = units * 10n ** BigInt(to.decimals);
  const whole = 10n ** BigInt(from.decimals);
  return (scaled + whole - 1n) / whole;
}
