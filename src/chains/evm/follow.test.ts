import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createTestClient, http } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#processes/sandbox/test-accounts.ts';
import { execute, followedFrom, type Place, place } from '../../../tests/support/node-place.ts';
import { type RelayedNode, relayNode } from '../../../tests/support/relayed-node.ts';
import { relayPort } from '../../../tests/support/tcp-relay.ts';
import type { Chain, ChainHappening, FollowFrom } from '../chain.ts';

const TOKEN = currencyById('USDC-base')?.address ?? '';
/** Longer than any test waits: what comes earlier was not found by polling. */
const NEVER_MS = 600_000;

let base: Place;
let relay: RelayedNode;
let words: string;
let references = 0n;

const anvil = () => createTestClient({ mode: 'anvil', transport: http(base.node.rpcUrl) });
const log = pino(
  new Writable({
    write: (chunk, _encoding, done) => {
      words += String(chunk);
      done();
    },
  }),
);

beforeAll(async () => {
  base = await place('base');
  // Blocks come only with transactions, and where a test wants them.
  await anvil().setAutomine(true);
  const { to, data } = base.chain.encodeApproval(TOKEN, 10n ** 12n, 'fee_proxy');
  await execute(base, [{ to, data, value: '0x0' }]);
});
afterAll(() => base[Symbol.asyncDispose]());
beforeEach(async () => {
  words = '';
  relay = await relayNode(base.node.rpcUrl);
  return () => relay.stop();
});

function chainAt(
  parts: { readonly pollMs?: number; readonly wsUrls?: readonly string[] } = {},
): Chain {
  const connection = { network: NETWORKS.base, rpcUrls: [relay.rpcUrl], pollMs: 20, ...parts };
  const [chain] = connectChains([connection], { log }).all;
  if (chain === undefined) throw new Error('one network is connected');
  return chain;
}

/** Makes a payment with a reference of its own; answers its hash and its block. */
async function pay(): Promise<{ readonly hash: Hex; readonly block: bigint }> {
  references += 1n;
  const { to, data } = base.chain.encodePayment({
    kind: 'token',
    tokenAddress: TOKEN,
    payeeAddress: TEST_ACCOUNTS.payee.address,
    amountUnits: 5n,
    paymentReference: `0x${references.toString(16).padStart(16, '0')}`,
    feeUnits: 0n,
    feeAddress: TEST_ACCOUNTS.payee.address,
  });
  const [executed] = await execute(base, [{ to, data, value: '0x0' }]);
  if (executed === undefined) throw new Error('one transaction was sent');
  return { hash: executed.receipt.transactionHash, block: executed.receipt.blockNumber };
}

/** Payments in blocks of their own, with some empty ones between; answers where they begin. */
async function payMany(payments: number, gap: (i: number) => number) {
  const startBlock = (await base.chain.readHead()) + 1n;
  const paid: Awaited<ReturnType<typeof pay>>[] = [];
  for (let i = 0; i < payments; i += 1) {
    await anvil().mine({ blocks: gap(i) });
    paid.push(await pay());
  }
  return { startBlock, paid };
}

async function reorgFrom(block: bigint): Promise<void> {
  const depth = Number((await base.chain.readHead()) - block) + 1;
  await anvil().request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
    method: 'anvil_reorg',
    params: [depth, []],
  });
}

/** What stands after what happened, in its order: the books of somebody who believes a follower. */
class Books {
  readonly standing: { readonly hash: Hex; readonly block: bigint }[] = [];
  reorgs = 0;

  take(happening: ChainHappening): void {
    if (happening.type === 'reorg') {
      this.reorgs += 1;
      const above = happening.ancestor?.number ?? -1n;
      const kept = this.standing.filter(({ block }) => block <= above);
      this.standing.splice(0, this.standing.length, ...kept);
      return;
    }
    const transfers = happening.transfers.map(({ transactionHash: hash, block }) => ({
      hash,
      block: block.number,
    }));
    this.standing.push(...transfers);
  }
}

