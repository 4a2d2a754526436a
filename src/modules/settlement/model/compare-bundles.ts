import { differenceOf } from './difference.ts';
import type { Difference, StoredBundle } from './stored-payments.ts';

/** A sweep ends bundles within seconds of their deadline; one that is pending so long after was missed. */
const ENDS_WITHIN_MS = 3_600_000;

/**
 * Whether a bundle's status fits its children, on any networks. A child that expired,
 * was withdrawn or refused may end a bundle before its deadline, so only money and time are compared.
 */
export function compareBundle(bundle: StoredBundle, now: Date): readonly Difference[] {
  const { token, status, children, expiresAt } = bundle;
  const paid = children.filter(({ paidUnits, expectedUnits }) => paidUnits >= expectedUnits).length;
  const expected = expectedOf({ paid, of: children.length, status });
  const sum = `${paid} of ${children.length} parts are paid`;
  const of = {
    requestId: children[0]?.requestId ?? null,
    transactionHash: null,
    blockNumber: null,
  };
  const isPruned = status === 'pending' && now.getTime() - expiresAt.getTime() > ENDS_WITHIN_MS;
  const wrong = isPruned && expected === status ? 'ended, as its deadline is over' : expected;
  if (wrong === status) return [];
  const sides = [`${wrong}: ${sum}`, status] as const;
  return [{ ...differenceOf('bundle_in_wrong_status', of, sides), securePaymentToken: token }];
}

/** The status that fits the paid children; its own status where several do. */
function expectedOf(at: { readonly paid: number; readonly of: number; readonly status: string }) {
  const { paid, of, status } = at;
  if (paid === of) return 'completed';
  const fitting = paid > 0 ? ['pending', 'partially_settled'] : ['pending', 'expired'];
  return fitting.includes(status) ? status : fitting.join(' or ');
}
