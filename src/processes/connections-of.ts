import { NETWORKS, type Network, type NetworkId } from '#catalog/networks.ts';
import type { ChainConnection } from '#chains/registry.ts';
import type { Config } from '#platform/config/config.ts';
import { networkIdOf } from './network-id-of.ts';

/** Local nodes mine a block each second, so a payer there should not wait for the usual pace. */
const SANDBOX_POLL_MS = 200;

/** How every network with nodes is reached; the scheme of a URL decides its kind. */
export function connectionsOf(
  config: Pick<Config, 'mode' | 'rpcRequestsPerSecond' | 'bloomFillMaxPercent' | 'headerChecks'>,
  urlsOf: ReadonlyMap<string, readonly string[]>,
): ChainConnection[] {
  return [...urlsOf].map(([id, urls]) => ({
    network: networkOf(config, networkIdOf(id)),
    rpcUrls: urls.filter((url) => url.startsWith('http')),
    wsUrls: urls.filter((url) => !url.startsWith('http')),
    requestsPerSecond: config.rpcRequestsPerSecond,
    bloomFillMax: config.bloomFillMaxPercent,
    ...(config.mode === 'sandbox' && { pollMs: SANDBOX_POLL_MS }),
  }));
}

/** The catalog's network, whose headers are not hashed where a setting disables it. */
function networkOf({ headerChecks }: Pick<Config, 'headerChecks'>, id: NetworkId): Network {
  const network = NETWORKS[id];
  return headerChecks.get(id) === 'links' ? { ...network, hashedFrom: undefined } : network;
}
