import { FAMILIES } from '#catalog/families.ts';
import { NETWORKS, type Network, type NetworkId } from '#catalog/networks.ts';
import type { ListenToHeads } from '#chains/following/heads.ts';
import type { ChainConnection } from '#chains/registry.ts';
import type { Hex } from '#kit/hex.ts';
import type { Config } from '#platform/config/config.ts';
import { SANDBOX_SENDER } from '#sandbox/test-accounts.ts';
import { networkIdOf } from './network-id-of.ts';

/** Local nodes mine a block each second, so a payer there should not wait for the usual pace. */
const SANDBOX_POLL_MS = 200;

type ConnectionConfig = Pick<
  Config,
  | 'mode'
  | 'rpcUrls'
  | 'rpcRequestsPerSecond'
  | 'bloomFillMaxPercent'
  | 'headerChecks'
  | 'tronApiKeys'
  | 'relayer'
>;

/**
 * How every network with nodes is reached; the scheme of a URL decides its kind, and what this process listens to
 * stands beside it. Networks whose family has no adapter yet are left out.
 */
export function connectionsOf(
  config: ConnectionConfig,
  urlsOf: ReadonlyMap<string, readonly string[]>,
  listenTo: ReadonlyMap<string, ListenToHeads> = new Map(),
): ChainConnection[] {
  return [...urlsOf].flatMap(([id, urls]) => {
    const network = networkOf(config, networkIdOf(id));
    if (!FAMILIES[network.family].canConnect) return [];
    const listen = listenTo.get(id);
    return {
      network,
      rpcUrls: urls.filter((url) => url.startsWith('http')),
      wsUrls: urls.filter((url) => !url.startsWith('http')),
      requestsPerSecond: config.rpcRequestsPerSecond,
      bloomFillMax: config.bloomFillMaxPercent,
      ...(network.family === 'tron' && { apiKeys: config.tronApiKeys }),
      listen,
      senderKey: senderKeyOf(config, id),
      // Nobody asks for blocks that are reported.
      ...(config.mode === 'sandbox' && listen === undefined && { pollMs: SANDBOX_POLL_MS }),
    };
  });
}

/** The known key signs on nodes that the sandbox made, and nowhere else. */
function senderKeyOf({ mode, rpcUrls, relayer }: ConnectionConfig, id: string): Hex | undefined {
  if (relayer.spenders.has(id)) return relayer.key;
  return mode === 'sandbox' && !rpcUrls.has(id) ? SANDBOX_SENDER.privateKey : undefined;
}

/** The catalog's network, whose headers are not hashed where a setting disables it. */
function networkOf({ headerChecks }: Pick<Config, 'headerChecks'>, id: NetworkId): Network {
  const network = NETWORKS[id];
  return headerChecks.get(id) === 'links' ? { ...network, hashedFrom: undefined } : network;
}
