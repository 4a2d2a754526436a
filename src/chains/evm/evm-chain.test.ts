import { Writable } from 'node:stream';
import pino from 'pino';
import { createTestClient, http } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { conversionPath } from '#catalog/conversion-paths.ts';
import { type Currency, currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { type LocalNode, startLocalNode } from '#sandbox/local-nodes.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { sendCall } from '#sandbox/test-wallet.ts';
import { withOwnHash } from '../../../tests/support/headers.ts';
import { type RelayedNode, relayNode } from '../../../tests/support/relayed-node.ts';
import type { Chain, ChainUpdate, FollowFrom, TokenBalanceQuery } from '../chain.ts';
import { evmChain } from './evm-chain.ts';

const USDC_BASE = currencyOf('USDC-base');
const USDC = USDC_BASE.address;
const payer = TEST_ACCOUNTS.payer.address;

function currencyOf(id: string): Currency {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`${id} is not in the catalog`);
  return found;
}

let node: LocalNode;
let relay: RelayedNode;
let message: string;
const log = pino(
  new Writable({
    write: (chunk, _encoding, done) => {
      message += String(chunk);
      done();
    },
  }),
);
const chainAt = (...rpcUrls: string[]) =>
  evmChain({ network: NETWORKS.base, rpcUrls, pollMs: 20, log });

beforeAll(async () => {
  node = await startLocalNode({ network: 'base' });
});
afterAll(() => node.stop());
beforeEach(async () => {
  message = '';
  relay = await relayNode(node.rpcUrl);
  return () => relay.stop();
});

/** Chain updates until the block that was the head when this was called. */
async function followTo(chain: Chain, from: FollowFrom): Promise<ChainUpdate[]> {
  const until = await chainAt(node.rpcUrl).readHead();
  const updates: ChainUpdate[] = [];
  for await (const update of chain.follow(from, AbortSignal.timeout(120_000))) {
    updates.push(update);
    if (update.type === 'blocks' && update.to.number >= until) return updates;
  }
  throw new Error(`block ${until} was not reached`);
}

const hashesOf = (updates: readonly ChainUpdate[]) =>
  updates.flatMap((update) =>
    update.type === 'blocks' ? update.transfers.map((one) => one.transactionHash) : [],
  );

async function pay(reference: bigint) {
  const chain = chainAt(node.rpcUrl);
  const { payer: from, payee } = TEST_ACCOUNTS;
  await mined(await sendCall(node, from, chain.encodeApproval(USDC, 5n, 'fee_proxy')));
  const payment = {
    kind: 'token' as const,
    tokenAddress: USDC,
    payeeAddress: payee.address,
    amountUnits: 5n,
    paymentReference: `0x${reference.toString(16).padStart(16, '0')}` as const,
    feeUnits: 0n,
    feeAddress: payee.address,
  };
  const hash = await sendCall(node, from, chain.encodePayment(payment));
  await mined(hash);
  return hash;
}

async function mined(hash: `0x${string}`): Promise<void> {
  const chain = chainAt(node.rpcUrl);
  await expect.poll(() => chain.readOutcome(hash), { interval: 10 }).toBeDefined();
}

const query = (tokenAddress: string): TokenBalanceQuery => ({ tokenAddress, spender: 'fee_proxy' });

