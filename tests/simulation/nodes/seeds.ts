import type { Simulated } from '../networks.ts';
import { KEPT_SEEDS, type KeptSeed } from '../seeds.ts';
import { ALL_TROUBLES, type Trouble } from './node-troubles.ts';

/** A world of nodes that is run again and again. */
interface NodeSeed {
  readonly seed: string;
  readonly troubles: readonly Trouble[];
}

/** Seeds of the short run, beside those that were kept. */
export const SHORT_NODE_SEEDS: readonly NodeSeed[] = Array.from({ length: 4 }, (_, i) => ({
  seed: `nodes ${i + 1}`,
  troubles: ALL_TROUBLES,
}));

/** Seeds of worlds with a Tron chain, whose blocks the adapter reads from full nodes in memory. */
export const TRON_NODE_SEEDS: readonly NodeSeed[] = [
  { seed: 'tron nodes 1', troubles: ALL_TROUBLES },
  { seed: 'tron nodes 2', troubles: ALL_TROUBLES },
  { seed: 'tron forges 1', troubles: ['forges'] },
  { seed: 'tron withholds 2', troubles: ['loses', 'empties', 'indexes_late'] },
];

/**
 * A seed in which the only node that answers is trusted for a while: it says the truth, and it keeps blocks that the others have
 * replaced. Of one network, so that one node is often alone; what is asked in between moves the dice, so it may have to be replaced.
 */
export const SINGLE_NODE_SEED: NodeSeed = {
  seed: 'stays_behind 13',
  troubles: ['is_alone', 'stays_behind'],
};

/** The network of that seed: one whose nodes must agree. */
export const SINGLE_NODE_NETWORKS: readonly Simulated[] = ['base'];

/** Seeds that failed before what they found was repaired; each stays, with what it found. */
export const KEPT_NODE_SEEDS: readonly (KeptSeed & NodeSeed)[] = [
  {
    seed: 'indexeslatelim 3',
    steps: 200,
    troubles: ['indexes_late', 'limits'],
    why: 'a limit of nodes also shrank what was read again, and logs that came late were lost',
  },
  {
    seed: 'indexeslatefai 1',
    steps: 200,
    troubles: ['indexes_late', 'fails'],
    why: 'an outage counted as a complaint about size, and logs that came late were lost',
  },
  {
    seed: 'indexeslate 2',
    steps: 200,
    troubles: ['indexes_late'],
    why: 'after a restart nothing older was read again, and logs that came late were lost',
  },
  {
    seed: 'empties 2',
    steps: 200,
    troubles: ['empties'],
    why: 'an empty answer was believed though the bloom of the header denied it',
  },
  {
    seed: 'removes 1',
    steps: 200,
    troubles: ['removes'],
    why: 'logs that a node called removed were dropped, and no other node was queried',
  },
  {
    seed: 'forge 2',
    steps: 500,
    troubles: ['forges'],
    why: 'a receipt of a transaction that no block lists was trusted, and never undone',
  },
];

/**
 * Whether a world has all that worlds have by now: wallets that pay themselves, reconciliation in the
 * background, credit by one node's word. Seeds that were kept before go on as they were when they found something.
 */
export function isWhole(seed: string): boolean {
  const kept = [...KEPT_SEEDS, ...KEPT_NODE_SEEDS].find((one) => one.seed === seed);
  return kept === undefined || kept.isWhole === true;
}
