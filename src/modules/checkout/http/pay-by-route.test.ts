import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Outage, Refusal } from '#kit/failure.ts';
import {
  bridgedChain,
  type RouteChanges,
  sampleProvider,
} from '../../../../tests/support/bridged-chains.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import { type PayerHost, payerHost } from '../../../../tests/support/payer-host.ts';
import { OTHER } from '../../../../tests/support/route-sample.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

const WALLET = '0x2222222222222222222222222222222222222222';
const FROM = 'chain=ARBITRUM&token=USDT';

let changes: RouteChanges | Error = {};
afterEach(() => {
  changes = {};
  throttle.isClosed = false;
  provider.quoted.length = 0;
});

const provider = sampleProvider(() => changes);
/** Refuses every attempt while it is closed. */
const throttle = {
  isClosed: false,
  take: async () => (throttle.isClosed ? 30 : 0),
  clear: async () => undefined,
};

let host: PayerHost;
beforeAll(async () => {
  const chains = connected(
    bridgedChain('base'),
    bridgedChain('arbitrum-one'),
    stillChain('sepolia'),
  );
  host = await payerHost({ chains, routes: provider, throttle });
});
afterAll(() => host[Symbol.asyncDispose]());

const linkOn = async (currencyId: string, parts: Parameters<typeof insertLink>[1] = {}) =>
  (await insertLink(host.ctx.db, { currencyId, ...parts })).token;
const pay = (token: string, query: string) => host.get(`${token}/pay?${query}`);

describe('a link that is paid from another network', () => {
  it('is paid by an approval and a route, with the times and costs of the route', async () => {
    const { status, body } = await pay(await linkOn('USDC-base'), `wallet=${WALLET}&${FROM}`);
    expect(status).toBe(200);
    const call = { to: expect.any(String), data: expect.any(String), value: '0x0' };
    expect(body).toMatchObject({
      paymentType: 'single',
      transactions: [call, call],
      metadata: {
        stepsRequired: 2,
        needsApproval: true,
        approvalTransactionIndex: 0,
        paymentTransactionIndex: 1,
        routeType: 'crosschain',
        quoteFetchedAt: expect.any(String),
        quoteExpiresAt: expect.any(Number),
        sourceAmount: '12800000',
        executionDeadline: expect.any(Number),
        executionDeadlineBreakdown: {
          bridge: { deadline: expect.any(Number), source: 'decoded' },
        },
        costBreakdown: {
          bridgeFee: { currency: 'USDT-arbitrum-one', amount: '0.3', amountUsd: '0.3' },
          totals: { paymentAmount: '12.5', paymentCurrency: 'USDC-base', sourceAmount: '12.8' },
        },
      },
    });
  });

  it('has no quote that is good for longer than the link', async () => {
    const expiresAt = new Date(TEST_TIME.getTime() + 45_000);
    const quotes = await Promise.all(
      [{}, { expiresAt }].map(async (parts) => {
        const { body } = await pay(await linkOn('USDC-base', parts), `wallet=${WALLET}&${FROM}`);
        return body;
      }),
    );
    const seconds = TEST_TIME.getTime() / 1_000;
    expect(quotes).toMatchObject(
      [120, 45].map((good) => ({ metadata: { quoteExpiresAt: seconds + good } })),
    );
  });

  it('from its own token and network is paid there', async () => {
    const query = `wallet=${WALLET}&chain=BASE&token=USDC`;
    expect(await pay(await linkOn('USDC-base'), query)).toMatchObject({
      status: 200,
      body: { metadata: { routeType: 'samechain' } },
    });
  });

  it('takes the wallet that pays as the one that holds the funds', async () => {
    const token = await linkOn('USDC-base');
    const query = `wallet=${WALLET}&eoaWallet=${WALLET.toLowerCase()}`;
    expect(await pay(token, query)).toMatchObject({ status: 200 });
    expect(await pay(token, `${query}&${FROM}`)).toMatchObject({ status: 200 });
  });

  it('is shown with what the wallet holds, whatever source is named', async () => {
    const { status, body } = await host.get(
      `${await linkOn('USDC-base')}?wallet=${WALLET}&${FROM}`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      paymentOptions: { ARBITRUM: { USDT: { neededAmount: '12.8' } } },
    });
  });
});