describe('reading', () => {
  it('reads the whole state of a payer with one request', async () => {
    const balances = await chainAt(relay.rpcUrl).readPayerBalances(payer, [query(USDC)]);
    expect(balances.tokens[0]?.balanceUnits).toBeGreaterThan(0n);
    expect(relay.requests).toBe(1);
    // Four for the state; the chain id and the head are read with them.
    expect(relay.questions.length).toBe(6);
  });

  it('reads many tokens, rates and the fee of batches with one request', async () => {
    const chain = chainAt(relay.rpcUrl);
    const path = conversionPath('GBP', USDC_BASE, { sandbox: true }) ?? [];
    const [balances, rates, bps] = await Promise.all([
      chain.readPayerBalances(payer, [query(USDC), { ...query(USDC), spender: 'batch' }]),
      chain.readRates([
        { path, invoiceUnits: 10n ** 8n },
        { path, invoiceUnits: 3n },
      ]),
      chain.readBatchFeeBps(),
    ]);
    expect(balances.tokens).toHaveLength(2);
    // A pound is 1.27 dollars and a coin 0.9998 of one, in the sandbox.
    expect(rates.map((rate) => rate?.outUnits)).toEqual([1_270_254n, 0n]);
    expect(rates[0]?.readAt.getTime()).toBe(rates[0]?.oldestAt.getTime());
    expect(bps).toBe(0n);
    expect(relay.requests).toBe(1);
  });

  it('remembers the fee of batches, but not that a node failed', async () => {
    const chain = chainAt(relay.rpcUrl);
    relay.answer = () => ({ error: { code: -32_603, message: 'internal error' } });
    await expect(chain.readBatchFeeBps()).rejects.toThrow(Outage);
    relay.answer = () => undefined;
    await chain.readBatchFeeBps();
    const { requests } = relay;
    await chain.readBatchFeeBps();
    expect(relay.requests).toBe(requests);
  });

  it('distinguishes a path without feeds, which reverts, from a node that fails or has no contract', async () => {
    const chain = chainAt(relay.rpcUrl);
    const queries = [{ path: [payer, USDC], invoiceUnits: 1n }];
    expect(await chain.readRates(queries)).toEqual([undefined]);
    expect(await chain.readRates([])).toEqual([]);
    relay.answer = ({ method }) => (method === 'eth_call' ? { result: '0x' } : undefined);
    await expect(chain.readRates(queries)).rejects.toThrow('returned no rate');
    relay.answer = ({ method }) =>
      method === 'eth_call'
        ? { error: { code: -32_005, message: 'too many requests' } }
        : undefined;
    await expect(chain.readRates(queries)).rejects.toThrow(/^no node of Base gave an answer/);
  });

  it('is an outage, not zero, where no token stands', async () => {
    const nowhere = '0x1111111111111111111111111111111111111111';
    await expect(chainAt(node.rpcUrl).readPayerBalances(payer, [query(nowhere)])).rejects.toThrow(
      Outage,
    );
  });

  it('queries the next node when one is down, and reports it without its URL when all are', async () => {
    await relay.stop();
    expect(await chainAt(relay.rpcUrl, node.rpcUrl).readHead()).toBeGreaterThanOrEqual(0n);
    const down = chainAt(relay.rpcUrl).readHead();
    await expect(down).rejects.toThrow(/^no node of Base gave an answer/);
    await expect(down).rejects.not.toThrow(/not-a-key|127\.0\.0\.1/);
    relay = await relayNode(node.rpcUrl);
  });

  it('refuses a node of another chain', async () => {
    await expect(chainAt(node.rpcUrl).checkChainId()).resolves.toBeUndefined();
    relay.answer = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined);
    await expect(chainAt(relay.rpcUrl).checkChainId()).rejects.toThrow(Refusal);
    await expect(chainAt(relay.rpcUrl).checkChainId()).rejects.toThrow(
      'the node serves chain 1, but Base is chain 8453',
    );
  });

  it('finds a chain by its network, and none where no node is configured', () => {
    const chains = connectChains([{ network: NETWORKS.base, rpcUrls: [node.rpcUrl] }], { log });
    expect(chains.get('base')?.network.id).toBe('base');
    expect(chains.get('sepolia')).toBeUndefined();
    expect(chains.all.length).toBe(1);
  });
});

