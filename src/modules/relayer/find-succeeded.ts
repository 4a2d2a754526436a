import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { findSucceeded } from './store.ts';

/** Whoever follows the chain is later than this only where it is known to stand still. */
const KEPT_MS = 7 * 86_400_000;

/** What was sent for an account about one subject in the last week and has succeeded, each with all hashes that it was signed with. */
export async function findSucceededAbout(
  ctx: Context,
  about: { readonly accountId: string; readonly network: NetworkId; readonly subject: string },
): Promise<readonly (readonly Hex[])[]> {
  const since = new Date(ctx.now().getTime() - KEPT_MS);
  return await findSucceeded(ctx, { ...about, since });
}
