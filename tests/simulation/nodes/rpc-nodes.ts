import { NETWORKS } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import { evmChain } from '#chains/evm/evm-chain.ts';
import type { Clock } from '#kit/clock.ts';
import type { Log } from '#platform/log.ts';
import type { FakeChain } from '../../chains/fake/chain.ts';
import type { Dice } from '../dice.ts';
import type { Simulated } from '../world.ts';
import type { EvmBlocks } from './evm-blocks.ts';
import type { Trouble } from './node-troubles.ts';
import { type NodeFaults, noFaults, type RpcNodeParts } from './rpc-node.ts';
import { simulatedRuntime } from './simulated-runtime.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** The nodes of the networks as the real adapter reaches them. */
export interface RpcNodes {
  readonly blocks: EvmBlocks;
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
  readonly blocks: EvmBlocks;
  readonly dice: Dice;
  readonly troubles: readonly Trouble[];
}

/** Opens the nodes of chains whose blocks were sealed by `blocks`. */
export function openRpcNodes({ chains, blocks, dice, troubles }: NodesParts): RpcNodes {
  const faultsOf = (network: Simulated) => chains[network].nodeList.map(noFaults);
  const faults = { sepolia: faultsOf('sepolia'), base: faultsOf('base') };
  // The first node is queried most, so it is faulty as often as all others together.
  const liarOf = (network: Simulated) => (dice.isHit(0.5) ? 0 : dice.below(faults[network].length));
  const liars = { sepolia: liarOf('sepolia'), base: liarOf('base') };
  const nodes = new Map<string, RpcNodeParts>();
  const hostsOf = (network: Simulated) =>
    chains[network].nodeList.map((node, i) => {
      // Each of a domain of its own, as nodes of one provider count as one.
      const host = `${network}-${node.name}.example`;
      const { chainId } = NETWORKS[network];
      const { ledger } = chains[network];
      const own = faults[network][i] ?? noFaults();
      nodes.set(host, { chainId, ledger, node, faults: own, blocks, dice });
      return host;
    });
  const hosts = { sepolia: hostsOf('sepolia'), base: hostsOf('base') };
  return {
    blocks,
    troubles,
    liars,
    faults,
    connect: (network, { time, now, log }) => {
      const {
        follow,
        scan,
        eachNode,
        checkAgreement,
        readHead,
        readOutcome,
        nodes: states,
      } = evmChain({
        network: NETWORKS[network],
        rpcUrls: hosts[network].map((host) => `http://${host}`),
        pollMs: undefined,
        log,
        now,
        runtime: simulatedRuntime(time, { nodes, dice }),
      });
      const read = { follow, scan, eachNode, checkAgreement, readHead, readOutcome, nodes: states };
      return { ...chains[network], ...read };
    },
  };
}
