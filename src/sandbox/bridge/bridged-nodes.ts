import { createPublicClient, http, type PublicClient } from 'viem';
import { BRIDGES, type BridgeContracts, hasBridge } from '#catalog/bridge.ts';
import { CURRENCIES, type Currency } from '#catalog/currencies.ts';
import { NETWORKS, type Network } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import type { SandboxNode } from '../price-feeds.ts';

/** How often a receipt is looked for; a local node mines a transaction within milliseconds. */
const POLL_MS = 20;

/** A local node with the contracts of the bridge. */
export interface BridgedNode {
  readonly node: SandboxNode;
  readonly network: Network;
  readonly client: PublicClient;
  readonly contracts: BridgeContracts;
  /** What can be paid there. */
  readonly tokens: readonly Currency[];
}

/** Those of the local nodes between which payments are bridged. */
export function openBridgedNodes(nodes: readonly SandboxNode[]): readonly BridgedNode[] {
  return nodes.flatMap((node) => {
    if (!hasBridge(node.network)) return [];
    const client = createPublicClient({
      transport: http(node.rpcUrl),
      pollingInterval: POLL_MS,
      cacheTime: 0,
    });
    return {
      node,
      network: NETWORKS[node.network],
      client,
      contracts: BRIDGES[node.network],
      tokens: CURRENCIES.filter(
        ({ network, type }) => network === node.network && type === 'ERC20',
      ),
    };
  });
}

/** An address of the catalog, as the chain library has it. */
export function asHex(address: string): Hex {
  return `0x${address.slice(2)}`;
}
