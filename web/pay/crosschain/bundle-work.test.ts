import { numberToHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { bundleQuote, QUOTED_VIEW } from '../../../tests/support/bundle-quote.ts';
import { PAYER } from '../../../tests/support/route-sample.ts';
import type { Answer } from '../../engine/request.ts';
import type { Provider } from '../../wallet/provider.ts';
import type { PageEvent } from '../page-state.ts';
import { readBundleChildren } from './bundle-children.ts';
import type { KeptBundle } from './bundle-memory.ts';
import type { BundleEvent, SentChild } from './bundle-state.ts';
import { type BundleWorld, followBundle, signBundle } from './bundle-work.ts';

const HASH = `0x${'5e'.repeat(32)}`;
const OTHER_HASH = `0x${'6f'.repeat(32)}`;
const ok = (changes: object = {}): Answer => ({
  status: 200,
  body: { ...QUOTED_VIEW, ...changes },
});
const intentOf = (status: string, txHash: string, childPosition = 0) => ({
  intentId: `intent of ${txHash.slice(0, 4)}`,
  status,
  network: 'arbitrum-one',
  txHash,
  childPosition,
});
const sentOf = (position: number, hash = HASH): SentChild => ({
  position,
  childToken: `child ${position}`,
  hash,
  isRecorded: true,
});
const keptOf = (...sent: readonly SentChild[]): KeptBundle => ({
  sent,
  chain: 'ARBITRUM',
  token: 'USDT',
  networkId: 'arbitrum-one',
  payer: PAYER,
  walletId: 'wallet',
  view: QUOTED_VIEW,
});

/** A page with a wallet on Arbitrum, and an API with one answer; the wallet declines where no test says otherwise. */
function pageWith(
  answer: Answer,
  {
    kept,
    wallet = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })),
  }: { kept?: KeptBundle; wallet?: () => Promise<string> } = {},
) {
  const events: (BundleEvent | PageEvent)[] = [];
  const requested: string[] = [];
  const memory = { kept };
  const left = new AbortController();
  const provider: Provider = {
    request: async ({ method }) => {
      if (method === 'eth_accounts') return [PAYER];
      if (method === 'eth_chainId') return numberToHex(42_161);
      requested.push(method);
      return await wallet();
    },
  };
  const world: BundleWorld = {
    config: {
      mode: 'production',
      apiUrl: 'http://127.0.0.1:1',
      clientId: '',
      token: 'a bundle',
      networks: {},
    },
    api: {
      view: async () => answer,
      calldata: async () => ({ status: 0, body: undefined }),
      reportProgress: () => undefined,
    },
    memory: {
      read: () => memory.kept,
      write: (next) => {
        memory.kept = next;
      },
      clear: () => {
        memory.kept = undefined;
      },
    },
    children: readBundleChildren(QUOTED_VIEW) ?? [],
    isApart: false,
    payer: {
      wallet: { id: 'wallet', name: 'Wallet', icon: undefined },
      address: PAYER,
      chainId: 42_161,
    },
    provider: () => provider,
    signal: left.signal,
    dispatch: (event) => {
      events.push(event);
      if (event.type === 'read' || event.type === 'unanswered') left.abort();
    },
    dispatchPage: (event) => {
      events.push(event);
      left.abort();
    },
    warned: new Set(),
  };
  return { world, events, requested, memory };
}

const quote = { ...bundleQuote(), expiresAt: Number.MAX_SAFE_INTEGER };
const atRoute = (at: number) => ({ ...quote, left: quote.left.slice(1 + at) });
const [first, second] = QUOTED_VIEW.children;
const paidChild = { ...first, blockReason: 'already_paid' };
const changedChild = { ...second, amount: '11' };

