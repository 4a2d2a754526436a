import type { EscrowBlocks, EscrowEvent, EscrowReads } from '#chains/chain.ts';
import type { Plant } from '../plants.ts';
import { worldsOf } from '../seeds.ts';

/** Seeds of the short run, in which shops have payments held; one of them where nodes must agree. */
export const COMMERCE_SEEDS: readonly string[] = ['held 1', 'held 33', 'base 5'];

/** A bug, and the worlds in which it is looked for. */
interface CommercePlant extends Plant {
  readonly seeds: readonly string[];
}

/** The world in which a bug shows soonest, and others, as that follows from all that happens. */
const worlds = worldsOf('held');

type Query = Parameters<EscrowReads['readBlocks']>[0];

const rereading = (
  change: (blocks: EscrowBlocks, query: Query) => EscrowBlocks | Promise<EscrowBlocks>,
): Pick<Plant, 'escrowAs'> => ({
  escrowAs: (reads) => ({
    ...reads,
    readBlocks: async (query) => await change(await reads.readBlocks(query), query),
  }),
});

const FALSE = /and the escrow says|and was carried out as/;

/** Far above all blocks, so that nothing but the ends is read. */
const NOWHERE: Query = {
  from: 10n ** 9n,
  known: [],
  findOurs: async () => ({ terms: new Map(), referenceKeys: new Set() }),
};

/** Bugs in what holds, takes and counts payments of shops. */
export const COMMERCE_PLANTS: Readonly<Record<string, CommercePlant>> = {
  'sends an operation twice': {
    afterwards: `update relayed_transaction
      set purpose = 'forgotten ' || id, subject = 'forgotten ' || id
      where outcome is null and purpose like 'commerce %'`,
    seeds: worlds(19),
    shows: FALSE,
  },
  'calls displaced what may still be carried out': {
    afterwards: `update relayed_transaction set outcome = 'displaced', next_check_at = null
      where outcome is null`,
    seeds: worlds(6),
    shows: FALSE,
  },
  'opens no operation again that a reorg took back': {
    sends: (text) =>
      text.includes('update commerce_operation\n    set outcome = null') ? undefined : text,
    seeds: worlds(13),
    shows: /is done, a reorg took it back, and none is open/,
  },
  'takes back nothing': {
    sends: (text) =>
      text.startsWith('update "commerce_event" set "undone_at"') ? undefined : text,
    seeds: worlds(4),
    shows: FALSE,
  },
  'counts events before they are deep enough': {
    sends: (text) =>
      text.startsWith('select * from "commerce_event"')
        ? text.replace(/("block_number" <= \$\d+)/, '($1 or true)')
        : text,
    seeds: worlds(2),
    shows: /counts, and no node has had more/,
  },
  'counts an event under two names': {
    ...rereading((blocks) => ({
      ...blocks,
      events: blocks.events.flatMap((one) => [one, { ...one, logIndex: one.logIndex + 1_000 }]),
    })),
    seeds: worlds(19),
    shows: FALSE,
  },
  'credits what others authorised with a reference of ours': {
    ...rereading(async (blocks, { findOurs }) => {
      const referenceKeys = blocks.foreign.map(({ referenceKey }) => referenceKey);
      const ours = await findOurs({ paymentHashes: [], referenceKeys });
      const [paymentHash] = [...ours.terms.keys()];
      const events = blocks.foreign.map(
        ({ block, transactionHash, logIndex, ...one }): EscrowEvent => ({
          ...{ block, transactionHash, logIndex, type: 'authorized', units: 5n, isMoved: true },
          paymentHash: paymentHash ?? one.paymentHash,
          blockTime: new Date(0),
        }),
      );
      return { ...blocks, events: [...blocks.events, ...events] };
    }),
    seeds: worlds(19),
    shows: FALSE,
  },
  'reports no authorisation of others': {
    ...rereading((blocks) => ({ ...blocks, foreign: [] })),
    seeds: worlds(19),
    shows: /an authorisation of others was not reported/,
  },
  'reads from the newest block on, where a reorg may put what comes': {
    escrowAs: (reads) => ({
      ...reads,
      readFinalNumber: async () => (await reads.readBlocks(NOWHERE)).headNumber,
    }),
    seeds: worlds(19),
    shows: /and the escrow says|was not reported/,
  },
  'forgets that time passes': {
    sends: (text) =>
      text.startsWith('select * from "commerce_payment" where "expires_at"')
        ? text.replace('where', 'where false and')
        : text,
    seeds: worlds(19),
    shows: /shows status \w+, and the escrow says EXPIRED/,
  },
  'moves without an event': {
    sends: (text) => (text.includes('insert into stored_event (') ? undefined : text),
    seeds: worlds(19),
    shows: /moved \d+ times, reported 0 times|had \d+ refunds, reported 0 times/,
  },
};
