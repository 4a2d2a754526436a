import type { Notification } from './notification.ts';

/** A network as every account may see it. */
interface SeenNetwork {
  readonly network: string;
  readonly name: string;
  readonly state: 'up' | 'behind' | 'stalled' | 'halted' | 'not_followed';
  /** When it was read last. */
  readonly scannedAt: string | null;
}

const SAFE = 'No payment is lost by this.';

/** Notifications of networks on which payments are seen late; none of those that are up, or that nobody follows. */
export function describeNetworks(networks: readonly SeenNetwork[]): readonly Notification[] {
  return networks.flatMap(({ network, name, state, scannedAt }) => {
    const message = messageOf(name, state);
    if (message === undefined) return [];
    return [
      {
        id: `network_late:${network}`,
        kind: 'network_late' as const,
        level: state === 'behind' ? ('warn' as const) : ('error' as const),
        message,
        subject: { kind: 'network' as const, id: network },
        since: scannedAt === null ? null : new Date(scannedAt),
        endsAt: null,
      },
    ];
  });
}

function messageOf(name: string, state: SeenNetwork['state']): string | undefined {
  switch (state) {
    case 'behind':
      return `Payments on ${name} are seen late. ${SAFE}`;
    case 'stalled':
      return `Payments on ${name} are not seen at the moment; they count once it is read again. ${SAFE}`;
    case 'halted':
      return `Payments on ${name} do not count until the operator of this installation has dealt with a reorg. ${SAFE}`;
    default:
      return undefined;
  }
}
