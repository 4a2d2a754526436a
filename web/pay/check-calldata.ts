import { getAddress } from 'viem';
import { readCalldata } from '../api/read-calldata.ts';
import { TRUSTED_CONTRACTS } from '../wallet/trusted-contracts.generated.ts';
import { checkAtomic } from './check-atomic.ts';
import { checkBatches } from './check-batch.ts';
import { type CheckedPlan, checkPlan } from './check-plan.ts';
import type { Link } from './link.ts';
import { type Known, type LookAlike, lookAlikes } from './look-alikes.ts';
import type { Check, Mismatch, Plan, PlannedFee, Step } from './plan.ts';

/** How calldata is checked. */
interface CheckOptions {
  /** Payees that are known beside those of the link. */
  readonly known?: Known;
  /** Whether the payment and its fees are to be one call, where the answer has that. */
  readonly atomic?: boolean;
}

/**
 * Decodes every call of an answer and compares it with the link as it is shown: contract, token or
 * coin, payees, amounts, references, fees and their receivers, the ends of a conversion's path and
 * the most that it may take, and each approval's spender and size. Names payees that look like
 * others of the link, or like those that are known.
 */
export function checkCalldata(
  link: Link,
  body: unknown,
  { known = { own: '', paid: [] }, atomic = false }: CheckOptions = {},
): Plan | Mismatch {
  const checked = checkPlan(link, {
    answer: readCalldata(body),
    contracts: TRUSTED_CONTRACTS[link.networkId],
    atomic,
    checkAtomic,
    checkBatches,
  });
  return typeof checked === 'string' ? checked : compareByEye(link, checked, known);
}

/** What was checked as it is shown: addresses in one form, and payees that look like others. */
export function compareByEye(link: Link, checked: CheckedPlan, known: Known): Plan {
  return {
    ...checked,
    fees: checked.fees.map(feeInEip55),
    steps: checked.steps.map(stepInEip55),
    lookAlikes: lookAlikes(payeesOf(link), known).map(inEip55),
  };
}

/** Opens the check of calldata for a wallet, which compares also with whom this browser has paid before. */
export async function openCheck(own: string): Promise<Check> {
  const { paidBefore } = await import('./paid-before.ts');
  const known = { own, paid: paidBefore() };
  return (shown, body, { atomic }) => checkCalldata(shown, body, { known, atomic });
}

function feeInEip55(fee: PlannedFee): PlannedFee {
  return { ...fee, address: getAddress(fee.address) };
}

function stepInEip55(step: Step): Step {
  if (step.kind === 'fee') return { ...step, fee: feeInEip55(step.fee) };
  return step.kind === 'pay' ? { ...step, fees: step.fees.map(feeInEip55) } : step;
}

/** Addresses that are compared by eye are written in one way. */
function inEip55({ address, other, kind }: LookAlike): LookAlike {
  return { address: getAddress(address), other: getAddress(other), kind };
}

/** All payees of the link, also those paid already. */
function payeesOf({ payments }: Link): readonly string[] {
  return payments.flatMap(({ payee }) => (payee === undefined ? [] : [payee]));
}
