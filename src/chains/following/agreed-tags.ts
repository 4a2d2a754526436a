import type { BlockSource, Head, TaggedBlock } from './block-source.ts';

/** How often the other nodes are queried at most, as on some networks the final block moves with each new one. */
const QUERY_EVERY_MS = 1_000;

/** The blocks that count as final and safe. */
export type Tags = Pick<Head, 'finalized' | 'safe'>;

const NO_TAGS: Tags = { finalized: undefined, safe: undefined };

/** The final and safe blocks of a network, as far as more than one node agrees on them. */
export interface AgreedTags {
  /** Takes the tags of the node that answered last, and queries the others in parallel where they are new. */
  update(head: Head): void;
  /** The newest that two nodes agree on, or the answer of the only one that has them. */
  current(): Tags;
  /** Trusts nothing any more: blocks were replaced, in a development node perhaps all of them. */
  reset(): void;
}

/**
 * Trusts no single node about finality while others are healthy: a final block stays final, and
 * one false answer would halt the network at its next reorg. No caller waits for the others; until one
 * of them has answered, the earlier agreed tags count.
 */
export function openAgreedTags(
  source: BlockSource,
  shouldReadSafe: boolean | undefined,
): AgreedTags {
  const { elapsedMs } = source.runtime;
  let agreed = NO_TAGS;
  let isQuerying = false;
  let queryAgainAtMs = Number.NEGATIVE_INFINITY;
  const queryOthers = async (head: Head, others: readonly BlockSource[]) => {
    const said: Tags[] = [head];
    await Promise.all(
      others.map(async (other) => {
        const reported = await other.readHead({ shouldReadSafe }).catch(() => undefined);
        if (reported === undefined) return;
        said.push(reported);
        agreed = agreedIn(said);
      }),
    );
    if (said.length === 1) agreed = head;
  };
  return {
    update: (head) => {
      const others = source.others();
      if (others.length === 0) agreed = head;
      else if (!isQuerying && elapsedMs() >= queryAgainAtMs && isNews(head, agreed)) {
        isQuerying = true;
        queryAgainAtMs = elapsedMs() + QUERY_EVERY_MS;
        void queryOthers(head, others).finally(() => {
          isQuerying = false;
        });
      }
    },
    current: () => agreed,
    reset: () => {
      agreed = NO_TAGS;
    },
  };
}

function isNews(received: Tags, agreed: Tags): boolean {
  const isNewer = (tag: keyof Tags) =>
    (received[tag]?.number ?? -1n) > (agreed[tag]?.number ?? -1n);
  // A node that has no final block, or does not know such blocks, may be the one that is followed for long.
  return received.finalized === undefined || isNewer('finalized') || isNewer('safe');
}

function agreedIn(said: readonly Tags[]): Tags {
  return {
    finalized: secondNewest(said.flatMap(({ finalized }) => finalized ?? [])),
    safe: secondNewest(said.flatMap(({ safe }) => safe ?? [])),
  };
}

/** The newest block that two nodes report or have passed; if only one supports tags, its answer. */
function secondNewest(blocks: readonly TaggedBlock[]): TaggedBlock | undefined {
  const [first, second] = blocks.toSorted((a, b) => (a.number < b.number ? 1 : -1));
  return second ?? first;
}
