import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { measureNetworks } from './measure-networks.ts';

/** Every network that was scanned, how far, and why it stands still; for administrators. */
export async function listNetworks(ctx: Context) {
  const networks = await measureNetworks(ctx);
  return {
    networks: networks.map(({ network, cursor, head, movedAt, halt, seen, suspicious }) => ({
      network,
      cursor: Number(cursor),
      head: Number(head),
      movedAt: isoTime(movedAt),
      halt: halt === undefined ? null : { at: isoTime(halt.at), reason: halt.reason },
      awaiting: seen,
      suspicious,
    })),
  };
}
