import type { Network } from '#catalog/networks.ts';
import { Bug } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import type { Chain, Chains } from './chain.ts';
import { evmChain } from './evm/evm-chain.ts';
import { checkSignIn, readWallet } from './sign-in.ts';

/** A network and the nodes that reach it. */
export interface ChainConnection {
  readonly network: Network;
  /** Asked in this order, the next when one fails. */
  readonly rpcUrls: readonly string[];
  /** Overrides how often a polling follower asks. */
  readonly pollMs?: number;
}

/** Connects the networks through their families' adapters; nothing is asked of a node yet. */
export function connectChains(
  connections: readonly ChainConnection[],
  parts: { readonly log: Log },
): Chains & { close(): Promise<void> } {
  const all = connections.map((connection) => connect(connection, parts.log));
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

function connect(connection: ChainConnection, log: Log): Chain {
  const { network, rpcUrls, pollMs } = connection;
  switch (network.family) {
    case 'evm':
      return evmChain({ network, rpcUrls, pollMs, log });
    case 'tron':
      throw new Bug(`${network.name} cannot be connected yet`);
  }
}
