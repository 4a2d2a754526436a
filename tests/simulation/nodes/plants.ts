import type { ChainUpdate } from '#chains/chain.ts';
import type { Plant } from '../plants.ts';
import type { Trouble } from './node-troubles.ts';

/** A bug that is planted between the adapter and the product, and the troubles of nodes that show it. */
interface NodePlant {
  /** Made anew for each world, as some remember what was reported. */
  readonly plant: () => Omit<Plant, 'shows'>;
  readonly troubles: readonly Trouble[];
  readonly shows: RegExp;
}

type Blocks = Extract<ChainUpdate, { type: 'blocks' }>;

/** Changes what is reported of blocks, by the newest that was reported before. */
function reshaping(change: (blocks: Blocks, newest: bigint) => Blocks): NodePlant['plant'] {
  return () => {
    let newest = -1n;
    return {
      reshape: (update) => {
        if (update.type === 'reorg') {
          newest = update.ancestor?.number ?? -1n;
          return update;
        }
        const changed = change(update, newest);
        newest = update.to.number;
        return changed;
      },
    };
  };
}

/** The total of what one node alone may credit has no end; the seeds of such worlds show it. */
export const NO_TOTAL: Plant = {
  sends: (text) =>
    text.replace(/where total\.dollar_units \+ excluded\.dollar_units <= (\$\d+)/, 'where 0 <= $1'),
  shows: /^one node alone credited \d+ parts/,
};

/** Bugs that only networks can show where payments wait for solidified blocks, or fail with their logs. */
export const TRON_PLANTS: Readonly<Record<string, NodePlant>> = {
  'counts what is not solidified': {
    plant: () => ({
      reshape: (update) =>
        update.type === 'reorg' ? update : { ...update, finalizedNumber: update.headNumber },
    }),
    troubles: ['is_down'],
    // Or a fork of it stops the network, as one of final blocks does.
    shows: /^transfer .* counts since \d+, and final is \d+|replaced block \d+, but \d+ was final/,
  },
  'counts what ran out of energy': {
    plant: () => ({ succeedsAlways: true }),
    troubles: ['is_down'],
    shows: /^the ledger has \d+ of request/,
  },
};

/** Bugs of the way blocks are read, by what is wrong. */
export const NODE_PLANTS: Readonly<Record<string, NodePlant>> = {
  'drops what was found when blocks were read again': {
    plant: reshaping((blocks, newest) => ({
      ...blocks,
      transfers: blocks.transfers.filter(({ block }) => block.number > newest),
    })),
    troubles: ['indexes_late'],
    shows: /^the ledger has \d+ of request/,
  },
  'misses the payments of a block that was read late': {
    plant: reshaping((blocks) => ({
      ...blocks,
      transfers: blocks.transfers.filter(({ block }) => block.number === blocks.to.number),
    })),
    troubles: ['is_down', 'lags'],
    shows: /^the ledger has \d+ of request/,
  },
  'reports a payment again in another transaction': {
    plant: reshaping((blocks) => ({
      ...blocks,
      transfers: blocks.transfers.flatMap((one) => [one, { ...one, logIndex: one.logIndex + 500 }]),
    })),
    troubles: ['fails'],
    shows: /^one log of a transaction counts twice/,
  },
};
