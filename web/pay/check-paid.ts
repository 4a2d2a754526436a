import type { PreparedFee } from '../api/shapes.ts';
import { sameAddress } from '../ui/address.ts';
import { unitsOf } from '../ui/amount.ts';
import { NO_FEE_ADDRESS } from '../wallet/trusted-contracts.generated.ts';
import type { Asset } from '../wallet/trusted-network.ts';
import { type Answered, type Checked, convertedFrom, isNearRate } from './checked.ts';
import type { Payment } from './link.ts';
import type { Mismatch, PlannedFee } from './plan.ts';
import { type AgreedFee, agreedFees, shareOf } from './read-fees.ts';

/** One payment, whichever contract is called for it. Amount and fee of a conversion are of the invoice. */
export interface Paid {
  readonly payee: string;
  readonly amountUnits: bigint;
  readonly feeUnits: bigint;
  readonly feeAddress: string;
  readonly reference: string;
  /** What it takes of the asset, at most. */
  readonly spendUnits: bigint;
}

/**
 * Compares a payment and those of its fees, in the announced order, with what the page
 * shows; by any calls. The answer has no steps yet.
 */
export function checkPaid(
  { link, answer }: Answered,
  main: Paid,
  legs: readonly Paid[],
): Checked | Mismatch {
  const [payment] = link.payments;
  const asset = convertedFrom(payment);
  const agreed = agreedFees(link.feePlan, asset.decimals);
  const fees = checkFees(legs, { asset, agreed, prepared: answer.fees ?? [] });
  if (typeof fees === 'string') return fees;
  const wrong = compareMain(link, { answer, main, borneUnits: borneByPayee(fees) });
  if (wrong !== undefined) return wrong;
  const { conversion } = payment;
  const totalUnits = main.spendUnits + sum(legs.map(({ spendUnits }) => spendUnits));
  if (conversion !== undefined && !isNearRate(totalUnits, conversion.maxUnits)) return 'rate';
  return {
    spender: undefined,
    steps: [],
    mainUnits: main.amountUnits,
    fees: [...ownFeeOf(payment, { answer, main }), ...fees],
    totals: [{ asset: payment.asset, units: totalUnits }],
    contractFees: [],
    paymentReference: main.reference,
  };
}

/** The fee inside a payment, where it has one. */
export function ownFeeOf(
  payment: Payment,
  { answer, main }: Pick<Answered, 'answer'> & { readonly main: Paid },
): readonly PlannedFee[] {
  if (main.feeUnits === 0n) return [];
  return [
    {
      asset: convertedFrom(payment),
      units: main.feeUnits,
      label: undefined,
      percentage: answer.metadata?.platformFee?.percentage,
      address: main.feeAddress,
      bearer: 'payer',
    },
  ];
}

/** What of fees is taken from what the payee gets. */
export function borneByPayee(fees: readonly PlannedFee[]): bigint {
  return sum(fees.map(({ bearer, units }) => (bearer === 'payee' ? units : 0n)));
}

/** What fees are compared with. */
interface FeeTerms {
  /** In what they are paid. */
  readonly asset: Asset;
  readonly agreed: readonly AgreedFee[];
  readonly prepared: readonly PreparedFee[];
}

/** Compares payments of fees, in the announced order, with what was agreed: each of those at most once. */
export function checkFees(
  legs: readonly Paid[],
  { asset, agreed, prepared }: FeeTerms,
): readonly PlannedFee[] | Mismatch {
  // A call behind those would be signed unseen.
  if (legs.length !== prepared.length) return 'unreadable';
  const unpaid = [...agreed];
  const fees: PlannedFee[] = [];
  for (const [at, leg] of legs.entries()) {
    const fee = readFee({ asset, unpaid }, leg, prepared[at]);
    if (typeof fee === 'string') return fee;
    fees.push(fee);
  }
  return fees;
}

/** The payment itself: payee, amount less what the payee bears, reference and the fee inside it. */
export function compareMain(
  { payments: [payment] }: Answered['link'],
  {
    answer,
    main,
    borneUnits,
  }: Pick<Answered, 'answer'> & { readonly main: Paid; readonly borneUnits: bigint },
): Mismatch | undefined {
  const dueUnits = payment.conversion?.invoiceUnits ?? payment.amountUnits;
  if (!sameAddress(main.payee, payment.payee)) return 'payee';
  if (main.amountUnits !== dueUnits - borneUnits) return 'amount';
  const references = [payment.paymentReference, answer.paymentReference ?? undefined];
  const known = references.filter((reference) => reference !== undefined);
  if (!known.every((reference) => sameAddress(reference, main.reference))) return 'reference';
  return isExpectedFee(main, answer.metadata?.platformFee) ? undefined : 'fee';
}

/** Reads one, and takes it off those that are not paid yet. */
function readFee(
  { asset, unpaid }: Pick<FeeTerms, 'asset'> & { readonly unpaid: AgreedFee[] },
  paid: Paid,
  prepared: PreparedFee | undefined,
): PlannedFee | Mismatch {
  const units = unitsOf(prepared?.amount ?? '', asset.decimals);
  const place = unpaid.findIndex(
    (one) => one.type === prepared?.feeType && sameAddress(one.address, prepared?.recipient),
  );
  const [fee] = place === -1 ? [] : unpaid.splice(place, 1);
  const sound =
    fee !== undefined &&
    fee.bearer === prepared?.feeBearer &&
    units === paid.amountUnits &&
    paid.amountUnits <= fee.units &&
    sameAddress(paid.payee, fee.address) &&
    paid.feeUnits === 0n;
  if (!sound) return 'fee';
  if (!sameAddress(prepared?.paymentReference ?? undefined, paid.reference)) return 'reference';
  const { label, percentage, address, bearer } = fee;
  return { asset, units: paid.amountUnits, label, percentage, address, bearer };
}

/** A fee is a share of the amount, rounded down to the unit, to the address that is named for it. */
function isExpectedFee(
  { amountUnits, feeUnits, feeAddress }: Paid,
  prepared: { readonly percentage?: string; readonly address?: string } | undefined,
): boolean {
  if (feeUnits === 0n) {
    return sameAddress(feeAddress, NO_FEE_ADDRESS) || sameAddress(feeAddress, prepared?.address);
  }
  const share = shareOf(amountUnits, prepared?.percentage ?? '');
  return sameAddress(feeAddress, prepared?.address) && share === feeUnits;
}

function sum(units: readonly bigint[]): bigint {
  return units.reduce((total, one) => total + one, 0n);
}
