import type { Context } from '#context.ts';
import { judgeWallet } from './judge-wallet.ts';
import { recordDecision } from './record-decision.ts';
import { type ClaimedWallet, claimDue, markFailed } from './store/link-wallets.ts';

/** Beside what both vendors may take: a job that was killed leaves its wallets for so long. */
const LEASE_SPARE_MS = 30_000;

/** Goes on with wallets whose vendors were late for a call, each in the vendors' full time. Returns how many it had. */
export async function finishScreenings(ctx: Context, limit: number): Promise<number> {
  const now = ctx.now();
  const { screeningTimeoutMs: timeoutMs } = ctx.settings;
  const until = new Date(now.getTime() + 2 * timeoutMs + LEASE_SPARE_MS);
  const claimed = await claimDue(ctx, { now, until, limit });
  await Promise.all(claimed.map((wallet) => finishOne(ctx, wallet, timeoutMs)));
  return claimed.length;
}

async function finishOne(
  ctx: Context,
  { claimedUntil, ...wallet }: ClaimedWallet,
  timeoutMs: number,
): Promise<void> {
  const direction = wallet.role === 'payer' ? 'incoming' : 'outgoing';
  const judged = { ...wallet, direction } as const;
  // What is stored may be what its vendor has said to be out of date.
  const limits = { timeoutMs, endsLate: false, isFresh: true };
  const judgement = await judgeWallet(ctx, judged, limits);
  if (judgement === 'late' || judgement === 'failed') {
    await markFailed(ctx, { ...wallet, claimedUntil, now: ctx.now() });
    return;
  }
  await recordDecision(ctx, { ...wallet, decision: judgement });
}
