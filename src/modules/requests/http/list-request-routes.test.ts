import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Asker,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';

const FEE_ADDRESS = '0x3333333333333333333333333333333333333333';

let host: RequestsHost;
let owner: Asker;
beforeAll(async () => {
  host = await requestsHost();
  owner = await host.asker();
});
afterAll(() => host[Symbol.asyncDispose]());

const routes = (requestId: string, query = `?wallet=${PAYER}`, headers: Asker['key'] = owner.key) =>
  host.call('GET', `/v2/request/${requestId}/routes${query}`, { headers });

describe('200', () => {
  it('returns the only route, and reads no chain', async () => {
    const before = host.sepolia.reads;
    expect(await routes(await host.send(owner))).toEqual({
      status: 200,
      body: {
        routes: [
          {
            id: 'REQUEST_NETWORK_PAYMENT',
            fee: 0,
            feeBreakdown: [],
            speed: 'FAST',
            price_impact: 0,
            chain: 'SEPOLIA',
            token: 'USDC',
          },
        ],
      },
    });
    expect(host.sepolia.reads).toBe(before);
  });

  it('returns the fee of a partial amount, and who receives it', async () => {
    const id = await host.send(owner, {
      invoiceCurrency: 'USDC-base',
      paymentCurrency: 'USDC-base',
    });
    const query = `?wallet=${PAYER}&amount=10&feePercentage=2.5&feeAddress=${FEE_ADDRESS}`;
    expect(await routes(id, query)).toMatchObject({
      body: {
        routes: [
          {
            fee: 0.25,
            chain: 'BASE',
            feeBreakdown: [
              {
                type: 'platform',
                stage: 'sending',
                amount: '0.25',
                amountInUSD: '0.25',
                rateProvider: 'unknown',
                currency: 'USDC',
                receiverAddress: FEE_ADDRESS,
                network: 'base',
              },
            ],
          },
        ],
        platformFee: { percentage: '2.5', address: FEE_ADDRESS },
      },
    });
  });
});

describe('200 of an invoice in euros', () => {
  it('returns a fee in dollars by the feed, and no amount without one', async () => {
    const id = await host.send(owner, { invoiceCurrency: 'EUR', paymentCurrency: 'USDC-sepolia' });
    const query = `?wallet=${PAYER}&amount=10&feePercentage=2.5&feeAddress=${FEE_ADDRESS}`;
    const feeOf = async () => Object(await routes(id, query)).body.routes[0].feeBreakdown[0];
    const readAt = new Date('2026-01-02T03:04:05.000Z');
    host.sepolia.rate = { outUnits: 1_250_000n, oldestAt: readAt, readAt };
    const rated = await feeOf();
    host.sepolia.rate = undefined;
    expect(rated).toMatchObject({
      amount: '0.25',
      currency: 'EUR',
      amountInUSD: '0.3125',
      rateProvider: 'chainlink',
    });
    const unrated = await feeOf();
    expect(unrated).toMatchObject({ rateProvider: 'unknown' });
    expect(unrated).not.toHaveProperty('amountInUSD');
  });
});

describe('400', () => {
  it.each([
    ['', 'wallet'],
    ['?wallet=', 'wallet'],
    ['?wallet=nobody', 'wallet'],
    [`?wallet=${PAYER}&amount=0`, 'amount'],
    [`?wallet=${PAYER}&feePercentage=1`, 'feeAddress'],
  ])('for "%s"', async (query, field) => {
    expect(await routes(await host.send(owner), query)).toMatchObject({
      status: 400,
      body: { message: 'Validation failed', errors: [{ field }] },
    });
  });
});

describe('401', () => {
  it('without credentials', async () => {
    const answer = await routes('01', `?wallet=${PAYER}`, {});
    expect(answer).toMatchObject({ status: 401 });
  });
});

describe('404 and 409', () => {
  it('for what is another account’s, and for what has been paid', async () => {
    const foreign = await host.send(await host.asker());
    expect(await routes(foreign)).toMatchObject({ status: 404 });
    const id = await host.send(owner);
    await host.receive(id, { units: 12_500_000n });
    expect(await routes(id)).toMatchObject({ status: 409 });
  });
});
