import type { FakeBlock, FakeTransaction } from '../chains/fake/ledger.ts';
import { digest } from '../chains/fake/ledger.ts';
import { withoutRivals } from './bridge/payers.ts';
import type { Simulated } from './networks.ts';
import { rememberDeep } from './recurring/sent.ts';
import type { SimWorld } from './world.ts';

/** What becomes of the chains and their nodes, and how often. */
const EVENTS = { node_down: 4, node_lags: 5, node_forks: 4, node_loses: 2, node_heals: 8 } as const;
/** What is sent is followed by the word of one node, so that none lies where instalments are sent. */
const EVENTS_OF_RECURRING = { ...EVENTS, node_forks: 0 } as const;

/** Makes a block of some of what waits. */
export function mineSome(world: SimWorld, network: Simulated): FakeBlock {
  const { dice } = world;
  const waiting = world.mempool[network];
  const taken = waiting.filter(() => dice.isHit(0.7));
  return mine(world, network, taken);
}

/** Makes a block of these, which wait no longer. */
function mine(world: SimWorld, network: Simulated, taken: readonly FakeTransaction[]): FakeBlock {
  const waiting = world.mempool[network];
  // No block holds what has expired before it.
  const now = world.clock().getTime();
  const fitting = world.bridging === undefined ? taken : withoutRivals(world, network, taken);
  const isValid = (one: FakeTransaction) => (one.expiresAtMs ?? now + 1) > now;
  waiting.splice(
    0,
    waiting.length,
    ...waiting.filter((one) => !taken.includes(one) && isValid(one)),
  );
  const chain = world.chains[network];
  const block = chain.mine(fitting.filter(isValid));
  world.everMined.add(block.hash);
  const final = chain.ledger.finalized().number;
  for (const node of chain.nodeList) {
    // The others have agreed on another block by now, and the node has received it.
    if (node.branch !== undefined && node.branch.from <= final + 1n) node.branch = undefined;
  }
  return block;
}

/**
 * Replaces the newest blocks: of their transactions some come again at once, some later, some never.
 * Returns how deep it went; nothing is deep enough to touch what is final.
 */
export function reorganize(world: SimWorld, network: Simulated): number {
  const { dice } = world;
  const { ledger, nodeList } = world.chains[network];
  const { number: head } = ledger.head();
  const deepest = Number(head - ledger.finalized().number);
  if (deepest < 1) return 0;
  const depth = 1 + (dice.isHit(0.6) ? dice.below(Math.min(3, deepest)) : dice.below(deepest));
  const from = head - BigInt(depth) + 1n;
  const lost = ledger.blocks
    .slice(Number(from))
    .flatMap(({ receipts }) => receipts.flatMap(({ hash }) => world.signed.get(hash) ?? []));
  if (world.recurring !== undefined) rememberDeep(world.chains[network], world.recurring);
  ledger.cut(from);
  for (const node of nodeList)
    if (node.branch !== undefined && node.branch.from > from) node.branch = undefined;
  const again = lost.filter(() => dice.isHit(world.bridging === undefined ? 0.75 : 0.5));
  world.mempool[network].push(...again);
  const blocks = Math.max(1, depth + dice.below(3) - 1);
  for (let i = 0; i < blocks; i += 1) mineSome(world, network);
  return depth;
}

/** Lets a node of some network fall ill, lie or recover; returns what happened. */
export function troubleNodes(world: SimWorld): string {
  const { dice } = world;
  const network = dice.pick(world.networks);
  const chain = world.chains[network];
  const node = dice.pick(chain.nodeList);
  const what = dice.weighted(world.recurring === undefined ? EVENTS : EVENTS_OF_RECURRING);
  if (what === 'node_down') node.isDown = true;
  if (what === 'node_lags') node.lag = 1 + dice.below(8);
  if (what === 'node_forks') fork(world, network, node);
  if (what === 'node_loses') lose(world, network, node);
  if (what === 'node_heals') heal(node);
  world.note(what);
  return what;
}

/** Makes every node tell the truth again. */
export function healAll(world: SimWorld): void {
  for (const network of world.networks) world.chains[network].nodeList.forEach(heal);
}

type Node = SimWorld['chains'][Simulated]['nodeList'][number];

function heal(node: Node): void {
  node.isDown = false;
  node.lag = 0;
  node.branch = undefined;
  node.hidden.clear();
}

/** The node has blocks whose logs it does not return. */
export function lose(world: SimWorld, network: Simulated, node: Node): void {
  const { ledger } = world.chains[network];
  const newest = ledger.blocks.slice(-4).flatMap(({ receipts }) => receipts);
  for (const { hash } of [...newest, ...world.mempool[network]]) {
    if (!world.dice.isHit(0.5)) continue;
    node.hidden.add(hash);
    world.everHidden.add(hash);
  }
}

/** Blocks of the node's own, which hold some of the right payments, and some elsewhere. */
export function fork(world: SimWorld, network: Simulated, node: Node): void {
  const { dice } = world;
  const { ledger } = world.chains[network];
  const head = ledger.head().number;
  const deepest = Number(head - ledger.finalized().number) - 1;
  if (deepest < 1) return;
  const from = head - BigInt(dice.below(Math.min(6, deepest)));
  const length = 1 + dice.below(8);
  const nearby = ledger.blocks
    .slice(Math.max(0, Number(from) - 6))
    .flatMap(({ receipts }) => receipts);
  const before = new Set(
    ledger.blocks
      .slice(0, Number(from))
      .flatMap(({ receipts }) => receipts.map(({ hash }) => hash)),
  );
  const movable = nearby.filter(({ hash }) => !before.has(hash));
  let parentHash = ledger.blocks[Number(from) - 1]?.hash;
  const blocks = Array.from({ length }, (_, i): FakeBlock => {
    const receipts = movable
      .splice(0, dice.below(movable.length + 1))
      .filter(() => dice.isHit(0.7));
    const number = from + BigInt(i);
    const salt = `${network} fork ${world.nonce()} ${number}`;
    const time = world.clock();
    const parts = { number, parentHash, time, receipts, salt };
    const hash = world.rpc?.blocks.seal(network, parts) ?? digest(salt);
    parentHash = hash;
    return { number, hash, time, receipts };
  });
  node.branch = { from, blocks };
}
