import type { Context } from '#context.ts';
import type { ScanProgress } from '../model/network-state.ts';

/** How far each network was scanned: one row for each, without counting anything. */
export async function findScanProgress(
  ctx: Context,
): Promise<readonly (ScanProgress & { readonly network: string })[]> {
  const rows = await ctx.db
    .selectFrom('chain_cursor')
    .select(['network', 'block_number', 'head_number', 'updated_at', 'halted_at'])
    .execute();
  return rows.map((row) => ({
    network: row.network,
    cursor: row.block_number,
    head: row.head_number,
    movedAt: row.updated_at,
    isHalted: row.halted_at !== null,
  }));
}
