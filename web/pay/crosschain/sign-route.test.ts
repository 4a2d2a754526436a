import { numberToHex } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  approvalOf,
  BRIDGE_VIEW,
  bridgeBody,
  bridgeCallOf,
  SOURCE_UNITS,
} from '../../../tests/support/bridge-payment.ts';
import { useBrowserStorage } from '../../../tests/support/browser-storage.ts';
import { dataOf, PAYER, QUOTED_AT } from '../../../tests/support/route-sample.ts';
import type { Answer } from '../../engine/request.ts';
import type { Provider } from '../../wallet/provider.ts';
import { readLink } from '../link.ts';
import type { PageEvent } from '../page-state.ts';
import { findBridgeSource } from './bridge-source.ts';
import { followRoute } from './follow-route.ts';
import { prepareRoute } from './quote-route.ts';
import type { RouteEvent, RouteQuote } from './route-state.ts';
import type { RouteWorld } from './route-world.ts';
import { openRouteMemory } from './sent-route.ts';
import { signRoute } from './sign-route.ts';

const VALID_S = 60;
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: QUOTED_AT * 1_000 }));
afterEach(() => void vi.useRealTimers());

/** A quote that takes so much, from now on. */
function quoted(units: bigint): Answer {
  const metadata = {
    quoteFetchedAt: new Date().toISOString(),
    quoteExpiresAt: Date.now() / 1_000 + VALID_S,
    rawStep: {},
  };
  const calls = [approvalOf(units), bridgeCallOf(dataOf({ bridge: { minAmount: units } }))];
  return { status: 200, body: bridgeBody(calls, metadata) };
}

/** A page that reviews a route; how much a fresh quote takes, and what the wallet was asked for. */
function pageWith(state: { units: bigint }, signed?: string) {
  const link = readLink(BRIDGE_VIEW);
  const found = findBridgeSource('ARBITRUM', 'USDT');
  if (typeof link === 'string' || found === undefined) throw new Error('the sample is paid so');
  const source = { ...found, chain: 'ARBITRUM', token: 'USDT' };
  const events: (RouteEvent | PageEvent)[] = [];
  const requested: string[] = [];
  const provider: Provider = {
    request: async ({ method }) => {
      if (method === 'eth_accounts') return [PAYER];
      if (method === 'eth_chainId') return numberToHex(42_161);
      requested.push(method);
      if (signed !== undefined) return signed;
      throw Object.assign(new Error('no'), { code: 4001 });
    },
  };
  const quote = async () => quoted(state.units);
  const world: RouteWorld = {
    config: { mode: 'production', apiUrl: '', clientId: '', token: 'a link', networks: {} },
    api: {
      view: async () => ({ status: 200, body: BRIDGE_VIEW }),
      calldata: async () => ({ status: 0, body: undefined }),
      reportProgress: () => undefined,
    },
    routes: { prepare: quote, refresh: quote, recordIntent: quote },
    memory: {
      read: () => undefined,
      writeRequest: () => undefined,
      write: () => undefined,
      clear: () => undefined,
      dropSent: () => undefined,
      backUp: () => () => undefined,
    },
    link,
    payer: {
      wallet: { id: 'wallet', name: 'Wallet', icon: undefined },
      address: PAYER,
      chainId: 42_161,
    },
    provider: () => provider,
    signal: new AbortController().signal,
    dispatch: (event) => void events.push(event),
    dispatchPage: (event) => void events.push(event),
    warned: new Set(),
  };
  const review = async (): Promise<RouteQuote> => {
    await prepareRoute(world, source);
    const event = events.pop();
    if (event?.type !== 'quoted') throw new Error(JSON.stringify(event?.type));
    return event.quote;
  };
  return { world, events, requested, review };
}

describe('a price that is too old when the payer signs', () => {
  it('is asked for again, and one that rose is reviewed first: the wallet is asked for nothing', async () => {
    const state = { units: SOURCE_UNITS };
    const page = pageWith(state);
    const quote = await page.review();
    vi.setSystemTime(quote.expiresAt);
    state.units += 1n;
    await signRoute(page.world, quote);
    expect(page.requested).toEqual([]);
    expect(page.events).toMatchObject([
      {
        type: 'quoted',
        quote: { plan: { sourceUnits: SOURCE_UNITS + 1n } },
        notice: { beforeUnits: SOURCE_UNITS },
      },
    ]);
  });

  it('is signed by the fresh one where it is the same or lower', async () => {
    for (const less of [0n, 1n]) {
      const state = { units: SOURCE_UNITS };
      const page = pageWith(state);
      const quote = await page.review();
      vi.setSystemTime(quote.expiresAt);
      state.units -= less;
      await signRoute(page.world, quote);
      expect(page.requested).toEqual(['eth_sendTransaction']);
      expect(page.events).toEqual([{ type: 'stopped', notice: 'declined' }]);
    }
  });

  it('is shown as a payment that is followed, once it was sent', async () => {
    const hash = `0x${'ab'.repeat(32)}`;
    const page = pageWith({ units: SOURCE_UNITS }, hash);
    const quote = await page.review();
    const [, pay] = quote.plan.steps;
    if (pay === undefined) throw new Error('nothing is paid');
    const paying = { ...quote, plan: { ...quote.plan, steps: [pay] } };
    await signRoute(page.world, paying);
    expect(page.events).toContainEqual(expect.objectContaining({ type: 'sent' }));
    expect(page.events).toContainEqual({ type: 'crosschain', link: undefined, follows: true });
  });

  it('is not asked for while it is good', async () => {
    const state = { units: SOURCE_UNITS };
    const page = pageWith(state);
    const quote = await page.review();
    vi.setSystemTime(quote.expiresAt - 1);
    state.units += 1n;
    await signRoute(page.world, quote);
    expect(page.requested).toEqual(['eth_sendTransaction']);
  });
});

