import type { Context } from '#context.ts';
import { recordRefusedWallets, refusedWalletsOf } from '#modules/compliance/index.ts';

/** Records the wallets because of which a call was refused, for those who look after screenings. Never throws. */
export async function recordFailure(
  ctx: Context,
  { operationId, error }: { readonly operationId: string; readonly error: unknown },
): Promise<void> {
  const wallets = refusedWalletsOf(error);
  try {
    await recordRefusedWallets(ctx, { wallets, operationId });
  } catch (err) {
    // The caller is answered all the same: it is refused for the wallet, not for this.
    ctx.log.error({ err, operationId }, 'wallets that were refused were not recorded');
  }
}
