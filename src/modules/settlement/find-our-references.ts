import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { findRequestsByReference } from '#modules/requests/index.ts';

/**
 * Which of these reference keys belong to requests of ours, so that a follower can leave alone
 * what others pay through the same contracts.
 */
export async function findOurReferences(
  ctx: Context,
  referenceKeys: readonly Hex[],
): Promise<ReadonlySet<Hex>> {
  const found = await findRequestsByReference(ctx, referenceKeys);
  return new Set(found.map(({ referenceKey }) => referenceKey));
}
