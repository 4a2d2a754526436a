import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createTestClient, http } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import { Outage } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { openMeter, type ReadableMeter } from '#platform/metrics.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { type Fault, type FaultProxy, faultProxy } from '../../../../tests/support/fault-proxy.ts';
import { execute, openTestNode, type TestNode } from '../../../../tests/support/test-node.ts';
import type { Chain, ChainUpdate } from '../../chain.ts';

const USDC = currencyById('USDC-base')?.address ?? '';
/** In the URL of every relay. */
const KEY = 'not-a-key';

/** How often it is tried until a slow machine does not decide which of two nodes is queried. */
const TRIES_MAX = 10;

let base: TestNode;
let a: FaultProxy;
let b: FaultProxy;
let message: string;
let meter: ReadableMeter;
let references = 0n;
const open: AsyncDisposable[] = [];

const log = pino(
  new Writable({
    write: (chunk, _encoding, done) => {
      message += String(chunk);
      done();
    },
  }),
);

beforeAll(async () => {
  base = await openTestNode('base');
  await anvil().setAutomine(true);
  const { to, data } = base.chain.encodeApproval(USDC, 10n ** 12n, 'fee_proxy');
  await execute(base, [{ to, data, value: '0x0' }]);
});
afterAll(() => base[Symbol.asyncDispose]());
beforeEach(async () => {
  message = '';
  meter = openMeter();
  [a, b] = await Promise.all([faultProxy(base.node.rpcUrl), faultProxy(base.node.rpcUrl)]);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one[Symbol.asyncDispose]()));
  await Promise.all([a.stop(), b.stop()]);
  expect(message).not.toContain(KEY);
  expect(await meter.registry.metrics()).not.toContain(KEY);
});

const anvil = () => createTestClient({ mode: 'anvil', transport: http(base.node.rpcUrl) });

/** The network through its two nodes, for a process that has queried neither yet. */
function connect(requestsPerSecond?: number): Chain {
  const rpcUrls = [a.rpcUrl, b.rpcUrl];
  const connection = { network: NETWORKS.base, rpcUrls, pollMs: 20, requestsPerSecond };
  const chains = connectChains([connection], { log, meter });
  open.push({ [Symbol.asyncDispose]: () => chains.close() });
  const [chain] = chains.all;
  if (chain === undefined) throw new Error('one network is connected');
  return chain;
}

async function pay(): Promise<Hex> {
  references += 1n;
  const { to, data } = base.chain.encodePayment({
    kind: 'token',
    tokenAddress: USDC,
    payeeAddress: TEST_ACCOUNTS.payee.address,
    amountUnits: 5n,
    paymentReference: `0x${references.toString(16).padStart(16, '0')}`,
    feeUnits: 0n,
    feeAddress: TEST_ACCOUNTS.payee.address,
  });
  const [done] = await execute(base, [{ to, data, value: '0x0' }]);
  if (done === undefined) throw new Error('one payment was made');
  return done.receipt.transactionHash;
}

/** Follows from the next block on until the test ends, and records the updates. */
async function follow(chain: Chain) {
  const updates: ChainUpdate[] = [];
  const startBlock = (await base.chain.readHead()) + 1n;
  const stop = new AbortController();
  const following = (async () => {
    for await (const one of chain.follow({ known: [], startBlock }, stop.signal)) {
      updates.push(one);
    }
  })();
  open.unshift({
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await following;
    },
  });
  const hashes = () =>
    updates.flatMap((one) =>
      one.type === 'blocks' ? one.transfers.map(({ transactionHash }) => transactionHash) : [],
    );
  return {
    reorgs: () => updates.filter(({ type }) => type === 'reorg').length,
    hashes,
    toHead: async () => {
      const head = await base.chain.readHead();
      await expect
        .poll(() => updates.some((one) => one.type === 'blocks' && one.to.number >= head), {
          timeout: 120_000,
        })
        .toBe(true);
    },
    until: async (...payments: readonly Hex[]) => {
      await expect.poll(hashes, { timeout: 120_000, interval: 20 }).toEqual(payments);
    },
  };
}

/** The relay of the node that is queried less as new blocks come. */
async function notFollowed({ toHead }: Awaited<ReturnType<typeof follow>>): Promise<FaultProxy> {
  const before = [a.requests, b.requests] as const;
  await anvil().mine({ blocks: 1 });
  await toHead();
  return a.requests - before[0] < b.requests - before[1] ? a : b;
}

