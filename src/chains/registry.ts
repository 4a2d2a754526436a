import type { EscrowCollectors } from '#catalog/escrows.ts';
import type { Network } from '#catalog/networks.ts';
import type { Clock } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import type { Log } from '#platform/log.ts';
import type { Meter } from '#platform/metrics.ts';
import type { Chain, Chains } from './chain.ts';
import { evmChain } from './evm/evm-chain.ts';
import type { ListenToHeads } from './following/heads.ts';
import { checkSignIn, readWallet } from './sign-in.ts';
import { tronChain } from './tron/tron-chain.ts';

/** A network and the nodes that reach it. */
export interface ChainConnection {
  readonly network: Network;
  /** In the operator's order; the adapter chooses between them. */
  readonly rpcUrls: readonly string[];
  /** What hosted nodes of some networks want to know their customers by, by the URL of the node; never logged or shown. */
  readonly apiKeys?: ReadonlyMap<string, string> | undefined;
  /** How many calls one node receives a second at most; without it there is no limit. */
  readonly requestsPerSecond?: number | undefined;
  /** How full a header's bloom may be for checking a node's answers, in percent. */
  readonly bloomFillMax?: number | undefined;
  /** WebSocket nodes, which only report that there is a new block; without any, nodes are polled. */
  readonly wsUrls?: readonly string[];
  /** The key that this installation sends with on the network. */
  readonly senderKey?: Hex | undefined;
  /** Whether it sends payments which payers signed for, where the contract that makes them is known. */
  readonly takesSignedPayments?: boolean | undefined;
  /** The contract that takes instalments of schedules, where it is not that of the catalog. */
  readonly recurringProxy?: string | undefined;
  /** The collectors of the escrow, where none are confirmed. */
  readonly escrowCollectors?: EscrowCollectors | undefined;
  /** Whether names of accounts are read, where the network has a registry of them. */
  readonly readsNames?: boolean | undefined;
  /** Overrides how often a follower polls: for nodes of this machine, which cost nothing. */
  readonly pollMs?: number;
  /** The network is polled no more often than this. */
  readonly pollMsMin?: number | undefined;
  /** Where this process runs the node itself: what calls back at each new block. */
  readonly listen?: ListenToHeads | undefined;
}

interface Tools {
  readonly log: Log;
  /** Without it the state of nodes is not published. */
  readonly meter?: Meter;
  /** Defaults to the system's clock. */
  readonly now?: Clock;
}

/** Connects the networks through their families' adapters; without a request to a node. */
export function connectChains(
  connections: readonly ChainConnection[],
  tools: Tools,
): Chains & { close(): Promise<void> } {
  const all = connections.map((connection) => connect(connection, tools));
  const byId = new Map(all.map((chain) => [chain.network.id, chain]));
  return {
    all,
    get: (network) => byId.get(network),
    readWallet,
    checkSignIn: (claim) =>
      checkSignIn(
        claim,
        all.find(({ network }) => network.chainId === claim.chainId),
      ),
    close: async () => {
      await Promise.all(all.map((chain) => chain.close()));
    },
  };
}

function connect(connection: ChainConnection, tools: Tools): Chain {
  const { network, rpcUrls, apiKeys, wsUrls, requestsPerSecond, bloomFillMax } = connection;
  const { pollMs, pollMsMin, senderKey, takesSignedPayments, recurringProxy, escrowCollectors } =
    connection;
  const { readsNames } = connection;
  switch (network.family) {
    case 'evm':
      return evmChain({
        network,
        rpcUrls,
        wsUrls,
        requestsPerSecond,
        bloomFillMax,
        pollMs,
        pollMsMin,
        senderKey,
        takesSignedPayments,
        recurringProxy,
        escrowCollectors,
        readsNames,
        ...tools,
      });
    case 'tron':
      return tronChain({
        network,
        rpcUrls,
        apiKeys,
        requestsPerSecond,
        pollMs,
        pollMsMin,
        listen: connection.listen,
        ...tools,
      });
  }
}
