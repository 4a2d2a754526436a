import { readCalldata } from '../api/read-calldata.ts';
import { TRUSTED_CONTRACTS } from '../wallet/trusted-contracts.generated.ts';
import { checkAtomic } from './check-atomic.ts';
import { checkBatches } from './check-batch.ts';
import { checkPlan } from './check-plan.ts';
import { compareByEye } from './compare-by-eye.ts';
import type { Link } from './link.ts';
import type { Known } from './look-alikes.ts';
import { paidBefore } from './paid-before.ts';
import type { Check, Mismatch, Plan } from './plan.ts';

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

/** Opens the check of calldata for a wallet, which compares also with whom this browser has paid before. */
export async function openCheck(own: string): Promise<Check> {
  const known = { own, paid: paidBefore() };
  return (shown, body, { atomic }) => checkCalldata(shown, body, { known, atomic });
}
