import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { startOfDay } from '#kit/budget-day.ts';
import { sponsoredSince } from './store.ts';

/** What was sponsored today (UTC) on a network that has a paymaster. */
export interface SponsorshipMeasures {
  readonly network: NetworkId;
  /** The most that they may cost: all of them, and those of the account with the most. */
  readonly spentUnits: bigint;
  readonly accountSpentUnits: bigint;
  readonly operations: number;
}

/** What was sponsored today on each network with a paymaster. One query, and none without. */
export async function measureSponsorships(ctx: Context): Promise<readonly SponsorshipMeasures[]> {
  const networks = ctx.bundlers?.sponsored ?? [];
  if (networks.length === 0) return [];
  const rows = await sponsoredSince(ctx, startOfDay(ctx.now()));
  return networks.map((network) => {
    const row = rows.find((one) => one.network === network);
    return {
      network,
      spentUnits: row?.spentUnits ?? 0n,
      accountSpentUnits: row?.accountSpentUnits ?? 0n,
      operations: row?.operations ?? 0,
    };
  });
}
