import type { Context } from '#context.ts';
import { judgeWallet } from './judge-wallet.ts';
import { writeScreeningPlan } from './model/screening-plan.ts';
import { recordDecision } from './record-decision.ts';
import { type ClaimedWallet, claimDue, markFailed } from './store/link-wallets.ts';

/** Beside what both vendors may take: a job that was killed leaves its wallets for so long. */
const LEASE_SPARE_MS = 30_000;

/**
 * Has vendors judge the wallets that are due, each in the vendors' full time: those that were late for a call, and those that are judged
 * again. Returns how many it had.
 */
export async function finishScreenings(ctx: Context, limit: number): Promise<number> {
  const now = ctx.now();
  const { screeningTimeoutMs: timeoutMs } = ctx.settings;
  const until = new Date(now.getTime() + 2 * timeoutMs + LEASE_SPARE_MS);
  const claimed = await claimDue(ctx, { now, until, limit });
  const groups = Map.groupBy(claimed, keyOf);
  await Promise.all([...groups.values()].map((alike) => finishAlike(ctx, alike, timeoutMs)));
  return claimed.length;
}

const keyOf = ({ role, walletAddress, network, plan }: ClaimedWallet) =>
  `${role} ${walletAddress} ${network} ${writeScreeningPlan(plan)}`;

/** One after the other, so that the decision about one link serves the others too. */
async function finishAlike(
  ctx: Context,
  alike: readonly ClaimedWallet[],
  timeoutMs: number,
): Promise<void> {
  for (const wallet of alike) await finishOne(ctx, wallet, timeoutMs);
}

async function finishOne(
  ctx: Context,
  { claimedUntil, dueSince, ...wallet }: ClaimedWallet,
  timeoutMs: number,
): Promise<void> {
  const direction = wallet.role === 'payer' ? 'incoming' : 'outgoing';
  const judged = { ...wallet, direction } as const;
  const limits = { timeoutMs, endsLate: false, notBefore: dueSince };
  const judgement = await judgeWallet(ctx, judged, limits);
  if (judgement === 'late' || judgement === 'failed') {
    await markFailed(ctx, { ...wallet, claimedUntil, now: ctx.now() });
    return;
  }
  await recordDecision(ctx, { ...wallet, claimedUntil, decision: judgement });
}
