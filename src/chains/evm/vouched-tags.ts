import type { NodeClient } from './client.ts';
import { type Head, readHeadBeside, type TaggedBlock } from './windows.ts';

/** The other nodes are asked so often at most, as some networks call another block final with each new one. */
const ASK_EVERY_MS = 1_000;

/** The blocks that are taken for final and safe. */
export type Tags = Pick<Head, 'finalized' | 'safe'>;

const NOTHING: Tags = { finalized: undefined, safe: undefined };

/** What the nodes of a network call final and safe, as far as more than one of them says so. */
export interface VouchedTags {
  /** Takes what the node said that answered last, and asks the others beside it where that is news. */
  hear(head: Head): void;
  /** The newest that two nodes vouch for, or the word of the only one that can say. */
  believed(): Tags;
  /** Believes nothing any more: blocks were replaced, in a development node perhaps all of them. */
  forget(): void;
}

/**
 * Believes no single node about what is final where others are well: what was called so stays so, and
 * one false word would halt the network with its next reorg. Nobody waits for the others; until one
 * of them has answered, what was believed before stands.
 */
export function openVouchedTags(node: NodeClient, asksSafe: boolean | undefined): VouchedTags {
  const { elapsedMs } = node.runtime;
  let believed = NOTHING;
  let isAsking = false;
  let askAgainAtMs = Number.NEGATIVE_INFINITY;
  const askOthers = async (head: Head, others: readonly NodeClient[]) => {
    const said: Tags[] = [head];
    await Promise.all(
      others.map(async (other) => {
        const told = await readHeadBeside(other, { asksSafe }).catch(() => undefined);
        if (told === undefined) return;
        said.push(told);
        believed = vouchedBy(said);
      }),
    );
    if (said.length === 1) believed = head;
  };
  return {
    hear: (head) => {
      const others = node.others();
      if (others.length === 0) believed = head;
      else if (!isAsking && elapsedMs() >= askAgainAtMs && isNews(head, believed)) {
        isAsking = true;
        askAgainAtMs = elapsedMs() + ASK_EVERY_MS;
        void askOthers(head, others).finally(() => {
          isAsking = false;
        });
      }
    },
    believed: () => believed,
    forget: () => {
      believed = NOTHING;
    },
  };
}

function isNews(heard: Tags, believed: Tags): boolean {
  const isNewer = (tag: keyof Tags) => (heard[tag]?.number ?? -1n) > (believed[tag]?.number ?? -1n);
  return isNewer('finalized') || isNewer('safe');
}

function vouchedBy(said: readonly Tags[]): Tags {
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
