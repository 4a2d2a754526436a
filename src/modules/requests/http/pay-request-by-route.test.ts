import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Outage, Refusal } from '#kit/failure.ts';
import {
  bridgedChain,
  type RouteChanges,
  sampleProvider,
} from '../../../../tests/support/bridged-chains.ts';
import {
  type Asker,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { OTHER } from '../../../../tests/support/route-sample.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';

const FROM = 'chain=ARBITRUM&token=USDT';
const ON_BASE = { invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' };
const FEE = 'feePercentage=10&feeAddress=0x3333333333333333333333333333333333333333';

let changes: RouteChanges | Error = {};
afterEach(() => {
  changes = {};
});

let host: RequestsHost;
let owner: Asker;
beforeAll(async () => {
  const bridged = [bridgedChain('base'), bridgedChain('arbitrum-one')];
  const chains = connected(...bridged, stillChain('sepolia'));
  host = await requestsHost({ chains, routes: sampleProvider(() => changes) });
  owner = await host.asker();
});
afterAll(() => host[Symbol.asyncDispose]());

const send = (more: object = {}) => host.send(owner, { ...ON_BASE, ...more });
const pay = (id: string, query: string) =>
  host.call('GET', `/v2/request/${id}/pay?${query}`, { headers: owner.key });

describe('a request that is paid from another network', () => {
  it('is paid by an approval and a route, with the times and costs of the route', async () => {
    const { status, body } = await pay(await send(), `wallet=${PAYER}&${FROM}`);
    expect(status).toBe(200);
    const value = { type: 'BigNumber', hex: '0x00' };
    const call = { to: expect.any(String), data: expect.any(String), value };
    expect(body).toEqual({
      transactions: [call, call],
      metadata: expect.objectContaining({
        stepsRequired: 2,
        needsApproval: true,
        approvalTransactionIndex: 0,
        paymentTransactionIndex: 1,
        walletChecked: true,
        routeType: 'crosschain',
        quoteFetchedAt: expect.any(String),
        quoteExpiresAt: expect.any(Number),
        sourceAmount: '12800000',
        executionDeadline: expect.any(Number),
        executionDeadlineBreakdown: {
          bridge: { deadline: expect.any(Number), source: 'decoded' },
        },
        costBreakdown: expect.objectContaining({
          bridgeFee: expect.objectContaining({ currency: 'USDT-arbitrum-one', amount: '0.3' }),
          totals: { paymentAmount: '12.5', paymentCurrency: 'USDC-base', sourceAmount: '12.8' },
        }),
      }),
    });
  });

  it('is paid in part, and with the fee that the call names', async () => {
    const { body } = await pay(await send(), `wallet=${PAYER}&${FROM}&amount=10&${FEE}`);
    expect(body['metadata']).toMatchObject({
      sourceAmount: '11300000',
      costBreakdown: { totals: { paymentAmount: '10', sourceAmount: '11.3' } },
    });
  });

  it('is paid on its own network where it names that and its own token', async () => {
    const id = await send();
    const own = await pay(id, `wallet=${PAYER}&chain=BASE&token=USDC`);
    expect(own).toMatchObject({ status: 200, body: { metadata: { routeType: 'samechain' } } });
    expect(own).toEqual(await pay(id, `wallet=${PAYER}`));
  });
});

describe('400', () => {
  it.each<[string, string, string]>([
    ['without a wallet', FROM, 'wallet'],
    ['for a chain alone', `wallet=${PAYER}&chain=BASE`, 'token'],
    ['for a token alone', `wallet=${PAYER}&token=USDC`, 'chain'],
    ['for a chain of nobody', `wallet=${PAYER}&chain=MOON&token=USDC`, 'chain'],
    ['for a token of nobody', `wallet=${PAYER}&chain=ARBITRUM&token=DAI`, 'token'],
    ['for a token that the chain lacks', `wallet=${PAYER}&chain=ARBITRUM&token=EURC`, 'token'],
    ['for another token of its network', `wallet=${PAYER}&chain=BASE&token=USDT`, 'token'],
  ])('%s', async (_what, query, field) => {
    expect(await pay(await send(), query)).toMatchObject({
      status: 400,
      body: { message: 'Validation failed', errors: [{ field }] },
    });
  });

  it('for a request on a test network', async () => {
    const currencies = { invoiceCurrency: 'USDC-sepolia', paymentCurrency: 'USDC-sepolia' };
    expect(await pay(await send(currencies), `wallet=${PAYER}&${FROM}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ field: 'chain' }] },
    });
  });

  it('for an invoice in another currency, and for one dollar', async () => {
    const euros = await send({ invoiceCurrency: 'EUR' });
    expect(await pay(euros, `wallet=${PAYER}&${FROM}`)).toMatchObject({
      status: 400,
      body: { code: 'route_not_available' },
    });
    const dollar = await send({ amount: '1' });
    expect(await pay(dollar, `wallet=${PAYER}&${FROM}`)).toMatchObject({
      status: 400,
      body: { code: 'amount_too_low_for_route' },
    });
  });

  it.each<[string, RouteChanges | Error, string]>([
    ['without a route', new Refusal('route_not_available', 400, 'None'), 'route_not_available'],
    ['whose money may come back to somebody else', { fallback: OTHER }, 'route_refused'],
    ['that costs too much', { costHundredths: 1_000n }, 'route_too_expensive'],
  ])('for a source %s', async (_what, wrong, code) => {
    changes = wrong;
    const answer = await pay(await send(), `wallet=${PAYER}&${FROM}`);
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect(answer.body['transactions']).toBeUndefined();
  });
});

describe('503', () => {
  it('while the provider does not answer, and 200 on its own network meanwhile', async () => {
    changes = new Outage('silent');
    const id = await send();
    expect(await pay(id, `wallet=${PAYER}&${FROM}`)).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
    expect(await pay(id, `wallet=${PAYER}`)).toMatchObject({ status: 200 });
  });
});
