import type { NodeClient } from './client.ts';
import { type Head, readHeadBeside, type TaggedBlock } from './windows.ts';

/** The other nodes are asked so often at most, as some networks call another block final with each new one. */
const QUERY_EVERY_MS = 1_000;

/** The blocks that are taken for final and safe. */
export type Tags = Pick<Head, 'finalized' | 'safe'>;

const NO_TAGS: Tags = { finalized: undefined, safe: undefined };

/** What the nodes of a network call final and safe, as far as more than one of them says so. */
export interface AgreedTags {
  /** Takes what the node said that answered last, and asks the others beside it where that is news. */
  update(head: Head): void;
  /** The newest that two nodes agree on, or the word of the only one that can say. */
  current(): Tags;
  /** Trusts nothing any more: blocks were replaced, in a development node perhaps all of them. */
  reset(): void;
}

/**
 * Trusts no single node about what is final where others are well: what was called so stays so, and
 * one false word would halt the network with its next reorg. Nobody waits for the others; until one
 * of them has answered, what was trusted before stands.
 */
export function openAgreedTags(node: NodeClient, shouldReadSafe: boolean | undefined): AgreedTags {
  const { elapsedMs } = node.runtime;
  let agreed = NO_TAGS;
  let isQuerying = false;
  let queryAgainAtMs = Number.NEGATIVE_INFINITY;
  const queryOthers = async (head: Head, others: readonly NodeClient[]) => {
    const said: Tags[] = [head];
    await Promise.all(
      others.map(async (other) => {
        const reported = await readHeadBeside(other, { shouldReadSafe }).catch(() => undefined);
        if (reported === undefined) return;
        said.push(reported);
        agreed = agreedIn(said);
      }),
    );
    if (said.length === 1) agreed = head;
  };
  return {
    update: (head) => {
      const others = node.others();
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
  return isNewer('finalized') || isNewer('safe');
}

function agreedIn(said: readonly Tags[]): Tags {
  return {
    finalized: secondNewest(said.flatMap(({ finalized }) => finalized ?? [])),
    safe: secondNewest(said.flatMap(({ safe }) => safe ?? [])),
  };
}

/** The newest block that two name or have left behind; of one alone, as nobody else knows of tags, its word. */
function secondNewest(blocks: readonly TaggedBlock[]): TaggedBlock | undefined {
  const [first, second] = blocks.toSorted((a, b) => (a.number < b.number ? 1 : -1));
  return second ?? first;
}
