import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { measureDatabase } from '#platform/db/measure-database.ts';
import type { NetworkStatus } from './network-status.ts';
import { queueStatuses } from './queue-status.ts';
import { collectStatusAndProbe, type Status } from './status.ts';
import type { VendorStatus } from './vendor-status.ts';

/** A service of others, as the process that answers has observed it. */
interface ProviderHealth extends Omit<VendorStatus, 'kind'> {
  readonly kind: VendorStatus['kind'] | 'routes';
}

/**
 * How the installation stands, for administrators: what `florin status` prints, by a few statements of bounded cost and what
 * this process has observed of nodes and providers. Never an address with a key of one.
 */
export async function viewHealth(ctx: Context) {
  // Before all others, so that it waits for none of them.
  const { clockAheadMs, ...measured } = await measureDatabase(ctx.db, ctx.now);
  const status = await collectStatusAndProbe(ctx);
  const { state, at, release, schema, alarms, networks, disks } = status;
  const isClockOurs = ctx.settings.mode === 'production';
  return {
    state,
    at,
    release,
    alarms: alarms.map((alarm) => ({ ...alarm, network: alarm.network || null })),
    database: { ...measured, schema, clockAheadMs: isClockOurs ? clockAheadMs : null },
    disks: [...disks],
    queues: [...queueStatuses(status)],
    networks: networks.map(networkHealth),
    providers: providersOf(status),
  };
}

function networkHealth(status: NetworkStatus) {
  const { network, hasNodes, cursor, head, lagBlocks, cursorAgeSeconds } = status;
  const { halted, agreement, answering, nodes } = status;
  const scanned = { cursor, head, lagBlocks, cursorAgeSeconds, halted };
  return { network, hasNodes, ...scanned, agreement, answering, nodes: [...nodes] };
}

function providersOf({ routeProvider, vendors }: Status): ProviderHealth[] {
  if (routeProvider === null) return [...vendors];
  const { answeredAt, ...observed } = routeProvider;
  const answered = answeredAt === null ? null : isoTime(answeredAt);
  return [{ kind: 'routes', ...observed, answeredAt: answered }, ...vendors];
}
