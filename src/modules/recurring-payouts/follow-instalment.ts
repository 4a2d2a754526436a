import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { findRelayState, reopenRelayed } from '#modules/relayer/index.ts';
import { failInstalment } from './fail-instalment.ts';
import { isClosedBy } from './model/contract-closed.ts';
import type { Next } from './model/next-step.ts';
import type { Instalment, RecurringPayout } from './model/recurring-payout.ts';
import { followAt, purposeOf } from './model/relayed.ts';
import { moveInstalment } from './move-instalment.ts';
import { chainOf, type PayoutChain } from './open-payout.ts';
import { resolveTaken } from './resolve-taken.ts';

/** Nodes that are behind have caught up by then. */
const REMOVED_AFTER_MS = 2 * 60 * 1_000;

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
  const purpose = purposeOf(payout, index);
  const relayed = await findRelayState(ctx, purpose);
  if (relayed === 'open') return followAt(sentAt, ctx.now());
  const connected = chainOf(ctx, payout);
  const { schedules: states } = await connected.schedules.readState([payout.permit]);
  const [state] = states;
  invariant(state !== undefined, 'a state is read for each permit');
  if (state.takenIndexes.includes(index)) {
    return await resolveTaken(ctx, payout, { instalment, connected });
  }
  if (relayed === 'succeeded') {
    // A node may be behind the one that counted it; where a reorg has removed it, it is sent again.
    const ageMs = sentAt === null ? 0 : ctx.now().getTime() - sentAt.getTime();
    if (ageMs >= REMOVED_AFTER_MS) await reopenRelayed(ctx, purpose);
    return followAt(sentAt, ctx.now());
  }
  if (await isClosed(payout, { instalment, connected })) {
    // It waits as one that was never sent does: what the operator has to mend counts for no payer.
    const event = 'could_not_be_taken';
    await moveInstalment(ctx, { recurringPayoutId: payout.id, instalment, event });
    return 'now';
  }
  const reason = 'The transaction was not carried out';
  return await failInstalment(ctx, payout, { instalment, reason });
}

interface Followed {
  readonly instalment: Instalment;
  readonly connected: PayoutChain;
}

/** Whether the contract would refuse the same call now from every payer. Why it was reverted no node says. */
async function isClosed(
  { permit, signature }: RecurringPayout,
  { instalment, connected }: Followed,
): Promise<boolean> {
  const { chain, schedules } = connected;
  if (chain.sender === undefined || signature === null) return false;
  const { index, paymentReference } = instalment;
  const call = schedules.trigger({ permit, signature, index, paymentReference });
  const prepared = await chain.sender.prepare(call);
  return 'refused' in prepared && isClosedBy(schedules.readRefusal(prepared.refused));
}
