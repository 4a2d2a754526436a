import { numberToHex, zeroHash } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import type { Hex } from '#kit/hex.ts';
import { withOwnHash } from '../../../tests/support/headers.ts';
import { followedFrom } from '../../../tests/support/test-node.ts';
import {
  RecordedPayments,
  type WatchedNode,
  watchedNode,
} from '../../../tests/support/watched-node.ts';

const NO_BLOOM: Hex = `0x${zeroHash.slice(2).repeat(8)}`;

let at: WatchedNode;

beforeAll(async () => {
  at = await watchedNode();
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(() => at.begin());

/** What was asked since this was called last, without what verifies the node. */
function asked(): string[] {
  const questions = at.relay.questions.splice(0);
  return questions
    .filter(({ method }) => method !== 'eth_chainId' && method !== 'eth_blockNumber')
    .map(({ method, params: [which] }) =>
      method === 'eth_getBlockByNumber' ? String(which) : method,
    );
}

/** Follows from a new block on, which is empty, and takes what is reported. */
async function following(chain: Chain = at.connect()) {
  await at.anvil.mine({ blocks: 1 });
  const stop = AbortSignal.timeout(50_000);
  const updates = chain.follow({ known: [], startBlock: undefined, mayStartOver: true }, stop);
  const recorded = new RecordedPayments();
  const next = async () => {
    const { value } = await updates.next();
    if (value === undefined) throw new Error('the following ended');
    recorded.take(value);
    return value;
  };
  await next();
  return { next, recorded, [Symbol.asyncDispose]: async () => void (await updates.return()) };
}

const blockOf = (which: string) =>
  at.anvil.request<{
    Method: 'eth_getBlockByNumber';
    Parameters: [string, boolean];
    ReturnType: Readonly<Record<string, unknown>>;
  }>({ method: 'eth_getBlockByNumber', params: [which, false] });

describe('a new block that names the newest known one as its parent', () => {
  it('is read once, and no logs are where its header rules payments out', async () => {
    await using follower = await following();
    asked();
    for (let i = 0; i < 3; i += 1) {
      await at.anvil.mine({ blocks: 1 });
      expect(await follower.next()).toMatchObject({ type: 'blocks', transfers: [] });
    }
    expect(new Set(asked())).toEqual(new Set(['latest', 'finalized']));
  });

  it('is read once beside its logs where its header allows for a payment', async () => {
    await using follower = await following();
    asked();
    const { hash, block } = await at.pay();
    expect(await follower.next()).toMatchObject({ transfers: [{ transactionHash: hash }] });
    const questions = asked().filter((one) => one !== 'latest' && one !== 'finalized');
    // The block by number stands beside the receipt that it must list.
    expect(questions).toEqual(['eth_getLogs', 'eth_getTransactionReceipt', numberToHex(block)]);
  });

  it('is read again beside its logs where no hash follows from its header', async () => {
    const network = { ...NETWORKS.base, hashedFrom: undefined };
    await using follower = await following(at.connect({ network }));
    asked();
    await at.anvil.mine({ blocks: 1 });
    await follower.next();
    const number = numberToHex(await at.base.chain.readHead());
    expect(asked()).toEqual(expect.arrayContaining([number, 'eth_getLogs']));
  });
});

describe('a payment', () => {
  it('is undone when its block is replaced between the read of the head and that of its logs', async () => {
    await using follower = await following();
    let isReplaced = false;
    let block = 0n;
    at.relay.answer = async ({ method }) => {
      if (method !== 'eth_getLogs' || isReplaced) return undefined;
      isReplaced = true;
      await at.reorgFrom(block);
      return undefined;
    };
    const startBlock = (await at.base.chain.readHead()) + 1n;
    block = startBlock;
    await at.pay();
    await expect.poll(() => isReplaced || follower.next()).toBeTruthy();
    at.relay.answer = () => undefined;
    const after = await at.pay();
    while (!follower.recorded.active.some(({ hash }) => hash === after.hash)) await follower.next();
    const stands = await followedFrom(at.base, startBlock);
    expect(follower.recorded.active.map(({ hash }) => hash)).toEqual(
      stands.map(({ transactionHash }) => transactionHash),
    );
  });

  it('is found behind several blocks at once, after the newest known one was read again', async () => {
    await using follower = await following();
    const known = numberToHex(await at.base.chain.readHead());
    const before = await blockOf('latest');
    // The node is late, so that the blocks come at once.
    at.relay.answer = ({ params: [which] }) =>
      which === 'latest' ? { result: before } : undefined;
    await at.anvil.mine({ blocks: 1 });
    const { hash } = await at.pay();
    await at.anvil.mine({ blocks: 1 });
    asked();
    at.relay.answer = () => undefined;
    while (follower.recorded.active.length === 0) await follower.next();
    expect(follower.recorded.active.map((one) => one.hash)).toEqual([hash]);
    expect(asked()).toContain(known);
  });

  it('is found where a node reported a header with its bloom removed', async () => {
    await using follower = await following();
    let lies = 0;
    at.relay.answer = async ({ method, params: [which] }) => {
      if (method !== 'eth_getBlockByNumber' || which !== 'latest' || lies === 2) return undefined;
      const truth = await blockOf('latest');
      if (truth['logsBloom'] === NO_BLOOM) return undefined;
      lies += 1;
      return { result: { ...truth, logsBloom: NO_BLOOM } };
    };
    const { hash } = await at.pay();
    expect(await follower.next()).toMatchObject({ transfers: [{ transactionHash: hash }] });
    expect(lies).toBe(2);
    expect(at.text()).toContain('with a header that does not have its hash');
  });

  it('is found after a node made up another block in its place', async () => {
    await using follower = await following();
    let lies = 0;
    at.relay.answer = async ({ method, params: [which] }) => {
      if (method !== 'eth_getBlockByNumber' || which !== 'latest' || lies === 1) return undefined;
      const truth = await blockOf('latest');
      if (truth['logsBloom'] === NO_BLOOM) return undefined;
      lies += 1;
      return { result: withOwnHash({ ...truth, logsBloom: NO_BLOOM }) };
    };
    const { hash } = await at.pay();
    while (follower.recorded.active.length === 0) await follower.next();
    expect(follower.recorded.active.map((one) => one.hash)).toEqual([hash]);
    expect(follower.recorded.reorgs).toBe(1);
  });
});

describe('a head', () => {
  it('that is older than the newest known block takes nothing back', async () => {
    await using follower = await following();
    const older = await blockOf('latest');
    const paid = await at.pay();
    await follower.next();
    let late = 0;
    at.relay.answer = ({ params: [which] }) => {
      if (which !== 'latest' || late === 5) return undefined;
      late += 1;
      return { result: older };
    };
    const next = follower.next();
    await expect.poll(() => late).toBe(5);
    const second = await at.pay();
    await next;
    while (follower.recorded.active.length < 2) await follower.next();
    expect(follower.recorded.active).toEqual([paid, second]);
    expect(follower.recorded.reorgs).toBe(0);
  });

  it('of another block at the height of the newest known one takes that back', async () => {
    await using follower = await following();
    const paid = await at.pay();
    await follower.next();
    // A block without a transaction that came at the same time would be the same one again.
    await at.anvil.setCoinbase({ address: `0x${'ab'.repeat(20)}` });
    await at.reorgFrom(paid.block);
    expect(await follower.next()).toMatchObject({
      type: 'reorg',
      ancestor: { number: paid.block - 1n },
    });
    expect(follower.recorded.active).toEqual([]);
  });
});
