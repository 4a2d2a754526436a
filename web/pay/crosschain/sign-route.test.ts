import { numberToHex } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  approvalOf,
  BRIDGE_VIEW,
  bridgeBody,
  bridgeCallOf,
  SOURCE_UNITS,
} from '../../../tests/support/bridge-payment.ts';
import { dataOf, PAYER, QUOTED_AT } from '../../../tests/support/route-sample.ts';
import type { Answer } from '../../engine/request.ts';
import type { Provider } from '../../wallet/provider.ts';
import { readLink } from '../link.ts';
import type { PageEvent } from '../page-state.ts';
import { findBridgeSource } from './bridge-source.ts';
import { prepareRoute } from './quote-route.ts';
import type { RouteEvent, RouteQuote } from './route-state.ts';
import type { RouteWorld } from './route-world.ts';
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
  /** What is stored once a wallet has refused the payment like this. */
  async function storedAfter(error: Error, before: 'open' | undefined) {
    const page = pageWith({ units: SOURCE_UNITS });
    const quote = await page.review();
    const [, pay] = quote.plan.steps;
    if (pay === undefined) throw new Error('nothing is paid');
    let kept = before;
    const memory: RouteWorld['memory'] = {
      ...page.world.memory,
      read: () => kept,
      writeRequest: () => {
        kept = 'open';
      },
      clear: () => {
        kept = undefined;
      },
    };
    const provider: Provider = {
      request: async ({ method }) => {
        if (method === 'eth_accounts') return [PAYER];
        if (method === 'eth_chainId') return numberToHex(42_161);
        throw error;
      },
    };
    const paying = { ...quote, plan: { ...quote.plan, steps: [pay] } };
    await signRoute({ ...page.world, memory, provider: () => provider }, paying);
    return kept;
  }

  const declined = Object.assign(new Error('no'), { code: 4001 });

  it('stays stored where the next one is declined, and where the wallet gave no clear answer', async () => {
    expect(await storedAfter(declined, undefined)).toBeUndefined();
    expect(await storedAfter(declined, 'open')).toBe('open');
    expect(await storedAfter(new Error('Internal error'), undefined)).toBe('open');
  });
});
