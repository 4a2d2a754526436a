import { ESCROWS, type EscrowCollectors, hasEscrow, SANDBOX_COLLECTORS } from '#catalog/escrows.ts';
import { FAMILIES } from '#catalog/families.ts';
import { NETWORKS, type Network, type NetworkId } from '#catalog/networks.ts';
import { recurringProxyOf } from '#catalog/recurring-proxies.ts';
import type { ListenToHeads } from '#chains/following/heads.ts';
import type { ChainConnection } from '#chains/registry.ts';
import type { Config } from '#platform/config/config.ts';
import { SANDBOX_SENDER } from '#sandbox/test-accounts.ts';
import { networkIdOf } from './network-id-of.ts';

/** Local nodes mine a block each second, so a payer there should not wait for the usual pace. */
const SANDBOX_POLL_MS = 200;
const MS_PER_SECOND = 1_000;

type ConnectionConfig = Pick<
  Config,
  | 'mode'
  | 'rpcUrls'
  | 'rpcRequestsPerSecond'
  | 'bloomFillMaxPercent'
  | 'headerChecks'
  | 'pollSeconds'
  | 'tronApiKeys'
  | 'relayer'
  | 'escrowCollectors'
  | 'readsNames'
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
      ...sendingOf(config, network.id),
      escrowCollectors: collectorsOf(config, network.id),
      readsNames: config.readsNames,
      // Nobody asks for blocks that are reported.
      ...(listen === undefined && paceOf(config, network.id)),
    };
  });
}

function paceOf({ mode, pollSeconds }: ConnectionConfig, id: string) {
  const seconds = pollSeconds.get(id);
  if (seconds !== undefined) return { pollMsMin: seconds * MS_PER_SECOND };
  return mode === 'sandbox' ? { pollMs: SANDBOX_POLL_MS } : {};
}

/** Nodes that the sandbox made; those of an operator are named by a setting. */
function isLocal({ mode, rpcUrls }: ConnectionConfig, id: string): boolean {
  return mode === 'sandbox' && !rpcUrls.has(id);
}

/** The known key signs on nodes that the sandbox made, and nowhere else; that of the setting where something is sent. */
function sendingOf(config: ConnectionConfig, id: NetworkId) {
  if (isLocal(config, id)) {
    return { senderKey: SANDBOX_SENDER.privateKey, takesSignedPayments: true };
  }
  const { relayer } = config;
  const recurringProxy = relayer.recurringProxies.get(id);
  const takesSignedPayments = relayer.spenders.has(id);
  const takesInstalments = (recurringProxy ?? recurringProxyOf(id)) !== undefined;
  const isNeeded =
    takesSignedPayments || takesInstalments || collectorsOf(config, id) !== undefined;
  return { senderKey: isNeeded ? relayer.key : undefined, takesSignedPayments, recurringProxy };
}

/** Those of the catalog, of the setting, or of nodes that the sandbox made. */
function collectorsOf(config: ConnectionConfig, id: NetworkId): EscrowCollectors | undefined {
  if (!hasEscrow(id)) return undefined;
  const own = isLocal(config, id) ? SANDBOX_COLLECTORS : undefined;
  return ESCROWS[id].collectors ?? config.escrowCollectors.get(id) ?? own;
}

/** The catalog's network, whose headers are not hashed where a setting disables it. */
function networkOf({ headerChecks }: Pick<Config, 'headerChecks'>, id: NetworkId): Network {
  const network = NETWORKS[id];
  return headerChecks.get(id) === 'links' ? { ...network, hashedFrom: undefined } : network;
}
