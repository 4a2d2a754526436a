import type { Context } from '#context.ts';
import type { ScreeningOverride } from './model/screening-override.ts';
import { findOverridePage } from './store.ts';

/** Whose overrides, and where the page begins. */
interface ListOverridesInput {
  /** Undefined for those of all accounts, which operators see. */
  readonly accountId: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** What holds about wallets, the newest first; what has ended is left out. */
export async function listScreeningOverrides(
  ctx: Context,
  { accountId, cursor, limit }: ListOverridesInput,
): Promise<{
  readonly overrides: readonly ScreeningOverride[];
  readonly nextCursor: string | null;
}> {
  const now = ctx.now();
  const found = await findOverridePage(ctx, { accountId, before: cursor, now, limit: limit + 1 });
  const overrides = found.slice(0, limit);
  const nextCursor = found.length > limit ? (overrides.at(-1)?.id ?? null) : null;
  return { overrides, nextCursor };
}
