import type { Context } from '#context.ts';
import { type JudgedWallet, judgeWallet, type WalletDecision } from './judge-wallet.ts';

/** A call waits for each vendor so long at most, as one with an idempotency key keeps a transaction open. Ours. */
const CALL_WAIT_MS = 10_000;

/**
 * Has the vendors of a plan judge a wallet: a decision of the last ten minutes counts, else that of the first vendor, and that of its backup
 * only where the first gives none. Each has ten seconds at most in a call, and in a background job `SCREENING_TIMEOUT_MS`. Undefined where
 * nobody decides, which is no approval.
 */
export async function judgeByPlan(
  ctx: Context,
  judged: JudgedWallet,
  { within }: { readonly within: 'call' | 'job' },
): Promise<WalletDecision | undefined> {
  const { screeningTimeoutMs } = ctx.settings;
  const timeoutMs =
    within === 'call' ? Math.min(screeningTimeoutMs, CALL_WAIT_MS) : screeningTimeoutMs;
  const judgement = await judgeWallet(ctx, judged, { timeoutMs, endsLate: false });
  return judgement === 'late' || judgement === 'failed' ? undefined : judgement;
}
