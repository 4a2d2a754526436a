import { writtenHash } from '#catalog/networks.ts';
import type { TakenInstalment } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { recordEvent } from '#modules/events/index.ts';
import { findRelayed } from '#modules/relayer/index.ts';
import { transact } from '#platform/db/transact.ts';
import { failInstalment } from './fail-instalment.ts';
import type { Next } from './model/next-step.ts';
import type { Instalment, RecurringPayout } from './model/recurring-payout.ts';
import { followAt, purposeOf } from './model/relayed.ts';
import { moveInstalment } from './move-instalment.ts';
import { aboutPayout } from './move-payout.ts';
import type { PayoutChain } from './open-payout.ts';
import { clearFailures } from './store/moves.ts';

interface Taken {
  readonly instalment: Instalment;
  readonly connected: PayoutChain;
}

/**
 * Resolves an instalment that the chain shows as taken (money rule 13): it is never sent again. With our reference its payment is waited for, as far as
 * its block shows one to the payee; with another reference that payment counts for the instalment. Where nothing moved it is lost, its payout is
 * paused, and a person decides.
 */
export async function resolveTaken(
  ctx: Context,
  payout: RecurringPayout,
  { instalment, connected }: Taken,
): Promise<Next> {
  const { schedules } = connected;
  const { index } = instalment;
  const recurringPayoutId = payout.id;
  const ours = await findOwnBlock(ctx, payout, { instalment, connected });
  // Nobody else took it then, and nothing is judged yet: who settles reports its payment, and the logs of the payer are left alone.
  if (ours !== undefined && !(await isDeep(ctx, connected, ours))) {
    return followAt(instalment.sentAt, ctx.now());
  }
  const from = ours ?? payout.signedBlock ?? 0n;
  const found = await schedules.findTrigger(payout.permit, index, from);
  // Its block may have just been replaced.
  if (found === undefined) return followAt(instalment.sentAt, ctx.now());
  const isOurs = found.paymentReference.toLowerCase() === instalment.paymentReference;
  const { transactionHash } = found;
  const moved = { recurringPayoutId, instalment, taken: found };
  const { isPaid } = found;
  if (isOurs && isPaid) {
    const isMoved = await moveInstalment(ctx, { ...moved, event: 'was_sent' });
    return isMoved ? 'now' : followAt(instalment.sentAt, ctx.now());
  }
  // What is judged for good must be as deep as payments count.
  if (!(await isDeep(ctx, connected, found.block.number))) {
    return followAt(instalment.sentAt, ctx.now());
  }
  if (isPaid) {
    await recordElsewhere(ctx, payout, { instalment, found });
    return 'now';
  }
  const reason = `Payment ${index} was taken by ${transactionHash} and the token moved nothing to the payee`;
  ctx.log.error({ recurringPayoutId, index, found }, 'an instalment was taken and is not paid');
  return await failInstalment(ctx, payout, { instalment, reason, taken: found });
}

/** Counts what somebody else had the contract pay, and reports it; of two workers one does. */
async function recordElsewhere(
  ctx: Context,
  payout: RecurringPayout,
  { instalment, found }: { readonly instalment: Instalment; readonly found: TakenInstalment },
): Promise<void> {
  const { id: recurringPayoutId, network } = payout;
  const { index, requestId } = instalment;
  await transact(ctx, async (ctx) => {
    const event = 'was_paid_elsewhere';
    if (!(await moveInstalment(ctx, { recurringPayoutId, instalment, event, taken: found })))
      return;
    await clearFailures(ctx, recurringPayoutId);
    await recordEvent(ctx, {
      ...aboutPayout(payout),
      payload: {
        event: 'recurring_payment.paid_elsewhere',
        recurringPaymentId: recurringPayoutId,
        index,
        requestId,
        txHash: writtenHash(network, found.transactionHash),
        takenAt: isoTime(found.blockTime),
        timestamp: isoTime(ctx.now()),
      },
    });
  });
  ctx.log.error({ recurringPayoutId, index, found }, 'somebody else has sent an instalment');
}

/** The block in which a transaction of our own took an instalment; undefined where none did, or a reorg has removed it. */
async function findOwnBlock(
  ctx: Context,
  payout: RecurringPayout,
  { instalment, connected }: Taken,
): Promise<bigint | undefined> {
  const relayed = await findRelayed(ctx, purposeOf(payout, instalment.index));
  if (relayed?.outcome !== 'succeeded') return undefined;
  for (const hash of relayed.hashes) {
    const outcome = await connected.chain.readOutcome(hash);
    if (outcome?.status === 'success') return outcome.block.number;
  }
  return undefined;
}

/** Whether a block is as deep as payments count. */
async function isDeep(ctx: Context, { chain }: PayoutChain, block: bigint): Promise<boolean> {
  const rule = ctx.settings.confirmationsFor(chain.network);
  const depth = BigInt(rule.by === 'depth' ? rule.blocks : rule.fallbackBlocks);
  return (await chain.readHead()) - block + 1n >= depth;
}
