import { NETWORKS } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import { evmChain } from '#chains/evm/evm-chain.ts';
import { tronChain } from '#chains/tron/tron-chain.ts';
import type { Clock } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import type { Log } from '#platform/log.ts';
import type { FakeChain } from '../../chains/fake/chain.ts';
import type { SealedParts } from '../../chains/fake/ledger.ts';
import type { FakeNode } from '../../chains/fake/node.ts';
import type { Dice } from '../dice.ts';
import { ofEach, type Simulated } from '../networks.ts';
import type { Plant } from '../plants.ts';
import type { RelayPool } from '../relay/pool.ts';
import { type EvmBlocks, evmBlocks } from './evm-blocks.ts';
import type { Trouble } from './node-troubles.ts';
import { answerRequest, type NodeFaults, noFaults } from './rpc-node.ts';
import { type SimulatedNode, simulatedRuntime } from './simulated-runtime.ts';
import type { SimulatedTime } from './simulated-time.ts';
import { type TronBlocks, tronBlocks } from './tron-blocks.ts';
import { answerTronRequest } from './tron-node.ts';

/** Blocks of every family that chains in memory are sealed to. */
export interface Blocks {
  /** The hash of a block of a network that is being made. */
  seal(network: Simulated, parts: SealedParts): Hex;
  readonly evm: EvmBlocks;
  readonly tron: TronBlocks;
}

/** Knows no block yet. */
export function openBlocks({ succeedsAlways = false }: Pick<Plant, 'succeedsAlways'>): Blocks {
  const evm = evmBlocks();
  const tron = tronBlocks(succeedsAlways);
  return {
    evm,
    tron,
    seal: (network, parts) => (isOnTron(network) ? tron : evm).seal(parts),
  };
}

const isOnTron = (network: Simulated) => NETWORKS[network].family === 'tron';

/** The nodes of the networks as the real adapters reach them. */
export interface RpcNodes {
  readonly blocks: Blocks;
  /** Of each network the node that may lie; the others are only late or away. */
  readonly liars: Readonly<Record<Simulated, number>>;
  /** What may become of nodes in this world. */
  readonly troubles: readonly Trouble[];
  /** What is wrong with each node, in the order of the network's nodes. */
  readonly faults: Readonly<Record<Simulated, readonly NodeFaults[]>>;
  /** The network as one process reaches it: what is read of blocks comes through the adapter. */
  connect(network: Simulated, parts: { time: SimulatedTime; now: Clock; log: Log }): Chain;
}

interface NodesParts {
  readonly chains: Readonly<Record<Simulated, FakeChain>>;
  readonly networks: readonly Simulated[];
  readonly blocks: Blocks;
  readonly dice: Dice;
  readonly troubles: readonly Trouble[];
  /** Where signed transactions are forwarded: what is sent to the nodes of Tron. */
  readonly relay?: RelayPool | undefined;
}

/** Opens the nodes of chains whose blocks were sealed by `blocks`. */
export function openRpcNodes(parts: NodesParts): RpcNodes {
  const { chains, networks, blocks, dice, troubles, relay: pool } = parts;
  const faultsOf = (network: Simulated) => chains[network].nodeList.map(noFaults);
  const faults = ofEach(faultsOf);
  const liars = ofEach(() => 0);
  // The first node is queried most, so it is faulty as often as all others together.
  for (const network of networks) {
    liars[network] = dice.isHit(0.5) ? 0 : dice.below(faults[network].length);
  }
  const nodes = new Map<string, SimulatedNode>();
  const hostsOf = (network: Simulated) =>
    chains[network].nodeList.map((node, i) => {
      // Each of a domain of its own, as nodes of one provider count as one.
      const host = `${network}-${node.name}.example`;
      const own = faults[network][i] ?? noFaults();
      nodes.set(host, openNode(parts, { network, node, faults: own }));
      return host;
    });
  const hosts = ofEach(hostsOf);
  return {
    blocks,
    troubles,
    liars,
    faults,
    connect: (network, { time, now, log }) => {
      const open = isOnTron(network) ? tronChain : evmChain;
      const {
        follow,
        scan,
        eachNode,
        checkAgreement,
        readHead,
        readOutcome,
        nodes: states,
        relay,
        prepare,
        feeLimits,
      } = open({
        network: NETWORKS[network],
        rpcUrls: hosts[network].map((host) => `http://${host}`),
        pollMs: undefined,
        log,
        now,
        runtime: simulatedRuntime(time, { nodes, dice }),
      });
      const read = { follow, scan, eachNode, checkAgreement, readHead, readOutcome, nodes: states };
      const forwards = pool !== undefined && isOnTron(network);
      return { ...chains[network], ...read, ...(forwards && { relay, prepare, feeLimits }) };
    },
  };
}

interface OneNode {
  readonly network: Simulated;
  readonly node: FakeNode;
  readonly faults: NodeFaults;
}

/** A node of a network, which speaks what nodes of its family do. */
function openNode(
  { chains, blocks, dice, relay }: NodesParts,
  { network, node, faults }: OneNode,
): SimulatedNode {
  const { ledger } = chains[network];
  const { chainId } = NETWORKS[network];
  const shared = { ledger, node, faults, dice };
  const answer: SimulatedNode['answer'] = isOnTron(network)
    ? (path, body) => answerTronRequest({ ...shared, blocks: blocks.tron, pool: relay }, path, body)
    : (_path, body) => answerRequest({ ...shared, chainId, blocks: blocks.evm }, body);
  return { node, faults, answer };
}
