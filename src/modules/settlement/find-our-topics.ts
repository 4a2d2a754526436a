import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { findKnownTopics } from '#modules/requests/index.ts';

/**
 * Which of these reference topics belong to requests of ours, so that a follower can leave alone
 * what strangers pay through the same contracts.
 */
export async function findOurTopics(
  ctx: Context,
  topics: readonly Hex[],
): Promise<ReadonlySet<Hex>> {
  return new Set(await findKnownTopics(ctx, topics));
}
