import { numberToHex } from 'viem';
import { digest, type FakeBlock } from '../../chains/fake/ledger.ts';
import { fork, lose, reorganize } from '../chaos.ts';
import type { Dice } from '../dice.ts';
import { AGREEING, type Simulated } from '../networks.ts';
import { fullPayment, type KnownRequest } from '../payers.ts';
import type { SimWorld } from '../world.ts';
import { plainLogs, type RpcLogJson } from './evm-blocks.ts';
import { type NodeFaults, noFaults } from './rpc-node.ts';
import type { RpcNodes } from './rpc-nodes.ts';

/** What nodes may have, and how often. */
const TROUBLES = {
  is_down: 3,
  is_alone: 8,
  lags: 4,
  forks: 3,
  fails: 6,
  hangs: 2,
  is_slow: 3,
  indexes_late: 8,
  limits: 4,
  empties: 2,
  removes: 1,
  loses: 2,
  forges: 4,
  stays_behind: 10,
  is_well: 14,
} as const;

/** One of them. */
export type Trouble = keyof typeof TROUBLES;

/** Every one of them but what needs a node that is alone. */
export const ALL_TROUBLES: readonly Trouble[] = Object.keys(TROUBLES)
  .filter(isTrouble)
  .filter((what) => what !== 'stays_behind');

/** Whether a word names one of them. */
export function isTrouble(word: string): word is Trouble {
  return Object.hasOwn(TROUBLES, word);
}

/** What only the liar of a network has: agreement and a second opinion help against one liar, not against two. */
const LIES: ReadonlySet<Trouble> = new Set(['empties', 'removes', 'loses', 'forges']);

/** What nodes may have where signed transactions are forwarded: all but lies. */
export const RELAY_TROUBLES: readonly Trouble[] = ALL_TROUBLES.filter((what) => !LIES.has(what));

/** How many of the newest blocks a node may have no logs of yet. */
const UNINDEXED_MAX = 8;
/** How many blocks nodes tell logs of at once, where they limit that. */
const RANGE_LIMITS = [1n, 2n, 5n, 20n] as const;
/** Forged payments are of one of so many of the newest blocks. */
const FORGED_WITHIN = 2;
/** On Tron of more, as few blocks hold a transaction that events can be added to. */
const FORGED_WITHIN_ON_TRON = 6;

/** Lets a node of some network fall ill, lie or recover; returns what happened. */
export function troubleRpcNodes(
  world: SimWorld,
  rpc: RpcNodes,
  requests: readonly KnownRequest[],
): string {
  const { dice } = world;
  const network = dice.pick(world.networks);
  const what = pickTrouble(dice, rpc.troubles);
  const anywhere = dice.below(rpc.faults[network].length);
  const faultIndex = LIES.has(what) ? rpc.liars[network] : anywhere;
  const node = world.chains[network].nodeList[faultIndex];
  const faults = rpc.faults[network][faultIndex];
  if (node === undefined || faults === undefined) return what;
  if (what === 'is_down') node.isDown = true;
  if (what === 'is_alone') {
    for (const one of world.chains[network].nodeList) one.isDown = one !== node;
  }
  if (what === 'stays_behind') stayBehind(world, network);
  if (what === 'lags') node.lag = 1 + dice.below(6);
  if (what === 'forks') fork(world, network, node);
  if (what === 'loses') lose(world, network, node);
  if (what === 'is_well') healNode(world, rpc, { network, faultIndex });
  if (what === 'forges') forgeOne(world, faults, { network, requests });
  Object.assign(faults, WORSENING[what]?.(dice));
  world.note(`a node ${what}`);
  return `${network} ${faultIndex + 1} ${what}`;
}

function pickTrouble(dice: Dice, allowed: readonly Trouble[]): Trouble {
  const entries = Object.entries(TROUBLES).map(([what, weight]) => {
    const counts = isTrouble(what) && (what === 'is_well' || allowed.includes(what));
    return [what, counts ? weight : 0] as const;
  });
  const what = dice.weighted(Object.fromEntries(entries));
  return isTrouble(what) ? what : 'is_well';
}

/** What becomes of the answers of a node; the other troubles are not of its answers. */
const WORSENING: Partial<Record<Trouble, (dice: Dice) => Partial<NodeFaults>>> = {
  fails: (dice) => ({ failing: dice.pick([0.2, 0.5, 1]) }),
  hangs: (dice) => ({ hanging: dice.pick([0.1, 0.4]) }),
  is_slow: (dice) => ({ slowMs: dice.pick([300, 1_000, 3_000]) }),
  indexes_late: (dice) => ({ unindexedBlocks: 1 + dice.below(UNINDEXED_MAX) }),
  limits: (dice) => ({ rangeMax: dice.pick(RANGE_LIMITS) }),
  empties: (dice) => ({ emptying: dice.pick([0.5, 1]) }),
  removes: (dice) => ({ removing: dice.pick([0.5, 1]) }),
};

