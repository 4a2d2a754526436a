import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { lagOf, networkStateOf } from './model/network-state.ts';
import { findScanProgress } from './store/scan-progress.ts';

/**
 * Whether payments on each network that can be paid on here are seen in time, by what the watchers have stored. It says
 * nothing of nodes, their addresses or reasons, which are the operator's: see `florin status`.
 */
export async function listNetworkStates(ctx: Context) {
  const scanned = new Map((await findScanProgress(ctx)).map((one) => [one.network, one]));
  const now = ctx.now();
  return {
    at: isoTime(now),
    networks: ctx.chains.all.map(({ network: { id, name, blockTimeMs } }) => {
      const progress = scanned.get(id);
      return {
        network: id,
        name,
        state: networkStateOf(progress, { now, blockTimeMs }),
        scannedBlock: progress === undefined ? null : Number(progress.cursor),
        lagBlocks: progress === undefined ? null : lagOf(progress),
        scannedAt: progress === undefined ? null : isoTime(progress.movedAt),
      };
    }),
  };
}
