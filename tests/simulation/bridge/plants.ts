import type { BridgeReads, Chain, SourceTransaction } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import type { Plant } from '../plants.ts';
import { worldsOf } from '../seeds.ts';
import { RELAYER } from './bridging.ts';

/** A chain whose bridge is read as a planted bug has it. */
export function bridgeAs(chain: Chain, { bridgeAs: planted }: Omit<Plant, 'shows'>): Chain {
  if (chain.bridge === undefined || planted === undefined) return chain;
  return { ...chain, bridge: planted(chain.bridge) };
}

const afterwards = (change: string): Pick<Plant, 'afterwards'> => ({
  afterwards: `update payment_intent set ${change}`,
});

/** What all processes of a world remember of a bridge, by its reads. */
const everFilled = new WeakMap<BridgeReads, Set<Hex>>();
const everSeen = new WeakMap<BridgeReads, Map<Hex, SourceTransaction>>();

function rememberedOf<Memory>(
  memories: WeakMap<BridgeReads, Memory>,
  reads: BridgeReads,
  open: () => Memory,
): Memory {
  const memory = memories.get(reads) ?? open();
  memories.set(reads, memory);
  return memory;
}

/** Worlds in which most bugs show; which of them follows from all that happens, so that others are tried too. */
const worlds = worldsOf('planted');

/** A bug, and the worlds in which it is looked for. */
interface BridgePlant extends Plant {
  readonly seeds: readonly string[];
}

/** Bugs in what follows payments from other networks. */
export const BRIDGE_PLANTS: Readonly<Record<string, BridgePlant>> = {
  'reports a refund that is not final': {
    bridgeAs: (reads) => ({
      ...reads,
      findRefund: async (...query) => {
        const refund = await reads.findRefund(...query);
        return refund && { ...refund, isFinal: true };
      },
    }),
    seeds: worlds(3),
    shows: /is refunded by a refund that is not final/,
  },
  'fails at the first block in which a transaction is reverted': {
    bridgeAs: (reads) => ({
      ...reads,
      readSources: async (queries) =>
        (await reads.readSources(queries)).map((one) =>
          one.state === 'reverted' ? { ...one, isFinal: true } : one,
        ),
    }),
    seeds: worlds(2),
    shows: /is source_failed before that is final/,
  },
  'fails by the clock of a block that is not final': {
    bridgeAs: (reads) => ({
      ...reads,
      readFills: async (deposits) =>
        (await reads.readFills(deposits)).map((one) => ({ ...one, finalTime: one.headTime })),
    }),
    seeds: worlds(2),
    shows: /is (unfilled|refunded) before that is final/,
  },
  'names who filled a deposit as the payer': {
    reshape: (update) =>
      update.type === 'reorg'
        ? update
        : {
            ...update,
            transfers: update.transfers.map((one) =>
              one.bridge === undefined ? one : { ...one, payerAddress: RELAYER },
            ),
          },
    seeds: worlds(6),
    shows: /^payment \w+ of 0x7+ names another deposit/,
  },
  'forgets that a reorg undid a fill': {
    bridgeAs: (reads) => {
      const filled = rememberedOf(everFilled, reads, () => new Set<Hex>());
      return {
        ...reads,
        readFills: async (deposits) => {
          const states = await reads.readFills(deposits);
          return states.map((state, i) => {
            const { relayHash } = deposits[i] ?? {};
            if (state.isFilled && relayHash !== undefined) filled.add(relayHash);
            return relayHash !== undefined && filled.has(relayHash)
              ? { ...state, isFilled: true }
              : state;
          });
        },
      };
    },
    seeds: worlds(8),
    shows: /is filled and still followed/,
  },
  'forgets that a reorg undid a deposit': {
    bridgeAs: (reads) => {
      const seen = rememberedOf(everSeen, reads, () => new Map<Hex, SourceTransaction>());
      return {
        ...reads,
        readSources: async (queries) => {
          const answers = await reads.readSources(queries);
          for (const one of answers) if (one.state !== 'unknown') seen.set(one.hash, one);
          return answers.map((one) => seen.get(one.hash) ?? one);
        },
      };
    },
    seeds: worlds(1),
    shows: /is (recorded|source_seen) and still followed/,
  },
  'settles by the word of the provider': {
    ...afterwards(`status = 'settled' where status = 'filled'`),
    seeds: worlds(4),
    shows: /is settled and nothing paid its request/,
  },
  'follows no intent that has failed': {
    ...afterwards(`next_check_at = null where status = 'unfilled'`),
    seeds: worlds(2),
    shows: /ended as unfilled, not refunded/,
  },
  'reports one failure again': {
    ...afterwards('failed_at = null'),
    seeds: worlds(2),
    shows: /^payment.failed was due \d+ times and reported \d+ times/,
  },
};