describe('before a signature the bundle is read again, and', () => {
  it('what is due as it was shown is asked of the wallet', async () => {
    for (const due of [quote, atRoute(0)]) {
      const page = pageWith(ok());
      await signBundle(page.world, { quote: due, sent: [] });
      expect(page.requested).toEqual(['eth_sendTransaction']);
      expect(page.events).toEqual([{ type: 'stopped', notice: 'declined' }]);
    }
  });

  it('a route is asked for whatever became of the other children', async () => {
    const page = pageWith(ok({ children: [paidChild, second] }));
    await signBundle(page.world, { quote: atRoute(1), sent: [] });
    expect(page.requested).toEqual(['eth_sendTransaction']);
  });

  it.each([
    ['an approval where another child was paid', quote, [paidChild, second]],
    ['a route of a child that was paid', atRoute(0), [paidChild, second]],
    ['a route of a child of another amount', atRoute(1), [first, changedChild]],
  ])('nothing is asked of the wallet: %s', async (_what, due, children) => {
    const page = pageWith(ok({ children }));
    await signBundle(page.world, { quote: due, sent: [] });
    expect(page.requested).toEqual([]);
    expect(page.events).toEqual([{ type: 'refresh' }]);
  });

  it('what was sent of it is followed where the next child is no longer due', async () => {
    const sent = [sentOf(0)];
    const page = pageWith(ok({ children: [first, changedChild] }));
    await signBundle(page.world, { quote: atRoute(1), sent });
    expect(page.requested).toEqual([]);
    expect(page.events).toEqual([{ type: 'follow', sent }]);
  });

  it('nothing is asked of the wallet while the API is away, or once all was paid', async () => {
    const away = pageWith({ status: 0, body: undefined });
    await signBundle(away.world, { quote, sent: [] });
    expect(away.events).toEqual([{ type: 'stopped', notice: 'api_away' }]);
    const answer = { status: 409, body: { status: 'completed' } };
    const paid = pageWith(answer);
    await signBundle(paid.world, { quote, sent: [] });
    expect(paid.events).toEqual([{ type: 'viewed', answer }]);
    for (const { requested } of [away, paid]) expect(requested).toEqual([]);
  });

  it('another payment that may still arrive is warned of once, and what this browser sent never', async () => {
    const paymentIntents = [intentOf('source_seen', OTHER_HASH), intentOf('unfilled', '0x12')];
    const page = pageWith(ok({ paymentIntents }));
    await signBundle(page.world, { quote, sent: [] });
    expect(page.requested).toEqual([]);
    expect(page.events).toEqual([{ type: 'stopped', notice: 'second_payment' }]);
    await signBundle(page.world, { quote, sent: [] });
    expect(page.requested).toEqual(['eth_sendTransaction']);
    const own = pageWith(ok({ paymentIntents: [intentOf('source_seen', HASH.toUpperCase())] }));
    await signBundle(own.world, { quote: atRoute(1), sent: [sentOf(0)] });
    expect(own.requested).toEqual(['eth_sendTransaction']);
  });

  it('prices that are too old are not signed, and what another tab has sent is followed', async () => {
    const old = pageWith(ok());
    await signBundle(old.world, { quote: { ...quote, expiresAt: 1 }, sent: [] });
    expect(old.events).toEqual([{ type: 'stopped', notice: undefined }, { type: 'expired' }]);
    const sent = [sentOf(0)];
    const other = pageWith(ok(), { kept: keptOf(...sent) });
    await signBundle(other.world, { quote: atRoute(0), sent: [] });
    expect(other.events).toEqual([{ type: 'follow', sent }]);
    for (const { requested } of [old, other]) expect(requested).toEqual([]);
  });
});

describe('what this browser remembers of a bundle', () => {
  it('is the hash of a child as soon as the wallet has sent it', async () => {
    const page = pageWith(ok(), { wallet: () => Promise.resolve(HASH) });
    await signBundle(page.world, { quote: atRoute(0), sent: [] });
    expect(page.memory.kept?.sent).toMatchObject([
      { position: 0, childToken: 'child 0', hash: HASH },
    ]);
    expect(page.events).toContainEqual(expect.objectContaining({ type: 'sent' }));
  });

  it('is nothing where the wallet declined the first child, and what was sent where it declined a later one', async () => {
    const page = pageWith(ok());
    await signBundle(page.world, { quote: atRoute(0), sent: [] });
    expect(page.memory.kept).toBeUndefined();
    const later = pageWith(ok(), { kept: keptOf(sentOf(0)) });
    await signBundle(later.world, { quote: atRoute(1), sent: [sentOf(0)] });
    expect(later.memory.kept?.sent).toEqual([sentOf(0)]);
  });

  it('is still a request that may be open, one of before or one without a clear answer', async () => {
    const page = pageWith(ok());
    const memory: BundleWorld['memory'] = { ...page.world.memory, read: () => 'open' };
    await signBundle({ ...page.world, memory }, { quote: atRoute(0), sent: [] });
    expect(page.memory.kept?.sent).toEqual([]);
    const failing = pageWith(ok(), { wallet: () => Promise.reject(new Error('Internal error')) });
    await signBundle(failing.world, { quote: atRoute(0), sent: [] });
    expect(failing.memory.kept?.sent).toEqual([]);
  });

  it.each([
    ['stays while one of it may still arrive', ['refunded', 'source_confirmed'], true],
    ['stays while the API has not listed all of it', ['refunded'], true],
    ['is gone once it is final how all of it ended', ['refunded', 'settled'], false],
  ])('%s', async (_what, statuses, isKept) => {
    const hashes = [HASH, OTHER_HASH];
    const paymentIntents = statuses.map((status, at) => intentOf(status, hashes[at] ?? '', at));
    const kept = keptOf(sentOf(0), sentOf(1, OTHER_HASH));
    const page = pageWith(ok({ paymentIntents }), { kept });
    await followBundle(page.world);
    expect(page.memory.kept !== undefined).toBe(isKept);
    expect(page.events).toMatchObject([{ type: 'read', intents: { length: statuses.length } }]);
  });

  it('stays while the API is away, and is gone once all was paid', async () => {
    const kept = keptOf(sentOf(0));
    const away = pageWith({ status: 503, body: undefined }, { kept });
    await followBundle(away.world);
    expect(away.memory.kept).toBe(kept);
    expect(away.events).toEqual([{ type: 'unanswered' }]);
    const paid = pageWith({ status: 409, body: { status: 'completed' } }, { kept });
    await followBundle(paid.world);
    expect(paid.memory.kept).toBeUndefined();
  });
});