describe('following', () => {
  it('requests fewer blocks at once when a provider refuses a range, and misses nothing', async () => {
    const startBlock = (await chainAt(node.rpcUrl).readHead()) + 1n;
    const first = await pay(1n);
    await createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) }).mine({ blocks: 40 });
    const second = await pay(2n);
    relay.answer = ({ method, params: [filter] }) => {
      if (method !== 'eth_getLogs' || blocksOf(filter) <= 10) return undefined;
      return { error: { code: -32_005, message: 'query returned more than 10 blocks' } };
    };
    const updates = await followTo(chainAt(relay.rpcUrl), { known: [], startBlock });
    expect(hashesOf(updates)).toEqual([first, second]);
    expect(message).toContain('a node refused a window');
  });

  it('continues after its node was down, and never logs its URL', async () => {
    const startBlock = (await chainAt(node.rpcUrl).readHead()) + 1n;
    const hash = await pay(3n);
    let failures = 4;
    relay.answer = () => {
      failures -= 1;
      return failures < 0 ? undefined : { error: { code: -32_603, message: 'internal error' } };
    };
    expect(hashesOf(await followTo(chainAt(relay.rpcUrl), { known: [], startBlock }))).toEqual([
      hash,
    ]);
    expect(message).toContain('a node failed');
    expect(message).not.toContain('not-a-key');
  });

  it('reads a window again when the node that answers has not seen its end', async () => {
    const startBlock = (await chainAt(node.rpcUrl).readHead()) + 1n;
    const hash = await pay(4n);
    let lagging = true;
    let unseen = 0;
    relay.answer = ({ method, params: [which] }) => {
      if (!lagging) return undefined;
      if (method === 'eth_getBlockByNumber' && String(which).startsWith('0x')) {
        unseen += 1;
        // Where the window ends below the head, its end is read before any logs.
        lagging = unseen < 6;
        return { result: null };
      }
      if (method !== 'eth_getLogs') return undefined;
      lagging = false;
      return { result: [] };
    };
    expect(hashesOf(await followTo(chainAt(relay.rpcUrl), { known: [], startBlock }))).toEqual([
      hash,
    ]);
  });

  it('never completes one node’s answer with that of another, which may lag behind', async () => {
    const startBlock = (await chainAt(node.rpcUrl).readHead()) + 1n;
    const hash = await pay(6n);
    const late = await relayNode(node.rpcUrl);
    let refusals = 2;
    relay.answer = ({ method }) => {
      if (method !== 'eth_getLogs' || refusals === 0) return undefined;
      refusals -= 1;
      return { error: { code: -32_005, message: 'too many requests' } };
    };
    late.answer = ({ method }) => {
      if (method === 'eth_chainId' || method === 'eth_blockNumber') return undefined;
      return { result: method === 'eth_getLogs' ? [] : null };
    };
    const chain = chainAt(relay.rpcUrl, late.rpcUrl);
    expect(hashesOf(await followTo(chain, { known: [], startBlock }))).toEqual([hash]);
    await late.stop();
  });

  it('takes a node that lags behind for late, not for another chain', async () => {
    const chain = chainAt(node.rpcUrl);
    const updates = await followTo(chain, { known: [], startBlock: 0n });
    const known = updates.flatMap((one) => (one.type === 'blocks' ? one.points : []));
    const early = await readBlock('0x0');
    const seen = await readBlock('latest');
    let lagging = 6;
    relay.answer = ({ method, params: [which] }) => {
      if (method !== 'eth_getBlockByNumber' || lagging === 0) return undefined;
      lagging -= 1;
      if (which === '0x0') return undefined;
      return { result: which === 'latest' || which === 'finalized' ? early : null };
    };
    const genesis = { number: 0n, hash: early.hash };
    const from = { known: [genesis, ...known], startBlock: undefined };
    const after = followTo(chainAt(relay.rpcUrl), from);
    await createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) }).mine({ blocks: 1 });
    expect((await after).map((update) => update.type)).not.toContain('reorg');
    expect(seen.hash).not.toBe(early.hash);
  });

  it('takes a node that misses a block it should have for late, not for another chain', async () => {
    const anvil = createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) });
    await anvil.mine({ blocks: 3 });
    const before = await followTo(chainAt(node.rpcUrl), { known: [], startBlock: undefined });
    await anvil.mine({ blocks: 1 });
    const known = [
      ...before.flatMap((one) => (one.type === 'blocks' ? one.points : [])),
      ...(await followTo(chainAt(node.rpcUrl), { known: [], startBlock: undefined })).flatMap(
        (one) => (one.type === 'blocks' ? [one.to] : []),
      ),
    ];
    const newest = `0x${known.at(-1)?.number.toString(16)}`;
    let missing = 8;
    relay.answer = ({ method, params: [which] }) => {
      if (method !== 'eth_getBlockByNumber' || which !== newest || missing === 0) return undefined;
      missing -= 1;
      return { result: null };
    };
    // Two, as the head would else name that block itself.
    await anvil.mine({ blocks: 2 });
    const after = await followTo(chainAt(relay.rpcUrl), { known, startBlock: undefined });
    expect(after.map((update) => update.type)).not.toContain('reorg');
    expect(missing).toBe(0);
  });

  it('keeps the last final block while the node reports none', async () => {
    const anvil = createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) });
    const following = chainAt(relay.rpcUrl).follow(
      { known: [], startBlock: undefined },
      AbortSignal.timeout(120_000),
    );
    const first = (await following.next()).value;
    relay.answer = ({ params: [which] }) =>
      which === 'finalized'
        ? { error: { code: -32_005, message: 'too many requests' } }
        : undefined;
    await anvil.mine({ blocks: 1 });
    const second = (await following.next()).value;
    expect(first).toMatchObject({ type: 'blocks', finalizedNumber: expect.any(BigInt) });
    expect(second).toMatchObject({ finalizedNumber: Reflect.get(first ?? {}, 'finalizedNumber') });
  });

  it('reads the safe block only where it is needed, and keeps it', async () => {
    const anvil = createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) });
    await anvil.mine({ blocks: 3 });
    const signal = AbortSignal.timeout(120_000);
    const start = { known: [], startBlock: undefined };
    const unreported = (await chainAt(relay.rpcUrl).follow(start, signal).next()).value;
    expect(unreported).toMatchObject({ type: 'blocks', safeNumber: undefined, safeAt: undefined });
    const asked = () => relay.questions.filter(({ params: [which] }) => which === 'safe').length;
    expect(asked()).toBe(0);

    const head = await chainAt(node.rpcUrl).readHead();
    const template = await readBlock('latest');
    const calls = (safe: bigint | undefined) => {
      relay.answer = async ({ params: [which] }) => {
        if (which !== 'safe') return undefined;
        if (safe === undefined) return { error: { code: -32_601, message: 'no such tag' } };
        const number = `0x${safe.toString(16)}`;
        return { result: withOwnHash({ ...template, number, timestamp: '0x10' }) };
      };
    };
    const following = chainAt(relay.rpcUrl).follow({ ...start, shouldReadSafe: true }, signal);
    const reported: unknown[] = [];
    for (const safe of [undefined, head, head - 1n, head + 100n, undefined, head + 1n]) {
      calls(safe);
      if (reported.length > 0) await anvil.mine({ blocks: 1 });
      const { value } = await following.next();
      reported.push(value?.type === 'blocks' ? value.safeNumber : value);
    }
    expect(reported).toEqual([undefined, head, head, head, head, head + 1n]);
    expect(asked()).toBeGreaterThanOrEqual(reported.length);
  });

  it('reads the logs of a single block by its hash, which no node answers with an empty list', async () => {
    // The node mines each second; a block that comes in between makes it a window of two.
    for (;;) {
      relay.questions.length = 0;
      const startBlock = await chainAt(node.rpcUrl).readHead();
      const following = { known: [], startBlock };
      const next = chainAt(relay.rpcUrl).follow(following, AbortSignal.timeout(120_000)).next();
      const { value } = await next;
      if (value?.type !== 'blocks' || value.to.number !== startBlock) continue;
      const asked = relay.questions.find(({ method }) => method === 'eth_getLogs');
      return expect(asked?.params[0]).toMatchObject({ blockHash: value.to.hash });
    }
  });

  it('ends at once when it is aborted, also while a node does not answer', async () => {
    relay.silent = true;
    const stop = new AbortController();
    const next = chainAt(relay.rpcUrl).follow({ known: [], startBlock: 0n }, stop.signal).next();
    await expect.poll(() => relay.requests).toBeGreaterThan(0);
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('reports nothing of a node that serves another chain', async () => {
    relay.answer = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined);
    await expect(
      followTo(chainAt(relay.rpcUrl), { known: [], startBlock: undefined }),
    ).rejects.toThrow('the node serves chain 1, but Base is chain 8453');
  });

  it('passes on what its filter throws', async () => {
    const startBlock = (await chainAt(node.rpcUrl).readHead()) + 1n;
    await pay(5n);
    const isOurs = () => Promise.reject(new TypeError('the database is broken'));
    await expect(followTo(chainAt(node.rpcUrl), { known: [], startBlock, isOurs })).rejects.toThrow(
      'the database is broken',
    );
  });
});

function blocksOf(filter: unknown): number {
  const text = JSON.stringify(filter);
  const edge = (name: string) => Number(new RegExp(`"${name}":"(0x[0-9a-f]+)"`).exec(text)?.[1]);
  return edge('toBlock') - edge('fromBlock') + 1;
}

async function readBlock(which: '0x0' | 'latest'): Promise<{ hash: `0x${string}` }> {
  const client = createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) });
  const block = await client.request<{
    Method: 'eth_getBlockByNumber';
    Parameters: [string, boolean];
    ReturnType: { hash: `0x${string}` };
  }>({ method: 'eth_getBlockByNumber', params: [which, false] });
  return block;
}
