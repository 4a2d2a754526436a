import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { transact } from '#platform/db/transact.ts';
import { checkPayerAndPayee } from './check-payer-and-payee.ts';
import type { RecurringPayout } from './model/recurring-payout.ts';
import {
  invalidPermitSignature,
  notPending,
  payerIsContract,
  startedLongAgo,
} from './model/refusals.ts';
import { dueAt } from './model/schedule.ts';
import { movePayout } from './move-payout.ts';
import { chainOf } from './open-payout.ts';
import { signedWith } from './store/moves.ts';
import { findPayoutById } from './store/payouts.ts';

/** More than a reorg replaces: what comes in their place may have fewer blocks, and one of them may take the first instalment. */
const REORG_BLOCKS = 1_000n;

/** A recurring payout that has begun. */
interface SignedPayout {
  /** What the payer allowed before. */
  readonly allowanceUnits: bigint;
}

/**
 * Lets a recurring payout begin, by its payer's signature of the permit. Refuses (400) what is not pending, what is not signed by the
 * payer's key, and what has begun so long ago that several instalments would be taken at once, and (403) a payer or payee that may not take part. Throws `Outage`.
 */
export async function signPayout(
  ctx: Context,
  payout: RecurringPayout,
  permitSignature: Hex,
): Promise<SignedPayout> {
  if (payout.status !== 'pending') throw notPending(payout.status);
  if (dueAt(payout, 2) <= ctx.now()) throw startedLongAgo();
  const { schedules } = chainOf(ctx, payout);
  const check = await schedules.verify(payout.permit, permitSignature);
  if (check === 'contract') throw payerIsContract();
  if (check === 'not_signed') throw invalidPermitSignature();
  await checkPayerAndPayee(ctx, payout);
  const { block, schedules: states } = await schedules.readState([payout.permit]);
  const searchedFrom = block.number > REORG_BLOCKS ? block.number - REORG_BLOCKS : 0n;
  const isActive = await transact(ctx, (ctx) =>
    movePayout(ctx, payout, {
      event: 'signed',
      changes: { ...signedWith(permitSignature, searchedFrom), activated_at: ctx.now() },
    }),
  );
  if (isActive) return { allowanceUnits: states[0]?.allowanceUnits ?? 0n };
  const now = await findPayoutById(ctx, payout.id);
  throw notPending(now?.status ?? payout.status);
}
