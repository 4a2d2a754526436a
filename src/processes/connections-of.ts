import { NETWORKS } from '#catalog/networks.ts';
import type { ChainConnection } from '#chains/registry.ts';
import type { Config } from '#platform/config/config.ts';
import { networkIdOf } from './network-id-of.ts';

/** Local nodes mine a block each second, so a payer there should not wait for the usual pace. */
const SANDBOX_POLL_MS = 200;

/** How every network is reached that has nodes, which are told apart by what their URLs begin with. */
export function connectionsOf(
  { mode, rpcRequestsPerSecond }: Pick<Config, 'mode' | 'rpcRequestsPerSecond'>,
  urlsOf: ReadonlyMap<string, readonly string[]>,
): ChainConnection[] {
  return [...urlsOf].map(([id, urls]) => ({
    network: NETWORKS[networkIdOf(id)],
    rpcUrls: urls.filter((url) => url.startsWith('http')),
    wsUrls: urls.filter((url) => !url.startsWith('http')),
    requestsPerSecond: rpcRequestsPerSecond,
    ...(mode === 'sandbox' && { pollMs: SANDBOX_POLL_MS }),
  }));
}
