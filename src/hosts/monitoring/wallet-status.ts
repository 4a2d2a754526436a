import type { Context } from '#context.ts';
import type { measureScreenings } from '#modules/screening/index.ts';

/** The wallets that vendors judge. */
export interface WalletStatus {
  /** Those that wait for a vendor, and for how long the oldest has. */
  readonly waiting: number;
  readonly waitingSeconds: number;
  /** Those that no vendor decided about in the last quarter of an hour. */
  readonly failedLately: number;
  /** Whether no vendor has answered since the last of these. */
  readonly isFailing: boolean;
  /** Those that were rejected in the last day. */
  readonly rejectedLately: number;
}

/** What operators see of wallets that are screened. */
export function walletStatus(
  ctx: Pick<Context, 'now'>,
  measured: Awaited<ReturnType<typeof measureScreenings>>,
): WalletStatus {
  const { waiting, oldestWaitingAt, failedLately, lastFailureAt, rejectedLately } = measured;
  const waitedMs = oldestWaitingAt === null ? 0 : ctx.now().getTime() - oldestWaitingAt.getTime();
  const answers = [...measured.lastAnswers.values()];
  const isFailing = lastFailureAt !== null && answers.every((at) => at < lastFailureAt);
  const waitingSeconds = Math.max(0, Math.round(waitedMs / 1_000));
  return { waiting, waitingSeconds, failedLately, isFailing, rejectedLately };
}
