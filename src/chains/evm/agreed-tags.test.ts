import { pino } from 'pino';
import { createTestClient, http } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import { connectChains } from '#chains/registry.ts';
import { type FaultProxy, faultProxy } from '../../../tests/support/fault-proxy.ts';
import { openTestNode, type TestNode } from '../../../tests/support/test-node.ts';
import type { ChainUpdate, FollowFrom } from '../chain.ts';

/** How far behind its newest block a local node calls blocks final. */
const FINAL_BEHIND = 2n;

let base: TestNode;
let proxies: FaultProxy[];

beforeAll(async () => {
  base = await openTestNode('base');
  await anvil().setAutomine(true);
  await anvil().mine({ blocks: 200 });
});
afterAll(() => base[Symbol.asyncDispose]());
beforeEach(async () => {
  proxies = await Promise.all([1, 2, 3].map(() => faultProxy(base.node.rpcUrl)));
});
afterEach(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
});

const anvil = () => createTestClient({ mode: 'anvil', transport: http(base.node.rpcUrl) });

/** Follows through some of the nodes; a block is made whenever one is waited for. */
async function follow(nodes: readonly FaultProxy[], more: Partial<FollowFrom> = {}) {
  const rpcUrls = nodes.map(({ rpcUrl }) => rpcUrl);
  const log = pino({ level: 'silent' });
  const chains = connectChains([{ network: NETWORKS.base, rpcUrls, pollMs: 20 }], { log });
  const chain = chains.get('base');
  if (chain === undefined) throw new Error('one network is connected');
  await chain.checkChainId();
  const stop = new AbortController();
  const updates = chain.follow({ known: [], startBlock: undefined, ...more }, stop.signal);
  const next = async (): Promise<ChainUpdate> => {
    const { value } = await updates.next();
    if (value === undefined) throw new Error('the following ended');
    return value;
  };
  return {
    next,
    /** How far behind the newest block that one is which is final now. */
    behind: async () => {
      await anvil().mine({ blocks: 1 });
      const reported = await next();
      if (reported.type !== 'blocks') throw new Error('blocks were added');
      const { finalizedNumber, headNumber } = reported;
      return finalizedNumber === undefined ? undefined : headNumber - finalizedNumber;
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await updates.return();
      await chains.close();
    },
  };
}

const NO_SUCH_TAG = { code: -32_601, message: 'no such tag' };

const soon = { timeout: 120_000, interval: 50 };

describe('what is final', () => {
  it.each([0, 1])(
    'is not the answer of node %i of two alone, whose false answer halts nothing',
    async (liar) => {
      const [a, b] = proxies;
      if (a === undefined || b === undefined) throw new Error('there are nodes');
      Object.assign([a, b][liar] ?? a, { fault: { kind: 'calls_all_final' } });
      await using following = await follow([a, b]);
      const seen: (bigint | undefined)[] = [];
      const poll = async () => {
        const behind = await following.behind();
        seen.push(behind);
        return behind !== undefined;
      };
      await expect.poll(poll, soon).toBe(true);
      for (const behind of seen)
        expect(behind ?? FINAL_BEHIND).toBeGreaterThanOrEqual(FINAL_BEHIND);
      // A block without a transaction that came at the same time would be the same one again.
      await anvil().setCoinbase({ address: `0x${`a${liar}`.repeat(20)}` });
      await anvil().request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
        method: 'anvil_reorg',
        params: [1, []],
      });
      await anvil().mine({ blocks: 1 });
      expect(await following.next()).toMatchObject({ type: 'reorg' });
    },
  );

  it('is the answer of the remaining node, while the other is unreachable or supports no tags', async () => {
    const [a, b] = proxies;
    if (a === undefined || b === undefined) throw new Error('there are nodes');
    a.fault = { kind: 'calls_all_final' };
    b.fault = { kind: 'breaks' };
    await using following = await follow([a, b]);
    await expect.poll(following.behind, soon).toBe(0n);
    b.fault = undefined;
    b.answer = ({ params: [which] }) =>
      which === 'finalized' ? { error: NO_SUCH_TAG } : undefined;
    await using another = await follow([a, b]);
    await expect.poll(another.behind, soon).toBeLessThan(FINAL_BEHIND);
  });

  it.each([0, 1])(
    'is the answer of the other node where node %i of two knows no such blocks',
    async (which) => {
      const nodes = proxies.slice(0, 2);
      for (const [at, node] of nodes.entries()) {
        node.answer = ({ params: [tag] }) =>
          at === which && tag === 'finalized' ? { error: NO_SUCH_TAG } : undefined;
      }
      await using following = await follow(nodes);
      await expect.poll(following.behind, soon).toBeLessThan(100n);
    },
  );

  it('is of the chain that is there, also after development nodes began anew', async () => {
    const [a, b] = proxies;
    if (a === undefined || b === undefined) throw new Error('there are nodes');
    const before = await anvil().snapshot();
    await anvil().mine({ blocks: 100 });
    await using following = await follow([a, b], { mayStartOver: true });
    await expect.poll(async () => (await following.behind()) !== undefined, soon).toBe(true);
    await anvil().revert({ id: before });
    await anvil().setCoinbase({ address: `0x${'ef'.repeat(20)}` });
    await anvil().mine({ blocks: 50 });
    expect(await following.next()).toMatchObject({ type: 'reorg' });
    for (let block = 0; block < 5; block += 1) {
      expect((await following.behind()) ?? FINAL_BEHIND).toBeGreaterThanOrEqual(FINAL_BEHIND);
    }
  });

  it('is not delayed by one of three that reports no final block', async () => {
    const [, , c] = proxies;
    if (c === undefined) throw new Error('there are nodes');
    c.fault = { kind: 'calls_none_final' };
    await using following = await follow(proxies);
    // Some blocks more than usual, because the others are queried once a second and blocks are made more often.
    await expect.poll(following.behind, soon).toBeLessThan(100n);
  });
});
