import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_SETTINGS } from '../../../../tests/support/context.ts';
import { keepListings } from '../../../../tests/support/listings.ts';
import { PAYER, type RequestsHost, requestsHost } from '../../../../tests/support/requests-host.ts';

const LISTED = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const UNKNOWN = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
const FINE = '0x1111111111111111111111111111111111111111';

let host: RequestsHost;
let key: { readonly 'x-api-key'?: string };
beforeAll(async () => {
  host = await requestsHost({ settings: { ...TEST_SETTINGS, sanctionsOracle: 'available' } });
  ({ key } = await host.asker());
  // Wallets on Sepolia are looked up in the list of Ethereum.
  const networks = ['mainnet'] as const;
  await keepListings(host.ctx, { networks, wallets: [FINE, PAYER], isListed: false });
  await keepListings(host.ctx, { networks, wallets: [LISTED], isListed: true });
});
afterAll(() => host[Symbol.asyncDispose]());

const BODY = {
  payee: FINE,
  amount: '12.5',
  invoiceCurrency: 'USDC-sepolia',
  paymentCurrency: 'USDC-sepolia',
};

const post = (url: string, body: object) => host.call('POST', url, { headers: { ...key }, body });
const single = (more: object) => post('/v2/payouts', { ...BODY, payerWallet: PAYER, ...more });
const batch = (payees: readonly string[], more: object = {}) =>
  post('/v2/payouts/batch', {
    requests: payees.map((payee) => ({ ...BODY, payee })),
    payer: PAYER,
    ...more,
  });
const recurring = (more: object, recurrence: object = {}) =>
  post('/v2/payouts', {
    ...BODY,
    ...more,
    recurrence: {
      startDate: host.ctx.now().toISOString(),
      frequency: 'MONTHLY',
      totalPayments: 3,
      payer: PAYER,
      ...recurrence,
    },
  });

async function countRows() {
  const count = async (table: 'request' | 'recurring_payout') => {
    const { n } = await host.ctx.db
      .selectFrom(table)
      .select((row) => row.fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  return [await count('request'), await count('recurring_payout')];
}

describe('403, and nothing is created', () => {
  it.each([
    ['a listed payee', 'payee', () => single({ payee: LISTED })],
    ['a listed payer', 'payerWallet', () => single({ payerWallet: LISTED })],
    ['a listed payee of a batch', 'requests[1]', () => batch([FINE, LISTED])],
    ['a listed payer of a batch', 'payer', () => batch([FINE], { payer: LISTED })],
    ['a listed payee of a recurring payout', 'payee', () => recurring({ payee: LISTED })],
    [
      'a listed payer of a recurring payout',
      'recurrence.payer',
      () => recurring({}, { payer: LISTED }),
    ],
  ])('screening_rejected: %s', async (_, field, call) => {
    const before = await countRows();
    expect(await call()).toMatchObject({
      status: 403,
      body: {
        statusCode: 403,
        error: 'Forbidden',
        code: 'screening_rejected',
        errors: [{ field }],
      },
    });
    expect(await countRows()).toEqual(before);
  });

  it.each([
    ['payee', () => single({ payee: UNKNOWN })],
    ['payer', () => single({ payerWallet: UNKNOWN })],
    ['payee of a batch', () => batch([UNKNOWN])],
    ['payer of a recurring payout', () => recurring({}, { payer: UNKNOWN })],
  ])('provider_error: nothing is known of the %s', async (_, call) => {
    const before = await countRows();
    expect(await call()).toMatchObject({ status: 403, body: { code: 'provider_error' } });
    expect(await countRows()).toEqual(before);
  });
});

describe('400', () => {
  it.each([
    ['payerWallet', () => single({ payerWallet: undefined })],
    ['payer', () => batch([FINE], { payer: undefined })],
  ])('wallet_required: no %s is named', async (field, call) => {
    expect(await call()).toMatchObject({
      status: 400,
      body: { code: 'wallet_required', errors: [{ field }] },
    });
  });
});

describe('a payout between wallets that are on no list', () => {
  it('is created, and prepared again only for such a wallet', async () => {
    const created = await single({});
    expect(created.status).toBe(201);
    const url = `/v2/request/${String(created.body['requestId'])}/pay`;
    const pay = (query: string) => host.call('GET', `${url}${query}`, { headers: { ...key } });
    expect((await pay(`?wallet=${PAYER}`)).status).toBe(200);
    expect(await pay('')).toMatchObject({ status: 400, body: { code: 'wallet_required' } });
    expect(await pay(`?wallet=${LISTED}`)).toMatchObject({
      status: 403,
      body: { code: 'screening_rejected', errors: [{ field: 'wallet' }] },
    });
    expect(await pay(`?wallet=${UNKNOWN}`)).toMatchObject({
      status: 403,
      body: { code: 'provider_error' },
    });
    const requestIds = [String(created.body['requestId'])];
    const again = await post('/v2/payouts/batch', { requestIds, payer: LISTED });
    expect(again).toMatchObject({ status: 403, body: { code: 'screening_rejected' } });
  });

  it('whose payee was listed since is not paid', async () => {
    const payee = '0x3333333333333333333333333333333333333333';
    const listed = (isListed: boolean) =>
      keepListings(host.ctx, { networks: ['mainnet'], wallets: [payee], isListed });
    await listed(false);
    const { body } = await single({ payee });
    await listed(true);
    const url = `/v2/request/${String(body['requestId'])}/pay?wallet=${PAYER}`;
    expect(await host.call('GET', url, { headers: { ...key } })).toMatchObject({
      status: 403,
      body: { code: 'screening_rejected' },
    });
  });
});
