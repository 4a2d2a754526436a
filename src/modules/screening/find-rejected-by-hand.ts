import type { Context } from '#context.ts';
import type { ScreeningOverride } from './model/screening-override.ts';
import { findOverrides } from './store/overrides.ts';

/** The wallets among these that the account, or the operator for it, has rejected, each with the override that does. */
export async function findRejectedByHand(
  ctx: Context,
  { accountId, wallets }: { readonly accountId: string; readonly wallets: readonly string[] },
): Promise<ReadonlyMap<string, ScreeningOverride>> {
  const overrides = await findOverrides(ctx, { accountId, wallets, now: ctx.now() });
  const rejecting = overrides
    .filter(({ decision }) => decision === 'rejected')
    // The last entry of a wallet stays: an operator's goes before the account's.
    .toSorted((a, b) => Number(a.setBy === 'operator') - Number(b.setBy === 'operator'));
  return new Map(rejecting.map((override) => [override.walletAddress, override]));
}