/** Where one node alone is up: the others replace blocks that it keeps, and what it credits of those they do not have. */
function stayBehind(world: SimWorld, network: Simulated): void {
  const { ledger, nodeList } = world.chains[network];
  const [node, ...others] = nodeList.filter(({ isDown }) => !isDown);
  if (node === undefined || others.length > 0 || node.branch !== undefined) return;
  const from = ledger.finalized().number + 1n;
  const blocks = ledger.blocks.slice(Number(from));
  node.branch = { from, blocks };
  reorganize(world, network);
}

interface FaultyNode {
  readonly network: Simulated;
  readonly faultIndex: number;
}

function healNode({ chains }: SimWorld, rpc: RpcNodes, { network, faultIndex }: FaultyNode): void {
  const node = chains[network].nodeList[faultIndex];
  const faults = rpc.faults[network][faultIndex];
  if (node === undefined || faults === undefined) return;
  node.isDown = false;
  node.lag = 0;
  node.branch = undefined;
  node.hidden.clear();
  faults.forgeries.splice(0);
  faults.tronForgeries.splice(0);
  const { forgeries: _kept, tronForgeries: _too, ...none } = noFaults();
  Object.assign(faults, none);
}

/** Makes every node tell the truth again. */
export function healRpcNodes(world: SimWorld, rpc: RpcNodes): void {
  for (const network of world.networks) {
    for (const faultIndex of rpc.faults[network].keys())
      healNode(world, rpc, { network, faultIndex });
  }
}

interface Forging {
  readonly network: Simulated;
  readonly requests: readonly KnownRequest[];
}

/** Invents a payment of the newest request, in one of the newest blocks. */
function forgeOne(world: SimWorld, faults: NodeFaults, { network, requests }: Forging): void {
  const { dice } = world;
  const request = requests.findLast((one) => one.network === network);
  if (request === undefined) return;
  if (network === 'tron') {
    forgeOnTron(world, faults, request);
    return;
  }
  const newest = world.chains[network].ledger.blocks.slice(-FORGED_WITHIN);
  const forged = forge(world, request, dice.pick(newest));
  // Where nodes must agree, it also lists the transaction in the block; its hash does not show that.
  faults.forgeries.push({ ...forged, isListed: AGREEING.includes(network) && dice.isHit(0.5) });
}

/**
 * Invents a payment on Tron: a whole transaction, which the header of its block denies, or events within one
 * that the block has, to whose logs no header commits.
 */
function forgeOnTron(world: SimWorld, faults: NodeFaults, request: KnownRequest): void {
  const { ledger } = world.chains.tron;
  const content = `invented ${world.nonce()}`;
  const log = fullPayment(world, request);
  const real = ledger.blocks
    .slice(-FORGED_WITHIN_ON_TRON)
    .flatMap(({ hash, receipts }) => receipts.map((receipt) => ({ ...receipt, blockHash: hash })))
    .filter(({ status }) => status === 'success')
    // Two events of a request in one transaction would be two payments of it, which is nothing strange.
    .filter(({ logs }) => logs.every(({ referenceKey }) => referenceKey !== log.referenceKey))
    .findLast(({ hash }) => faults.tronForgeries.every(({ within }) => within !== hash.slice(2)));
  if (real !== undefined && world.dice.isHit(0.6)) {
    const { blockHash, hash } = real;
    world.note('forged within a transaction');
    faults.tronForgeries.push({ blockHash, within: hash.slice(2), content, log });
    return;
  }
  world.note('forged a transaction');
  faults.tronForgeries.push({ blockHash: ledger.head().hash, within: undefined, content, log });
}

/** The receipt of a payment of the whole request that never was. */
function forge(world: SimWorld, request: KnownRequest, block: FakeBlock) {
  const payment = fullPayment(world, request);
  const transactionHash = digest(`invented ${world.nonce()}`);
  const { proxyAddress: to, payerAddress: from } = payment;
  const plain = plainLogs(payment);
  const logs = plain.map(
    (log, i): RpcLogJson => ({
      ...log,
      blockNumber: numberToHex(block.number),
      blockHash: block.hash,
      transactionHash,
      transactionIndex: '0x63',
      logIndex: numberToHex(900 + i),
      removed: false,
    }),
  );
  const log = logs.at(-1);
  if (log === undefined) throw new Error('a payment leaves a log');
  const receipt = {
    transactionHash,
    transactionIndex: '0x63',
    blockHash: block.hash,
    blockNumber: numberToHex(block.number),
    from,
    to,
    status: '0x1',
    type: '0x2',
    contractAddress: null,
    cumulativeGasUsed: '0x5208',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x7',
    logs,
    logsBloom: `0x${'ff'.repeat(256)}`,
  };
  return { log, receipt };
}
