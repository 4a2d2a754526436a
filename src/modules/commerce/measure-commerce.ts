import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { findEscrowCursors, findForeign, type SeenForeign } from './store/cursors.ts';
import { countPayments, type PaymentCounts } from './store/measures.ts';

/** Older ones were seen by somebody, or never will be. */
const FOREIGN_KEPT_MS = 7 * 86_400_000;
const FOREIGN_MAX = 20;

const NOTHING_COUNTED: PaymentCounts = {
  watched: 0,
  openOperations: 0,
  oldestOpenAt: null,
  failedOperations: 0,
  unmoved: 0,
};

/** How the payments of a network are. */
interface EscrowProgress extends PaymentCounts {
  readonly network: NetworkId;
  /** How many blocks the escrow was not read of yet, those that may still be replaced included. */
  readonly readAt: Date;
  readonly headBlock: bigint;
}

/** What operators see of payments that are held. */
export interface CommerceMeasures {
  readonly escrows: readonly EscrowProgress[];
  /** Authorisations by others with references of ours, of the last week. */
  readonly foreign: readonly SeenForeign[];
}

/** What operators see of payments that are held. Reads no chain. */
export async function measureCommerce(ctx: Context): Promise<CommerceMeasures> {
  const since = new Date(ctx.now().getTime() - FOREIGN_KEPT_MS);
  const [cursors, counts, foreign] = await Promise.all([
    findEscrowCursors(ctx),
    countPayments(ctx, { since }),
    findForeign(ctx, { since, limit: FOREIGN_MAX }),
  ]);
  return {
    escrows: cursors.map(({ network, readAt, headBlock }) => ({
      network,
      readAt,
      headBlock,
      ...(counts.get(network) ?? NOTHING_COUNTED),
    })),
    foreign,
  };
}
