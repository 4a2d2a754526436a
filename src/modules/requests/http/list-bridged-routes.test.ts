import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRIDGES } from '#catalog/bridge.ts';
import { currencyById } from '#catalog/currencies.ts';
import { Outage } from '#kit/failure.ts';
import { bridgedChain, sampleProvider } from '../../../../tests/support/bridged-chains.ts';
import {
  type Asker,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { connected } from '../../../../tests/support/still-chain.ts';

/** What routes cost in hundredths, and how long they take, by source network and token. */
const COSTS: Readonly<Record<string, readonly [bigint, number]>> = {
  '42161 USDC': [30n, 9],
  '42161 USDT': [20n, 9],
  '137 USDC': [20n, 4],
};
const SYMBOLS = ['USDC', 'USDT'];

let isDown = false;
let isClosed = false;
const provider = sampleProvider(({ source }) => {
  const symbol = SYMBOLS.find((one) => isTokenOf(source, one)) ?? '';
  const found = COSTS[`${source.chainId} ${symbol}`];
  if (found === undefined || isDown) return new Outage('silent');
  const [costHundredths, durationSeconds] = found;
  return { costHundredths, quote: { durationSeconds } };
});
const throttle = { take: async () => (isClosed ? 30 : 0), clear: async () => undefined };

let host: RequestsHost;
let owner: Asker;
beforeAll(async () => {
  const sources = [bridgedChain('arbitrum-one'), bridgedChain('matic')];
  const chains = connected(bridgedChain('base'), ...sources);
  host = await requestsHost({ chains, routes: provider, throttle });
  owner = await host.asker();
});
afterAll(() => host[Symbol.asyncDispose]());

function isTokenOf(
  { chainId, tokenAddress }: { chainId: number; tokenAddress: string },
  symbol: string,
) {
  const network = chainId === 137 ? 'matic' : 'arbitrum-one';
  return currencyById(`${symbol}-${network}`)?.address === tokenAddress;
}

/** The routes of a request over 10 USDC on Base, with a fee on top. */
async function routesOf() {
  const currencies = { invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' };
  const id = await host.send(owner, { ...currencies, amount: '10' });
  const fee = 'feePercentage=1&feeAddress=0x3333333333333333333333333333333333333333';
  const url = `/v2/request/${id}/routes?wallet=${PAYER}&${fee}`;
  const { status, body } = await host.call('GET', url, { headers: owner.key });
  return { status, routes: body['routes'] ?? [] };
}

describe('the routes of a request', () => {
  it('come after its own way, the cheapest first and of two the faster', async () => {
    const { status, routes } = await routesOf();
    expect(status).toBe(200);
    expect(routes).toMatchObject([
      { id: 'REQUEST_NETWORK_PAYMENT', fee: 0.1, speed: 'FAST', chain: 'BASE', token: 'USDC' },
      { id: 'POLYGON_BASE_USDC_USDC', fee: 0.3, speed: 4, chain: 'POLYGON', token: 'USDC' },
      { id: 'ARBITRUM_BASE_USDT_USDC', fee: 0.3, speed: 9, chain: 'ARBITRUM', token: 'USDT' },
      { id: 'ARBITRUM_BASE_USDC_USDC', fee: 0.4, speed: 9, chain: 'ARBITRUM', token: 'USDC' },
    ]);
    const platform = { type: 'platform', amount: '0.1', network: 'base' };
    expect(routes[2]?.['feeBreakdown']).toEqual([
      expect.objectContaining(platform),
      {
        type: 'crosschain',
        stage: 'sending',
        provider: 'sample',
        amount: '0.2',
        amountInUSD: '0.2',
        rateProvider: 'unknown',
        currency: 'USDT',
        receiverAddress: BRIDGES['arbitrum-one'].diamond,
        network: 'arbitrum-one',
      },
    ]);
  });

  it('are refused to a caller who asks for more than payers need, before the provider is asked', async () => {
    isClosed = true;
    const { length } = provider.quoted;
    const { status, routes } = await routesOf();
    isClosed = false;
    expect([status, routes, provider.quoted.length]).toEqual([429, [], length]);
  });

  it('are its own way alone while the provider does not answer', async () => {
    isDown = true;
    const { status, routes } = await routesOf();
    isDown = false;
    expect([status, routes]).toMatchObject([200, [{ id: 'REQUEST_NETWORK_PAYMENT' }]]);
  });
});