/** Follows until the head has been looked at and `isEnough` says so. */
async function followTo(
  chain: Chain,
  from: FollowFrom,
  isEnough: (books: Books) => boolean | Promise<boolean> = () => true,
): Promise<Books> {
  const books = new Books();
  for await (const happening of chain.follow(from, AbortSignal.timeout(50_000))) {
    books.take(happening);
    if (happening.type !== 'blocks') continue;
    const isAtHead = happening.to.number >= (await base.chain.readHead());
    if ((await isEnough(books)) && isAtHead) return books;
  }
  throw new Error('following ended too soon');
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
      { blocks: 50n, results: 10, words: 'block range is too wide' },
      { blocks: 7n, results: 2, words: 'eth_getLogs is limited to a 7 blocks range' },
      { blocks: 50n, results: 1, words: 'query returned more than 10000 results' },
      { blocks: 10_000n, results: 10_000, words: '' },
    ];
    const asked: bigint[] = [];
    relay.answer = ({ method, params: [filter] }) => {
      const edges = method === 'eth_getLogs' ? edgesOf(filter) : undefined;
      if (edges === undefined) return undefined;
      const { from, to } = edges;
      asked.push(to - from + 1n);
      const limit = limits[Math.min(Math.floor(asked.length / 25), limits.length - 1)];
      const results = paid.filter(({ block }) => block >= from && block <= to).length;
      if (limit === undefined) return undefined;
      if (to - from < limit.blocks && results <= limit.results) return undefined;
      return { error: { code: -32_005, message: limit.words } };
    };
    const books = await followTo(chainAt(), { known: [], startBlock });
    expect(books.standing).toEqual(paid);
    expect(words).toContain('a node refused a window');
    expect(asked.filter((blocks) => blocks > 50n).length).toBeGreaterThan(0);
    expect(Math.min(...asked.map(Number))).toBeLessThanOrEqual(7);
    const scanned: Hex[] = [];
    asked.splice(0);
    for await (const part of chainAt().scan({
      from: startBlock,
      to: await base.chain.readHead(),
    })) {
      scanned.push(...part.transfers.map(({ transactionHash }) => transactionHash));
    }
    expect(scanned).toEqual(paid.map(({ hash }) => hash));
  });

  it('throws away what it read ahead when the blocks there are replaced meanwhile', async () => {
    const { startBlock, paid } = await payMany(30, () => 3);
    const replacedFrom = paid[15]?.block ?? 0n;
    relay.answer = ({ method, params: [filter] }) => {
      const edges = method === 'eth_getLogs' ? edgesOf(filter) : undefined;
      if (edges === undefined || edges.to - edges.from < 20n) return undefined;
      return { error: { code: -32_005, message: 'exceed maximum block range: 20' } };
    };
    let isReplaced = false;
    const books = await followTo(
      chainAt(),
      { known: [], startBlock, mayStartOver: true },
      async ({ standing }) => {
        if (isReplaced || standing.length === 0) return isReplaced;
        isReplaced = true;
        await reorgFrom(replacedFrom);
        const again = await pay();
        paid.splice(15, paid.length, again);
        return true;
      },
    );
    const stands = await followedFrom(base, startBlock);
    expect(stands.map(({ transactionHash }) => transactionHash)).toEqual(
      paid.map(({ hash }) => hash),
    );
    expect(books.standing).toEqual(paid);
  });

  it('follows the chain that stands, whatever happens to it on the way', async () => {
    const { startBlock, paid } = await payMany(12, (i) => i % 4);
    let rounds = 0;
    let faults = 0;
    relay.answer = () => {
      faults += 1;
      const isBad = faults % 97 === 0;
      return isBad ? { error: { code: -32_603, message: 'internal error' } } : undefined;
    };
    const books = await followTo(
      chainAt(),
      { known: [], startBlock, mayStartOver: true },
      async () => {
        rounds += 1;
        if (rounds > 24) return true;
        if (rounds % 3 === 0) {
          const depth = BigInt([1, 3, 7, 30][rounds % 4] ?? 1);
          await reorgFrom((await base.chain.readHead()) - depth + 1n);
        }
        await anvil().mine({ blocks: rounds % 5 });
        paid.push(await pay());
        return false;
      },
    );
    const stands = await followedFrom(base, startBlock);
    expect(books.reorgs).toBeGreaterThanOrEqual(4);
    // On its way back it may have come to older blocks than it was to begin with.
    expect(books.standing.filter(({ block }) => block >= startBlock)).toEqual(
      stands.map(({ transactionHash: hash, block }) => ({ hash, block: block.number })),
    );
  });
});

describe('a node that tells of blocks otherwise than they are', () => {
  it('is noticed when a block does not name the one before it as its parent', async () => {
    const following = chainAt().follow(
      { known: [], startBlock: undefined },
      AbortSignal.timeout(50_000),
    );
    const first = (await following.next()).value;
    await pay();
    const truth = await anvil().request<{
      Method: 'eth_getBlockByNumber';
      Parameters: [string, boolean];
      ReturnType: Readonly<Record<string, unknown>>;
    }>({ method: 'eth_getBlockByNumber', params: ['latest', false] });
    const lie = { ...truth, parentHash: `0x${'ab'.repeat(32)}` };
    relay.answer = ({ method, params: [which] }) =>
      method === 'eth_getBlockByNumber' && (which === 'latest' || which === truth['number'])
        ? { result: lie }
        : undefined;
    const next = following.next();
    await expect.poll(() => words).toContain('changed while it was read');
    relay.answer = () => undefined;
    const second = (await next).value;
    expect(first).toMatchObject({ type: 'blocks' });
    expect(second).toMatchObject({ type: 'blocks', to: { hash: truth['hash'] } });
  });

  it('is asked again for what its newest blocks hold, and what it hid is told once', async () => {
    const from = { known: [], startBlock: (await base.chain.readHead()) + 1n };
    let hidden = 0;
    relay.answer = ({ method }) => {
      if (method !== 'eth_getLogs' || hidden === 1) return undefined;
      hidden += 1;
      return { result: [] };
    };
    const first = await pay();
    let mined = 0;
    const books = await followTo(chainAt(), from, async () => {
      mined += 1;
      await anvil().mine({ blocks: mined < 70 ? 1 : 0 });
      return mined >= 70;
    });
    expect(hidden).toBe(1);
    expect(books.standing).toEqual([first]);
    expect(words).toContain('a node told of payments only when asked again');
  });

  it('is not asked again for blocks that were looked at before it was followed', async () => {
    const { startBlock, paid } = await payMany(3, () => 1);
    await anvil().mine({ blocks: 80 });
    let rounds = 0;
    const books = await followTo(chainAt(), { known: [], startBlock }, async () => {
      rounds += 1;
      if (rounds < 70) await anvil().mine({ blocks: 1 });
      return rounds >= 70;
    });
    expect(books.standing).toEqual(paid);
    const [block] = paid.map((one) => one.block);
    const covering = relay.questions.flatMap(({ method, params: [filter] }) => {
      const edges = method === 'eth_getLogs' ? edgesOf(filter) : undefined;
      return edges !== undefined && edges.from <= (block ?? 0n) ? [edges] : [];
    });
    expect(covering.length).toBe(1);
  });
});