describe('400', () => {
  it.each<[string, { readonly currencyId?: string; readonly query: string }, string]>([
    ['without a wallet', { query: FROM }, 'wallet_required'],
    ['a chain without a token', { query: `wallet=${WALLET}&chain=ARBITRUM` }, 'invalid_request'],
    ['a token without a chain', { query: `wallet=${WALLET}&token=USDT` }, 'invalid_request'],
    [
      'a chain outside the list',
      { query: `wallet=${WALLET}&chain=SOLANA&token=USDC` },
      'invalid_request',
    ],
    [
      'a token outside the list',
      { query: `wallet=${WALLET}&chain=ARBITRUM&token=DAI` },
      'invalid_request',
    ],
    [
      'what another wallet holds',
      { query: `wallet=${WALLET}&eoaWallet=${OTHER}&${FROM}` },
      'invalid_request',
    ],
    [
      'another token of its network',
      { query: `wallet=${WALLET}&chain=BASE&token=USDT` },
      'invalid_request',
    ],
    [
      'a token that the source does not have',
      { query: `wallet=${WALLET}&chain=ARBITRUM&token=EURC` },
      'invalid_request',
    ],
    [
      'a link on a test network',
      { currencyId: 'USDC-sepolia', query: `wallet=${WALLET}&${FROM}` },
      'invalid_request',
    ],
    [
      'a source that is not connected',
      { query: `wallet=${WALLET}&chain=POLYGON&token=USDC` },
      'route_not_available',
    ],
  ])('for %s', async (_what, { currencyId = 'USDC-base', query }, code) => {
    expect(await pay(await linkOn(currencyId), query)).toMatchObject({
      status: 400,
      body: { code },
    });
  });

  it('for one dollar', async () => {
    const token = await linkOn('USDC-base', { expectedUnits: 1_000_000n });
    const body = {
      code: 'amount_too_low_for_route',
      message: expect.stringContaining('this is 1 USD'),
    };
    expect(await pay(token, `wallet=${WALLET}&${FROM}`)).toMatchObject({ status: 400, body });
  });

  it.each<[string, RouteChanges | Error, string]>([
    ['without a route', new Refusal('route_not_available', 400, 'None'), 'route_not_available'],
    ['whose money may come back to somebody else', { fallback: OTHER }, 'route_refused'],
    ['that costs too much', { costHundredths: 1_000n }, 'route_too_expensive'],
  ])('for a source %s', async (_what, wrong, code) => {
    changes = wrong;
    const answer = await pay(await linkOn('USDC-base'), `wallet=${WALLET}&${FROM}`);
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect(answer.body['transactions']).toBeUndefined();
  });
});

describe('429', () => {
  it('for a caller who asks for more routes than payers need, and 200 on the own network meanwhile', async () => {
    const token = await linkOn('USDC-base');
    const query = `wallet=${WALLET}&${FROM}`;
    throttle.isClosed = true;
    expect(await pay(token, query)).toMatchObject({
      status: 429,
      body: { code: 'too_many_routes' },
    });
    expect(provider.quoted).toEqual([]);
    expect(await pay(token, `wallet=${WALLET}`)).toMatchObject({ status: 200 });
  });
});

describe('503', () => {
  it('while the provider does not answer, and 200 on its own network meanwhile', async () => {
    changes = new Outage('silent');
    const token = await linkOn('USDC-base');
    expect(await pay(token, `wallet=${WALLET}&${FROM}`)).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
    expect(await pay(token, `wallet=${WALLET}`)).toMatchObject({ status: 200 });
  });
});
