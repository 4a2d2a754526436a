import type { Context } from '#context.ts';
import {
  findHolding,
  type OverriddenPlan,
  type ScreeningOverride,
} from './model/screening-override.ts';
import { findOverrides, type WalletOfAccount } from './store.ts';

/** What holds about a wallet that vendors would judge; undefined where they do. */
export async function findOverride(
  ctx: Context,
  wallet: WalletOfAccount & { readonly plan: OverriddenPlan },
): Promise<ScreeningOverride | undefined> {
  return findHolding(await findOverrides(ctx, [wallet], ctx.now()), wallet.plan);
}
