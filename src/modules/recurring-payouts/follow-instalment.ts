import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { findRelayState } from '#modules/relayer/index.ts';
import { failInstalment } from './fail-instalment.ts';
import type { Next } from './model/next-step.ts';
import type { Instalment, RecurringPayout } from './model/recurring-payout.ts';
import { followAt, purposeOf } from './model/relayed.ts';
import { chainOf } from './open-payout.ts';
import { resolveTaken } from './resolve-taken.ts';

/**
 * Looks at an instalment that was sent and whose payment does not count yet. Who settles reports the payment; here is found out what was not
 * carried out, and what the contract took without paying. Throws `Outage`.
 */
export async function followInstalment(
  ctx: Context,
  payout: RecurringPayout,
  instalment: Instalment,
): Promise<Next> {
  const { index, sentAt } = instalment;
  const relayed = await findRelayState(ctx, purposeOf(payout, index));
  if (relayed === 'open') return followAt(sentAt, ctx.now());
  const connected = chainOf(ctx, payout);
  const { schedules: states } = await connected.schedules.readState([payout.permit]);
  const [state] = states;
  invariant(state !== undefined, 'a state is read for each permit');
  if (state.takenIndexes.includes(index)) {
    return await resolveTaken(ctx, payout, { instalment, connected });
  }
  // A node may be behind the one that counted it, or a reorg has removed it: it is sent again then.
  if (relayed === 'succeeded') return followAt(sentAt, ctx.now());
  const reason = 'The transaction was not carried out';
  return await failInstalment(ctx, payout, { instalment, reason });
}