async function counted(name: string, labels: Record<string, string> = {}): Promise<number> {
  const values = (await meter.registry.getSingleMetric(name)?.get())?.values ?? [];
  return values
    .filter((one) => Object.entries(labels).every(([label, text]) => one.labels[label] === text))
    .reduce((sum, { value }) => sum + value, 0);
}

const FAULTS: readonly Fault[] = [
  { kind: 'drops' },
  { kind: 'breaks' },
  { kind: 'throttles' },
  { kind: 'throttles', seconds: 1 },
  { kind: 'truncates' },
  { kind: 'babbles' },
  { kind: 'misshapes' },
  { kind: 'omits' },
];

describe('a node beside one that is well (C3)', () => {
  it.each(FAULTS)(
    'is replaced while it $kind, and no payment is missed or doubled',
    async (fault) => {
      const chain = connect();
      const following = await follow(chain);
      const first = await pay();
      await following.until(first);
      a.fault = fault;
      const second = await pay();
      await following.until(first, second);
      await expect
        .poll(() => chain.nodes().map(({ state }) => state), { timeout: 120_000 })
        .toEqual(['suspended', 'healthy']);
      expect(message).toContain('a node is not queried for a while');
      expect(chain.nodes()[0]?.lastError).toBeTruthy();
      expect(await counted('rpc_errors_total', { network: 'base', node: '1' })).toBeGreaterThan(0);
      expect(await counted('rpc_errors_total', { node: '2' })).toBe(0);
      a.fault = undefined;
      const third = await pay();
      await following.until(first, second, third);
      expect(following.reorgs()).toBe(0);
    },
  );

  it('has every request counted, also where it never answers any', async () => {
    const chain = connect();
    a.fault = { kind: 'breaks' };
    await chain.readHead();
    await expect.poll(() => counted('rpc_errors_total', { node: '1' })).toBeGreaterThan(0);
    expect(await counted('rpc_requests_total', { network: 'base', node: '1' })).toBe(
      await counted('rpc_errors_total', { node: '1' }),
    );
    expect(await counted('rpc_requests_total', { node: '2' })).toBeGreaterThan(0);
  });

  it('is queried again once it is back, and that is logged', async () => {
    const chain = connect();
    a.fault = { kind: 'breaks' };
    const state = async () => {
      await chain.readHead();
      return chain.nodes()[0]?.state;
    };
    await expect.poll(state, { timeout: 120_000 }).toBe('suspended');
    a.fault = undefined;
    await expect.poll(state, { timeout: 120_000 }).toBe('healthy');
    expect(message).toContain('a node is back');
  });

  it('that hangs uses up no caller’s timeout', async () => {
    const chain = connect();
    await chain.readHead();
    a.fault = { kind: 'hangs' };
    for (let i = 0; i < 20; i += 1) await chain.readHead();
    const transfers = [
      { tokenAddress: USDC, payeeAddress: TEST_ACCOUNTS.payee.address, units: 1n },
    ];
    const { address } = TEST_ACCOUNTS.payer;
    expect(await connect().simulateTransfers(address, transfers)).toEqual(['accepted']);
    // All were answered before the timeout of the first request.
    expect(chain.nodes()[0]?.errors).toBe(0);
    expect(await counted('rpc_hedged_total', { network: 'base' })).toBeGreaterThan(0);
    expect(await counted('rpc_hedged_total')).toBeLessThan(5);
  });

  it('that is slow is replaced by the other, which does not get every request twice', async () => {
    const chain = connect();
    a.fault = { kind: 'slow', ms: 600 };
    for (let i = 0; i < 30; i += 1) await chain.readHead();
    expect(a.requests).toBeLessThan(10);
    expect(b.requests).toBeLessThan(40);
    expect(chain.nodes()[0]?.errors).toBe(0);
  });

  it('that lags is not trusted to be at the head, and nothing is taken back', async () => {
    await anvil().mine({ blocks: 30 });
    a.fault = { kind: 'lags', blocks: 20n };
    const chain = connect();
    const following = await follow(chain);
    const first = await pay();
    await following.until(first);
    expect(message).toContain('a node lags behind the others');
    a.fault = undefined;
    const second = await pay();
    await following.until(first, second);
    expect(following.reorgs()).toBe(0);
  });

  it('is left out for good when it serves another chain, and the other is enough', async () => {
    a.fault = { kind: 'other_chain' };
    const chain = connect();
    await chain.checkChainId();
    expect(chain.nodes().map(({ state }) => state)).toEqual(['wrong_chain', 'healthy']);
    expect(message).toContain('a node serves another chain');
    const { requests } = a;
    a.fault = undefined;
    for (let i = 0; i < 5; i += 1) await chain.readHead();
    expect(a.requests).toBe(requests);
    b.fault = { kind: 'other_chain' };
    await expect(connect().checkChainId()).resolves.toBeUndefined();
  });

  it('may withhold payments, which the other returns when the newest blocks are read again', async () => {
    const chain = connect();
    const following = await follow(chain);
    const first = await pay();
    await following.until(first);
    const withheld: Hex[] = [];
    // Which of the two is followed is up to the machine, and may change while a block is read: then one more is withheld.
    for (let tries = 0; tries < TRIES_MAX && following.hashes().length === 1; tries += 1) {
      a.fault = { kind: 'hides_logs' };
      b.fault = { kind: 'hides_logs' };
      withheld.push(await pay());
      await following.toHead();
      expect(following.hashes()).toEqual([first]);
      const other = await notFollowed(following);
      other.fault = undefined;
      for (let i = 0; i < 5; i += 1) {
        // Step by step, as a chain grows; a follower 40 blocks behind rescans only the newest of these.
        await anvil().mine({ blocks: 8 });
        await following.toHead();
      }
    }
    const [, ...found] = following.hashes();
    expect(found.length).toBeGreaterThan(0);
    expect(withheld).toEqual(expect.arrayContaining(found));
    expect(new Set(found).size).toBe(found.length);
    expect(following.reorgs()).toBe(0);
  });

  it('may invent a payment that is in no receipt', async () => {
    const chain = connect();
    const following = await follow(chain);
    const first = await pay();
    await following.until(first);
    a.fault = { kind: 'invents_logs', like: first };
    const second = await pay();
    await following.until(first, second);
    await anvil().mine({ blocks: 1 });
    const third = await pay();
    await following.until(first, second, third);
  });
});

