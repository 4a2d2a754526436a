import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { findByPurpose, type RelayOutcome } from './store.ts';

/** What was sent for a purpose. */
interface RelayedTransaction {
  /** As it was signed last. */
  readonly transactionHash: Hex;
  /** All that it was signed with; any of them may be carried out. */
  readonly hashes: readonly Hex[];
  /** Undefined while it may still be carried out. */
  readonly outcome: RelayOutcome | undefined;
}

/** The newest transaction of a purpose; undefined where nothing was sent for it. */
export async function findRelayed(
  ctx: Context,
  purpose: string,
): Promise<RelayedTransaction | undefined> {
  return await findByPurpose(ctx, purpose);
}
