import type { AccountOffers } from '../../wallet/capabilities.ts';
import { safeMessages } from '../messages/en/safe.ts';
import type { At, Prepared } from '../page-state.ts';
import type { Check } from '../plan.ts';
import type { World } from '../world.ts';
import { deadlineOf, thresholdOf } from './safe-deadline.ts';

/** What was prepared for an account that may be a Safe. */
interface PreparedTwice extends Pick<AccountOffers, 'isContract'> {
  /** As for any other account. */
  readonly plain: Prepared;
  /** As for a Safe. */
  readonly asSafe: Prepared;
}

/**
 * What the owners of a Safe sign, where the API has read the account as one; else what was prepared as for any other,
 * with a word about an account that is another contract.
 */
export function choosePrepared(
  { dispatch }: Pick<World, 'dispatch'>,
  { notice }: Pick<At<'preparing'>, 'notice'>,
  { plain, asSafe, isContract }: PreparedTwice,
): Prepared {
  const { status, body } = asSafe.answer;
  const isSafe = status === 200 ? deadlineOf(body) !== undefined : status !== 400;
  // A Safe of one owner whose wallet makes calls at once collects no signatures.
  if (thresholdOf(body) === 1 && isAtOnce(plain)) return plain;
  if (isSafe) return { ...asSafe, check: withoutUnlimited(asSafe.check), together: 'safe' };
  if (isContract === true && notice === undefined)
    dispatch({ type: 'warned', notice: safeMessages.contract });
  const isNobodys = isContract === 'elsewhere' && plain.together === undefined;
  return isNobodys ? { ...plain, together: isContract } : plain;
}

function isAtOnce({ together }: Prepared): boolean {
  return together === 'supported' || together === 'sponsored';
}

/** More than any amount of a token. */
const UNLIMITED_FROM = 2n ** 255n;

/** An allowance without a limit would outlast the one payment that the owners agree to. */
function withoutUnlimited(check: Check): Check {
  return (link, body, options) => {
    const plan = check(link, body, options);
    if (typeof plan === 'string') return plan;
    const isUnlimited = plan.steps.some(
      (one) => one.kind === 'approve' && one.units >= UNLIMITED_FROM,
    );
    return isUnlimited ? 'approval' : plan;
  };
}