describe('two nodes', () => {
  it('that alternate at different heads make no reorg, and lose and double nothing', async () => {
    b.fault = { kind: 'lags', blocks: 3n };
    const chain = connect();
    const following = await follow(chain);
    const payments: Hex[] = [];
    for (let i = 0; i < 12; i += 1) {
      // The one at the head is away every other time, so that the late one answers in between.
      a.fault = i % 2 === 0 ? undefined : { kind: 'babbles' };
      payments.push(await pay());
      await sleep(100);
    }
    a.fault = undefined;
    b.fault = undefined;
    await anvil().mine({ blocks: 1 });
    await following.until(...payments);
    expect(b.requests).toBeGreaterThan(5);
    expect(following.reorgs()).toBe(0);
  });

  it('that are both down are waited for, and blocks of that time are reported once', async () => {
    const chain = connect();
    const following = await follow(chain);
    const first = await pay();
    await following.until(first);
    a.fault = { kind: 'breaks' };
    b.fault = { kind: 'drops' };
    const missed = await pay();
    await expect
      .poll(() => chain.nodes().map(({ state }) => state), { timeout: 120_000 })
      .toEqual(['suspended', 'suspended']);
    await expect(chain.readHead()).rejects.toThrow(
      /^no node of Base gave an answer: 1: .*HTTP 500/,
    );
    await expect(chain.readHead()).rejects.not.toThrow(/not-a-key|127\.0\.0\.1/);
    a.fault = undefined;
    b.fault = undefined;
    await following.until(first, missed);
  });

  it('that serve other chains are refused together', async () => {
    a.fault = { kind: 'other_chain' };
    b.fault = { kind: 'other_chain' };
    await expect(connect().checkChainId()).rejects.toThrow(
      'node 1 serves chain 1, node 2 serves chain 1, but Base is chain 8453',
    );
    b.fault = { kind: 'breaks' };
    await expect(connect().checkChainId()).rejects.toThrow(Outage);
  });

  it('are queried at most as often as the operator sets, and everything is answered', async () => {
    const chain = connect(20);
    const heads = await Promise.all(Array.from({ length: 50 }, () => chain.readHead()));
    expect(heads).toHaveLength(50);
    expect(chain.nodes().map(({ errors }) => errors)).toEqual([0, 0]);
  });

  it('never show their URLs, also where they repeat them', async () => {
    const chain = connect();
    const message = `no such project: ${a.rpcUrl}, ${KEY}`;
    a.answer = () => ({ error: { code: -32_603, message } });
    b.fault = { kind: 'breaks' };
    const failing = chain.readHead();
    await expect(failing).rejects.toThrow('no such project');
    await expect(failing).rejects.not.toThrow(KEY);
    expect(JSON.stringify(chain.nodes().map(({ lastError }) => lastError))).not.toContain(KEY);
  });
});
