import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hex } from '#kit/hex.ts';
import { withOwnHash } from '../../../tests/support/headers.ts';
import { followedFrom } from '../../../tests/support/test-node.ts';
import {
  followTo,
  type Paid,
  type WatchedNode,
  watchedNode,
} from '../../../tests/support/watched-node.ts';

let at: WatchedNode;

beforeAll(async () => {
  at = await watchedNode();
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(() => at.begin());

/** Payments in blocks of their own, with some empty ones between; returns where they begin. */
async function payMany(payments: number, gap: (i: number) => number) {
  const startBlock = (await at.base.chain.readHead()) + 1n;
  const paid: Paid[] = [];
  for (let i = 0; i < payments; i += 1) {
    await at.anvil.mine({ blocks: gap(i) });
    paid.push(await at.pay());
  }
  return { startBlock, paid };
}

function edgesOf(filter: unknown): { readonly from: bigint; readonly to: bigint } | undefined {
  const text = JSON.stringify(filter);
  const edge = (name: string) => new RegExp(`"${name}":"(0x[0-9a-f]+)"`).exec(text)?.[1];
  const [from, to] = [edge('fromBlock'), edge('toBlock')];
  return from && to ? { from: BigInt(from), to: BigInt(to) } : undefined;
}

describe('catching up', () => {
  it('skips and repeats nothing while a provider changes what it allows', async () => {
    const { startBlock, paid } = await payMany(60, (i) => (i * 7) % 23);
    const limits = [
      { blocks: 50n, results: 10, message: 'block range is too wide' },
      { blocks: 7n, results: 2, message: 'eth_getLogs is limited to a 7 blocks range' },
      { blocks: 50n, results: 1, message: 'query returned more than 10000 results' },
      { blocks: 10_000n, results: 10_000, message: '' },
    ];
    const asked: bigint[] = [];
    at.relay.answer = ({ method, params: [filter] }) => {
      const edges = method === 'eth_getLogs' ? edgesOf(filter) : undefined;
      if (edges === undefined) return undefined;
      const { from, to } = edges;
      asked.push(to - from + 1n);
      const limit = limits[Math.min(Math.floor(asked.length / 25), limits.length - 1)];
      const results = paid.filter(({ block }) => block >= from && block <= to).length;
      if (limit === undefined) return undefined;
      if (to - from < limit.blocks && results <= limit.results) return undefined;
      return { error: { code: -32_005, message: limit.message } };
    };
    const recorded = await followTo(at, { chain: at.connect(), from: { known: [], startBlock } });
    expect(recorded.active).toEqual(paid);
    expect(at.text()).toContain('a node refused a window');
    expect(asked.filter((blocks) => blocks > 50n).length).toBeGreaterThan(0);
    expect(Math.min(...asked.map(Number))).toBeLessThanOrEqual(7);
    const scanned: Hex[] = [];
    asked.splice(0);
    for await (const chunk of at.connect().scan({
      from: startBlock,
      to: await at.base.chain.readHead(),
    })) {
      scanned.push(...chunk.transfers.map(({ transactionHash }) => transactionHash));
    }
    expect(scanned).toEqual(paid.map(({ hash }) => hash));
  });

  it('drops prefetched blocks that are replaced in the meantime', async () => {
    const { startBlock, paid } = await payMany(30, () => 3);
    const replacedFrom = paid[15]?.block ?? 0n;
    at.relay.answer = ({ method, params: [filter] }) => {
      const edges = method === 'eth_getLogs' ? edgesOf(filter) : undefined;
      if (edges === undefined || edges.to - edges.from < 20n) return undefined;
      return { error: { code: -32_005, message: 'exceed maximum block range: 20' } };
    };
    let isReplaced = false;
    const recorded = await followTo(
      at,
      { chain: at.connect(), from: { known: [], startBlock, mayStartOver: true } },
      async ({ active: unreverted }) => {
        if (isReplaced || unreverted.length === 0) return isReplaced;
        isReplaced = true;
        await at.reorgFrom(replacedFrom);
        const again = await at.pay();
        paid.splice(15, paid.length, again);
        return true;
      },
    );
    const stands = await followedFrom(at.base, startBlock);
    expect(stands.map(({ transactionHash }) => transactionHash)).toEqual(
      paid.map(({ hash }) => hash),
    );
    expect(recorded.active).toEqual(paid);
  });

  it('follows the canonical chain through reorgs', async () => {
    const { startBlock, paid } = await payMany(12, (i) => i % 4);
    let rounds = 0;
    let faults = 0;
    at.relay.answer = () => {
      faults += 1;
      const isBad = faults % 97 === 0;
      return isBad ? { error: { code: -32_603, message: 'internal error' } } : undefined;
    };
    const recorded = await followTo(
      at,
      { chain: at.connect(), from: { known: [], startBlock, mayStartOver: true } },
      async () => {
        rounds += 1;
        if (rounds > 24) return true;
        if (rounds % 3 === 0) {
          const depth = BigInt([1, 3, 7, 30][rounds % 4] ?? 1);
          await at.reorgFrom((await at.base.chain.readHead()) - depth + 1n);
        }
        await at.anvil.mine({ blocks: rounds % 5 });
        paid.push(await at.pay());
        return false;
      },
    );
    const stands = await followedFrom(at.base, startBlock);
    expect(recorded.reorgs).toBeGreaterThanOrEqual(4);
    // On its way back it may have come to older blocks than it was to begin with.
    expect(recorded.active.filter(({ block }) => block >= startBlock)).toEqual(
      stands.map(({ transactionHash: hash, block }) => ({ hash, block: block.number })),
    );
  });
});

describe('a node that reports blocks otherwise than they are', () => {
  it('is noticed when a block does not name the one before it as its parent', async () => {
    const following = at
      .connect()
      .follow({ known: [], startBlock: undefined }, AbortSignal.timeout(50_000));
    const first = (await following.next()).value;
    await at.pay();
    const truth = await at.anvil.request<{
      Method: 'eth_getBlockByNumber';
      Parameters: [string, boolean];
      ReturnType: Readonly<Record<string, unknown>>;
    }>({ method: 'eth_getBlockByNumber', params: ['latest', false] });
    const lie = withOwnHash({ ...truth, parentHash: `0x${'ab'.repeat(32)}` });
    at.relay.answer = ({ method, params: [which] }) =>
      method === 'eth_getBlockByNumber' && (which === 'latest' || which === truth['number'])
        ? { result: lie }
        : undefined;
    const next = following.next();
    await expect.poll(() => at.text()).toContain('changed while it was read');
    at.relay.answer = () => undefined;
    const second = (await next).value;
    expect(first).toMatchObject({ type: 'blocks' });
    expect(second).toMatchObject({ type: 'blocks', to: { hash: truth['hash'] } });
  });

  it('is queried again for its newest blocks, and payments that it withheld are reported once', async () => {
    const from = { known: [], startBlock: (await at.base.chain.readHead()) + 1n };
    let hidden = 0;
    at.relay.answer = ({ method }) => {
      if (method !== 'eth_getLogs' || hidden === 2) return undefined;
      hidden += 1;
      return { result: [] };
    };
    const first = await at.pay();
    let mined = 0;
    const recorded = await followTo(at, { chain: at.connect(), from }, async () => {
      mined += 1;
      await at.anvil.mine({ blocks: mined < 70 ? 1 : 0 });
      return mined >= 70;
    });
    expect(hidden).toBe(2);
    expect(recorded.active).toEqual([first]);
    expect(at.text()).toContain('a node returned payments only at a repeated query');
  });

  it('is not queried again for blocks that were as deep as finality when they were scanned', async () => {
    const { startBlock, paid } = await payMany(3, () => 1);
    await at.anvil.mine({ blocks: 280 });
    let rounds = 0;
    const recorded = await followTo(
      at,
      { chain: at.connect(), from: { known: [], startBlock } },
      async () => {
        rounds += 1;
        if (rounds < 70) await at.anvil.mine({ blocks: 1 });
        return rounds >= 70;
      },
    );
    expect(recorded.active).toEqual(paid);
    const [block] = paid.map((one) => one.block);
    const covering = at.relay.questions.flatMap(({ method, params: [filter] }) => {
      const edges = method === 'eth_getLogs' ? edgesOf(filter) : undefined;
      return edges !== undefined && edges.from <= (block ?? 0n) ? [edges] : [];
    });
    expect(covering.length).toBe(1);
  });
});
