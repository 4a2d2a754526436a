import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import { systemClock } from '#kit/clock.ts';
import { setNodeTime, writeNodeTime } from './node-time.ts';

/** The nodes that the sandbox of a data folder started itself. */
interface OwnNodes {
  readonly home: string;
  /** By network id; the first URL of each is its HTTP address. */
  readonly rpcUrls: ReadonlyMap<string, readonly string[]>;
}

/**
 * Moves the chains of a sandbox to so many milliseconds ahead of the machine's clock, now and at their next starts. The Tron node is
 * no part of it: it runs in the process of the sandbox, by that one's clock. Done again it changes nothing. Throws `Outage`.
 */
export async function moveNodes({ home, rpcUrls }: OwnNodes, offsetMs: number): Promise<void> {
  await writeNodeTime(home, offsetMs);
  const moves = [...rpcUrls].map(async ([id, [rpcUrl]]) => {
    if (rpcUrl === undefined || !isNetworkId(id) || NETWORKS[id].family !== 'evm') return;
    await setNodeTime(rpcUrl, new Date(systemClock().getTime() + offsetMs));
  });
  await Promise.all(moves);
}
