import type { Context } from '#context.ts';
import type { measureRefusedWallets } from '#modules/compliance/index.ts';
import type { measureScreenings } from '#modules/screening/index.ts';

/** The wallets that vendors judge: of links, and those because of which a call was refused. */
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
  refused: Awaited<ReturnType<typeof measureRefusedWallets>>,
): WalletStatus {
  const { waiting, oldestWaitingAt } = measured;
  const failedLately = measured.failedLately + refused.failedLately;
  const rejectedLately = measured.rejectedLately + refused.rejectedLately;
  const waitedMs = oldestWaitingAt === null ? 0 : ctx.now().getTime() - oldestWaitingAt.getTime();
  const answers = [...measured.lastAnswers.values()];
  const failures = [measured.lastFailureAt, refused.lastFailureAt].filter((at) => at !== null);
  const isFailing = failures.some((failedAt) => answers.every((at) => at < failedAt));
  const waitingSeconds = Math.max(0, Math.round(waitedMs / 1_000));
  return { waiting, waitingSeconds, failedLately, isFailing, rejectedLately };
}
