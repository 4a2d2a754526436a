import type { Context } from '#context.ts';
import type { ScreeningOverride } from './model/screening-override.ts';
import { findOverrides, type WalletOfAccount } from './store.ts';

/** The wallets among these that their account, or the operator for it, has rejected, each by its account and address with the override that does. */
export async function findRejectedByHand(
  ctx: Context,
  wallets: readonly WalletOfAccount[],
): Promise<ReadonlyMap<string, ScreeningOverride>> {
  const overrides = await findOverrides(ctx, wallets, ctx.now());
  const rejecting = overrides
    .filter(({ decision }) => decision === 'rejected')
    // The last entry of a wallet stays: an operator's goes before the account's.
    .toSorted((a, b) => Number(a.setBy === 'operator') - Number(b.setBy === 'operator'));
  return new Map(rejecting.map((override) => [nameOfWallet(override), override]));
}

/** The account and the address of a wallet as one text. */
export const nameOfWallet = ({ accountId, walletAddress }: WalletOfAccount): string =>
  `${accountId} ${walletAddress}`;