describe('a new block', () => {
  const wsUrl = () => base.node.rpcUrl.replace('http', 'ws');

  it('is looked at as soon as a WebSocket rings', async () => {
    const chain = chainAt({ pollMs: NEVER_MS, wsUrls: [wsUrl()] });
    const following = chain.follow(
      { known: [], startBlock: undefined },
      AbortSignal.timeout(15_000),
    );
    await following.next();
    for (let i = 0; i < 3; i += 1) {
      await expect.poll(() => words).toContain('new blocks are told by WebSocket');
      const next = following.next();
      const { hash } = await pay();
      expect((await next).value).toMatchObject({ transfers: [{ transactionHash: hash }] });
    }
    await following.return();
  });

  it('is looked for a few times when the node that answers is later than the one that rings', async () => {
    const chain = chainAt({ pollMs: NEVER_MS, wsUrls: [wsUrl()] });
    const following = chain.follow(
      { known: [], startBlock: undefined },
      AbortSignal.timeout(15_000),
    );
    await following.next();
    await expect.poll(() => words).toContain('new blocks are told by WebSocket');
    const before = await anvil().request<{
      Method: 'eth_getBlockByNumber';
      Parameters: [string, boolean];
      ReturnType: Readonly<Record<string, unknown>>;
    }>({ method: 'eth_getBlockByNumber', params: ['latest', false] });
    let late = 3;
    const next = following.next();
    await expect.poll(() => relay.requests).toBeGreaterThan(7);
    relay.answer = ({ params: [which] }) => {
      if (which !== 'latest' || late === 0) return undefined;
      late -= 1;
      return { result: before };
    };
    const { hash } = await pay();
    expect((await next).value).toMatchObject({ transfers: [{ transactionHash: hash }] });
    expect(late).toBe(0);
    await following.return();
  });

  it('is found by asking while the WebSocket is down, and rings again when it is back', async () => {
    await using bell = await relayPort(Number(new URL(base.node.rpcUrl).port));
    bell.open(false);
    const chain = chainAt({ wsUrls: [`ws://127.0.0.1:${bell.port}/?key=not-a-key`] });
    const following = chain.follow(
      { known: [], startBlock: undefined },
      AbortSignal.timeout(15_000),
    );
    await following.next();
    const paidNext = async () => {
      const next = following.next();
      const { hash } = await pay();
      expect((await next).value).toMatchObject({ transfers: [{ transactionHash: hash }] });
    };
    await paidNext();
    expect(words).toContain('a WebSocket node was lost');
    bell.open(true);
    await expect
      .poll(() => words, { timeout: 10_000 })
      .toContain('new blocks are told by WebSocket');
    await paidNext();
    bell.open(false);
    await paidNext();
    expect(words).not.toContain('not-a-key');
    await following.return();
  });

  it('is found by asking when a WebSocket has gone silent', async () => {
    await using bell = await relayPort(Number(new URL(base.node.rpcUrl).port));
    const chain = chainAt({ wsUrls: [`ws://127.0.0.1:${bell.port}`] });
    const following = chain.follow(
      { known: [], startBlock: undefined },
      AbortSignal.timeout(15_000),
    );
    await following.next();
    await expect.poll(() => words).toContain('new blocks are told by WebSocket');
    bell.mute(true);
    const next = following.next();
    const { hash } = await pay();
    expect((await next).value).toMatchObject({ transfers: [{ transactionHash: hash }] });
    await following.return();
  });

  it('is not told by a node of another chain', async () => {
    await using other = await place('sepolia');
    const chain = chainAt({ wsUrls: [other.node.rpcUrl.replace('http', 'ws')] });
    const following = chain.follow(
      { known: [], startBlock: undefined },
      AbortSignal.timeout(15_000),
    );
    await following.next();
    await expect.poll(() => words).toContain('serves another chain');
    await following.return();
  });
});
