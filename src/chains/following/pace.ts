import type { Network } from '#catalog/networks.ts';

/** Between these a poll that found nothing is repeated four times per block time. */
const POLL_MS_MIN = 500;
const POLL_MS_MAX = 4_000;
const POLLS_PER_BLOCK = 4;
/**
 * After a block the next poll comes this share of a block time later. A little less than a whole one: each
 * poll is then a little sooner behind its block, until one comes too early and is repeated.
 */
const AFTER_BLOCK_SHARE = 15 / 16;

/** How old an answer about final blocks may be while no payment of ours waits for one. */
const TAGS_AT_REST_MS = 60_000;
/**
 * The same while one waits, as a share of the limit for the age of a final block, which is three to four times its
 * usual age: so a payment is final at most a sixtieth of its usual waiting time later.
 */
const TAGS_AWAITED_SHARE = 1 / 240;

/** How often a follower polls a network. */
export interface Pace {
  /** The pause after a poll that found no new block. */
  readonly pollMs: number;
  /** How long after the start of a poll that found the newest block the next one begins. */
  readonly afterBlockMs: number;
  /** How old an answer about final and safe blocks may be, while a payment of ours waits for one and while none does. */
  readonly tags: { readonly awaitedMs: number; readonly atRestMs: number };
}

/** How a pace differs from that of the network. */
export interface PaceParts {
  /** Replaces every interval: for nodes of this machine, which cost nothing. */
  readonly pollMs?: number | undefined;
  /** The network is polled no more often than this, and final blocks are read no more often. */
  readonly pollMsMin?: number | undefined;
}

/** The pace of a network: each block is found soon after it was made, with little more than one poll. */
export function paceOf(
  { blockTimeMs, tagAgeMaxMs }: Pick<Network, 'blockTimeMs' | 'tagAgeMaxMs'>,
  { pollMs, pollMsMin = POLL_MS_MIN }: PaceParts,
): Pace {
  if (pollMs !== undefined) {
    return { pollMs, afterBlockMs: pollMs, tags: { awaitedMs: 0, atRestMs: 0 } };
  }
  const atLeast = (ms: number) => Math.max(ms, pollMsMin);
  return {
    pollMs: atLeast(Math.min(blockTimeMs / POLLS_PER_BLOCK, POLL_MS_MAX)),
    afterBlockMs: atLeast(blockTimeMs * AFTER_BLOCK_SHARE),
    tags: {
      awaitedMs: atLeast(Math.min(tagAgeMaxMs * TAGS_AWAITED_SHARE, TAGS_AT_REST_MS)),
      atRestMs: atLeast(TAGS_AT_REST_MS),
    },
  };
}
