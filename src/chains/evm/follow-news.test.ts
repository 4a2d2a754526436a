import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NETWORKS } from '#catalog/networks.ts';
import type { ChainUpdate } from '#chains/chain.ts';
import { relayPort } from '../../../tests/support/tcp-relay.ts';
import { openTestNode } from '../../../tests/support/test-node.ts';
import { type WatchedNode, watchedNode } from '../../../tests/support/watched-node.ts';

/** Longer than any test waits: what comes earlier was not found by polling. */
const NEVER_MS = 600_000;

let at: WatchedNode;

/** The payments of the next update that has any: a node may make a block without one after that of a payment. */
async function nextTransfers(following: AsyncIterator<ChainUpdate>) {
  for (;;) {
    const { value } = await following.next();
    if (value === undefined) throw new Error('following ended too soon');
    if (value.type !== 'blocks' || value.transfers.length > 0) return value;
  }
}

beforeAll(async () => {
  at = await watchedNode();
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(() => at.begin());

describe('a new block', () => {
  const wsUrl = () => at.base.node.rpcUrl.replace('http', 'ws');

  it('is scanned as soon as a WebSocket node reports it', async () => {
    const chain = at.connect({ pollMs: NEVER_MS, wsUrls: [wsUrl()] });
    const following = chain.follow(
      { known: [], startBlock: undefined },
      AbortSignal.timeout(120_000),
    );
    await following.next();
    for (let i = 0; i < 3; i += 1) {
      await expect.poll(() => at.text()).toContain('new blocks are reported by WebSocket');
      const next = nextTransfers(following);
      const { hash } = await at.pay();
      expect(await next).toMatchObject({ transfers: [{ transactionHash: hash }] });
    }
    await following.return();
  });

  it.each([
    ['a few times', 3],
    ['once in a block’s time after that', 20],
  ])(
    'is polled for %s when the node that answers lags behind the one that reports heads',
    async (_, answersLate) => {
      const network = { ...NETWORKS.base, blockTimeMs: 100 };
      const chain = at.connect({ network, pollMs: NEVER_MS, wsUrls: [wsUrl()] });
      const following = chain.follow(
        { known: [], startBlock: undefined },
        AbortSignal.timeout(120_000),
      );
      await following.next();
      await expect.poll(() => at.text()).toContain('new blocks are reported by WebSocket');
      const before = await at.anvil.request<{
        Method: 'eth_getBlockByNumber';
        Parameters: [string, boolean];
        ReturnType: Readonly<Record<string, unknown>>;
      }>({ method: 'eth_getBlockByNumber', params: ['latest', false] });
      let late = answersLate;
      const next = nextTransfers(following);
      await expect.poll(() => at.relay.requests).toBeGreaterThan(7);
      at.relay.answer = ({ params: [which] }) => {
        if (which !== 'latest' || late === 0) return undefined;
        late -= 1;
        return { result: before };
      };
      const { hash } = await at.pay();
      expect(await next).toMatchObject({ transfers: [{ transactionHash: hash }] });
      expect(late).toBe(0);
      await following.return();
    },
  );

  it('is found by polling while the WebSocket is down, and is reported again when it is back', async () => {
    await using heads = await relayPort(Number(new URL(at.base.node.rpcUrl).port));
    heads.open(false);
    const chain = at.connect({ wsUrls: [`ws://127.0.0.1:${heads.port}/?key=not-a-key`] });
    const following = chain.follow(
      { known: [], startBlock: undefined },
      AbortSignal.timeout(120_000),
    );
    await following.next();
    const paidNext = async () => {
      const next = nextTransfers(following);
      const { hash } = await at.pay();
      expect(await next).toMatchObject({ transfers: [{ transactionHash: hash }] });
    };
    await paidNext();
    expect(at.text()).toContain('a WebSocket node was lost');
    heads.open(true);
    await expect
      .poll(() => at.text(), { timeout: 120_000 })
      .toContain('new blocks are reported by WebSocket');
    await paidNext();
    heads.open(false);
    await paidNext();
    expect(at.text()).not.toContain('not-a-key');
    await following.return();
  });

  it('is found by polling when a WebSocket reports nothing any more', async () => {
    await using heads = await relayPort(Number(new URL(at.base.node.rpcUrl).port));
    const chain = at.connect({ wsUrls: [`ws://127.0.0.1:${heads.port}`] });
    const following = chain.follow(
      { known: [], startBlock: undefined },
      AbortSignal.timeout(120_000),
    );
    await following.next();
    await expect.poll(() => at.text()).toContain('new blocks are reported by WebSocket');
    heads.mute(true);
    const next = nextTransfers(following);
    const { hash } = await at.pay();
    expect(await next).toMatchObject({ transfers: [{ transactionHash: hash }] });
    await following.return();
  });

  it('is not reported by a node of another chain', async () => {
    await using other = await openTestNode('sepolia');
    const chain = at.connect({ wsUrls: [other.node.rpcUrl.replace('http', 'ws')] });
    const following = chain.follow(
      { known: [], startBlock: undefined },
      AbortSignal.timeout(120_000),
    );
    await following.next();
    await expect.poll(() => at.text()).toContain('serves another chain');
    await following.return();
  });
});
