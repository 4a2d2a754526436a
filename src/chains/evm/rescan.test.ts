import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Hex } from '#kit/hex.ts';
import {
  forward,
  type Question,
  type RelayedNode,
  relayNode,
} from '../../../tests/support/relayed-node.ts';
import { followTo, type WatchedNode, watchedNode } from '../../../tests/support/watched-node.ts';
import type { BlockPoint, ChainUpdate, EventPosition, FollowFrom } from '../chain.ts';

/** Past the number of blocks after which a follower rescans its newest blocks. */
const BLOCKS_LATER = 40;

let at: WatchedNode;

beforeAll(async () => {
  at = await watchedNode();
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(() => at.begin());

const fromHead = async (): Promise<FollowFrom> => ({
  known: [],
  startBlock: await at.base.chain.readHead(),
});

/** Follows for so many blocks, each of which is made when the one before was scanned. */
async function followOn(
  from: FollowFrom & { readonly rpcUrls?: readonly string[] },
  blocks: number,
  afterEach: (round: number) => void | Promise<void> = () => undefined,
): Promise<Extract<ChainUpdate, { type: 'blocks' }>[]> {
  const updates: Extract<ChainUpdate, { type: 'blocks' }>[] = [];
  for await (const update of at
    .connect({ rpcUrls: from.rpcUrls ?? [at.relay.rpcUrl] })
    .follow(from, AbortSignal.timeout(50_000))) {
    if (update.type !== 'blocks') continue;
    updates.push(update);
    await afterEach(updates.length);
    if (updates.length >= blocks) break;
    await at.anvil.mine({ blocks: 1 });
  }
  return updates;
}

type Blocks = Awaited<ReturnType<typeof followOn>>;
const hashesIn = (updates: Blocks): Hex[] =>
  updates.flatMap(({ transfers }) => transfers.map(({ transactionHash }) => transactionHash));
const missingIn = (updates: Blocks): EventPosition[] =>
  updates.flatMap(({ missing }) => missing ?? []);
const positionsIn = (updates: Blocks): EventPosition[] =>
  updates.flatMap(({ transfers }) =>
    transfers.map(({ block, transactionHash, logIndex }) => ({ block, transactionHash, logIndex })),
  );
const pointsIn = (updates: Blocks): BlockPoint[] => updates.flatMap(({ points }) => points);

const Result = z.object({ result: z.unknown() });
const Header = z.looseObject({ transactions: z.array(z.unknown()) });

async function answerOf(question: Pick<Question, 'method' | 'params'>): Promise<unknown> {
  return Result.parse(await forward(at.base.node.rpcUrl, question)).result;
}

const logQueriesOf = ({ questions }: RelayedNode): Question[] =>
  questions.filter(({ method }) => method === 'eth_getLogs');

/** Another way to the same node, as a second provider, which answers later while it is to be the slower one. */
async function secondRelay(isSlower: () => boolean): Promise<RelayedNode & AsyncDisposable> {
  const relay = await relayNode(at.base.node.rpcUrl);
  relay.answer = async () => {
    if (isSlower()) await sleep(1_000);
    return undefined;
  };
  return Object.assign(relay, { [Symbol.asyncDispose]: () => relay.stop() });
}

/** The node reports no logs at all, as one that has blocks before it has indexed them. */
function hideLogs(isHidden: () => boolean): void {
  at.relay.answer = ({ method }) =>
    method === 'eth_getLogs' && isHidden() ? { result: [] } : undefined;
}

describe('blocks that are read again', () => {
  it('are as many as finality is deep, also after the node failed while several came', async () => {
    const from = await fromHead();
    let hash: Hex | undefined;
    let isLate = false;
    hideLogs(() => isLate);
    const updates = await followOn(from, BLOCKS_LATER + 10, async (round) => {
      if (round === 2) {
        // As behind a proxy whose node restarts.
        at.relay.send = (response) => void response.writeHead(502).end();
        await at.anvil.mine({ blocks: 3 });
        setTimeout(() => {
          at.relay.send = (response, body) =>
            void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
        }, 1_500);
      }
      if (round === 5) {
        isLate = true;
        hash = (await at.pay()).hash;
      }
      if (round === 8) isLate = false;
    });
    expect(hashesIn(updates)).toEqual([hash]);
    expect(at.text()).not.toContain('a node refused a window');
  });

  it('are those that an earlier follower left, at once when the next one begins', async () => {
    const from = await fromHead();
    let isLate = false;
    hideLogs(() => isLate);
    let paid: Hex | undefined;
    const before = await followOn(from, 4, async (round) => {
      if (round === 1) paid = (await at.pay()).hash;
    });
    const reported = positionsIn(before);
    expect(reported.map(({ transactionHash }) => transactionHash)).toEqual([paid]);
    isLate = true;
    const late = await at.pay();
    const points = [...pointsIn(before)];
    const last = points.at(-1);
    const unread = await followOn({ known: points, startBlock: undefined, reported }, 1);
    expect(hashesIn(unread)).toEqual([]);
    isLate = false;
    const known = [...points, ...pointsIn(unread)];
    await at.anvil.mine({ blocks: 300 });
    const recorded = await followTo(at, {
      chain: at.connect(),
      from: { known, startBlock: undefined, reported },
    });
    expect(last).toBeDefined();
    expect(recorded.active).toEqual([late]);
  });

  /** A payment of which the relay denies all from the fifth block on, and what a follower reports about it. */
  async function denyPayment(rpcUrls: readonly string[]) {
    const from = await fromHead();
    let gone: { readonly hash: Hex; readonly block: bigint } | undefined;
    let isGone = false;
    at.relay.answer = async ({ method, params }) => {
      if (!isGone) return undefined;
      if (method === 'eth_getLogs') return { result: [] };
      if (method === 'eth_getTransactionReceipt') return { result: null };
      const isBlock = params[0] === `0x${gone?.block.toString(16)}`;
      if (method !== 'eth_getBlockByNumber' || !isBlock) return undefined;
      // The header is as it was: it does not show which transactions its block lists.
      return { result: { ...Header.parse(await answerOf({ method, params })), transactions: [] } };
    };
    const afterEach = async (round: number) => {
      if (round === 1) gone = await at.pay();
      if (round === 5) isGone = true;
    };
    const updates = await followOn({ ...from, rpcUrls }, BLOCKS_LATER, afterEach);
    expect(hashesIn(updates)).toEqual([gone?.hash]);
    expect(at.text()).toContain('a payment was not found again');
    return updates;
  }

  it('report what is missing when no node has it any more although its block stands', async () => {
    const updates = await denyPayment([at.relay.rpcUrl]);
    expect(missingIn(updates)).toEqual(positionsIn(updates));
  });

  it('report nothing missing while one node denies it and all others are away', async () => {
    const updates = await denyPayment([at.relay.rpcUrl, 'http://localhost:1']);
    expect(missingIn(updates)).toEqual([]);
  });

  it('report nothing missing while a node only indexes badly', async () => {
    const from = await fromHead();
    let isLate = false;
    hideLogs(() => isLate);
    let hash: Hex | undefined;
    const updates = await followOn(from, BLOCKS_LATER, async (round) => {
      if (round === 1) hash = (await at.pay()).hash;
      if (round === 5) isLate = true;
    });
    expect(hashesIn(updates)).toEqual([hash]);
    expect(missingIn(updates)).toEqual([]);
    expect(at.text()).toContain('a payment was not found again');
  });

  it('report nothing missing while the block lists it and no node returns its receipt', async () => {
    const from = await fromHead();
    let isSilent = false;
    at.relay.answer = ({ method }) => {
      if (!isSilent) return undefined;
      if (method === 'eth_getLogs') return { result: [] };
      return method === 'eth_getTransactionReceipt' ? { result: null } : undefined;
    };
    let hash: Hex | undefined;
    const updates = await followOn(from, BLOCKS_LATER, async (round) => {
      if (round === 1) hash = (await at.pay()).hash;
      if (round === 5) isSilent = true;
    });
    expect(hashesIn(updates)).toEqual([hash]);
    expect(missingIn(updates)).toEqual([]);
    expect(at.text()).toContain('a payment was not found again');
  });
});

it('a node that is away while several blocks come has not complained about their number', async () => {
  const from = await fromHead();
  let isAway = false;
  at.relay.answer = ({ method }) => {
    if (method !== 'eth_getLogs' || !isAway) return undefined;
    throw new Error('the relay answers 502');
  };
  await followOn(from, 4, async (round) => {
    if (round !== 2) return;
    isAway = true;
    await at.anvil.mine({ blocks: 3 });
    setTimeout(() => {
      isAway = false;
    }, 1_500);
  });
  expect(at.text()).toContain('a node failed; it is queried again');
  expect(at.text()).not.toContain('a node refused a window');
});

describe('a header that allows for a payment', () => {
  it('has its block read again at once when no log of it was returned', async () => {
    const from = await fromHead();
    let hidden = 0;
    hideLogs(() => {
      hidden += 1;
      return hidden === 3;
    });
    let paid: Hex | undefined;
    const updates = await followOn(from, 3, async (round) => {
      if (round === 1) {
        hidden = 2;
        paid = (await at.pay()).hash;
      }
    });
    expect(hidden).toBeGreaterThan(3);
    expect(hashesIn(updates)).toEqual([paid]);
  });

  it('lets a node that answers with removed logs be compared with another', async () => {
    const from = await fromHead();
    let isRemoved = false;
    at.relay.answer = async (question) => {
      if (question.method !== 'eth_getLogs' || !isRemoved) return undefined;
      isRemoved = false;
      const logs = z.array(z.looseObject({})).parse(await answerOf(question));
      return { result: logs.map((log) => ({ ...log, removed: true })) };
    };
    let paid: Hex | undefined;
    const updates = await followOn(from, 3, async (round) => {
      if (round !== 1) return;
      isRemoved = true;
      paid = (await at.pay()).hash;
    });
    expect(isRemoved).toBe(false);
    expect(hashesIn(updates)).toEqual([paid]);
  });
});

describe('a node that reports a log as removed', () => {
  /** Follows two nodes, the first of which adds a removed copy to the one payment of the second block. */
  async function followRemovedCopy() {
    // Nodes are queried by how quick they are: on a busy machine the first may be the slower one.
    let isReturned = false;
    await using second = await secondRelay(() => !isReturned);
    const from = await fromHead();
    let isRemoved = false;
    let paid: Hex | undefined;
    at.relay.answer = async (question) => {
      if (question.method !== 'eth_getLogs' || !isRemoved) return undefined;
      const logs = z.array(z.looseObject({})).parse(await answerOf(question));
      if (logs.length === 0) return { result: logs };
      isRemoved = false;
      isReturned = true;
      // The block has a reported payment, so that its header allows for no other one.
      return { result: [...logs, ...logs.map((log) => ({ ...log, removed: true }))] };
    };
    let firstAsked = 0;
    const updates = await followOn(
      { ...from, rpcUrls: [at.relay.rpcUrl, second.rpcUrl] },
      8,
      async (round) => {
        if (round === 2) firstAsked = logQueriesOf(at.relay).length;
        if (round !== 1) return;
        isRemoved = true;
        paid = (await at.pay()).hash;
      },
    );
    expect(isRemoved).toBe(false);
    expect(hashesIn(updates)).toEqual([paid]);
    return {
      firstAskedLater: logQueriesOf(at.relay).length - firstAsked,
      secondAsked: logQueriesOf(second).length,
    };
  }

  it('is compared with another node', async () => {
    const { secondAsked } = await followRemovedCopy();
    expect(secondAsked).toBeGreaterThan(0);
  });

  it('is queried last from then on, though it withheld nothing', async () => {
    const { firstAskedLater } = await followRemovedCopy();
    expect(firstAskedLater).toBe(0);
  });
});