describe('a request that may still be open', () => {
  useBrowserStorage();

  const ABOUT = { chain: 'ARBITRUM', token: 'USDT', networkId: 'arbitrum-one' };
  const REQUEST = { ...ABOUT, payer: PAYER, view: BRIDGE_VIEW };
  const SENT = { ...REQUEST, hash: `0x${'cd'.repeat(32)}`, at: 1, walletId: 'wallet' };
  const NEXT = `0x${'ab'.repeat(32)}`;
  const DECLINED = Object.assign(new Error('no'), { code: 4001 });
  const UNCLEAR = new Error('Internal error');

  /** What is stored once a wallet has answered the payment like this, ten minutes after that was stored. */
  async function storedAfter(answer: unknown, before?: 'open' | 'sent') {
    const page = pageWith({ units: SOURCE_UNITS });
    const memory = openRouteMemory('a link');
    if (before === 'open') memory.writeRequest(REQUEST);
    if (before === 'sent') memory.write({ ...SENT, isRecorded: true });
    vi.setSystemTime(Date.now() + 10 * 60_000);
    const quote = await page.review();
    const [, pay] = quote.plan.steps;
    if (pay === undefined) throw new Error('nothing is paid');
    const provider: Provider = {
      request: async ({ method }) => {
        if (method === 'eth_accounts') return [PAYER];
        if (method === 'eth_chainId') return numberToHex(42_161);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    };
    const paying = { ...quote, plan: { ...quote.plan, steps: [pay] } };
    // The payer was warned of what was sent before.
    const warned = new Set([SENT.hash]);
    await signRoute({ ...page.world, memory, warned, provider: () => provider }, paying);
    return memory;
  }

  it('stays stored where the next one is declined, for its own time, and where the wallet gave no clear answer', async () => {
    expect((await storedAfter(DECLINED)).read()).toBeUndefined();
    const memory = await storedAfter(DECLINED, 'open');
    expect(memory.read()).toBe('open');
    vi.setSystemTime(Date.now() + 6 * 60_000);
    expect(memory.read()).toBeUndefined();
    expect((await storedAfter(UNCLEAR)).read()).toBe('open');
  });

  it('stays stored beside what was sent before, until that is known to have failed', async () => {
    const memory = await storedAfter(UNCLEAR, 'sent');
    expect(memory.read()).toMatchObject({ hash: SENT.hash });
    memory.dropSent(SENT.hash);
    expect(memory.read()).toBe('open');
  });

  it('is none where the wallet has declined or sent', async () => {
    const declined = await storedAfter(DECLINED, 'sent');
    expect(declined.read()).toMatchObject({ hash: SENT.hash });
    declined.dropSent(SENT.hash);
    expect(declined.read()).toBeUndefined();
    const sent = await storedAfter(NEXT);
    expect(sent.read()).toMatchObject({ hash: NEXT });
    sent.dropSent(NEXT);
    expect(sent.read()).toBeUndefined();
  });

  it.each([
    ['goes once it is read to have failed', SENT.hash, undefined],
    ['stays while another one is, which a tab still follows', NEXT, { hash: NEXT }],
  ])('and what was sent %s', async (_, hash, left) => {
    const page = pageWith({ units: SOURCE_UNITS });
    const memory = openRouteMemory('a link');
    memory.write({ ...SENT, hash, isRecorded: true });
    const tab = new AbortController();
    const failed = { intentId: 'an intent', status: 'refunded', txHash: SENT.hash };
    const at = new Date().toISOString();
    const paymentIntents = [
      { ...failed, network: 'arbitrum-one', recordedAt: at, statusSince: at },
    ];
    const body = { ...BRIDGE_VIEW, paymentIntents };
    const world: RouteWorld = {
      ...page.world,
      ...{ memory, signal: tab.signal, provider: () => undefined, dispatch: () => tab.abort() },
      api: { ...page.world.api, view: async () => ({ status: 200, body }) },
    };
    await followRoute(world, { ...SENT, isRecorded: true });
    const kept = memory.read();
    if (left === undefined) expect(kept).toBeUndefined();
    else expect(kept).toMatchObject(left);
  });
});
