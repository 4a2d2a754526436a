import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { findLiveKeysBy } from './store/partners.ts';

/** A key of a partner, as far as people recognise it by it. */
export interface MadeKey {
  readonly id: string;
  readonly keyPrefix: string;
  readonly lastUsedAt: string | null;
}

/** The keys of an account's partner that a person made and that work. */
export async function listOrchestratorKeysMadeBy(
  ctx: Context,
  made: { readonly accountId: string; readonly personId: string },
): Promise<MadeKey[]> {
  const keys = await findLiveKeysBy(ctx, made);
  return keys.map(({ id, prefix, lastUsedAt }) => ({
    id,
    keyPrefix: prefix,
    lastUsedAt: lastUsedAt && isoTime(lastUsedAt),
  }));
}
