import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeScreener, fakeScreener } from '../../../../tests/support/fake-screener.ts';
import { type JudgedPair, judgedPair } from '../../../../tests/support/judged-pair.ts';
import {
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';

const BAD = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const BODY = {
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-sepolia',
  paymentCurrency: 'USDC-sepolia',
};

let host: RequestsHost;
let vendor: FakeScreener;
let pair: JudgedPair;
beforeAll(async () => {
  vendor = fakeScreener('hypernative');
  host = await requestsHost({ screeners: new Map([[vendor.name, vendor]]) });
  pair = await judgedPair(host, [{ provider: 'hypernative', policyId: 'strict' }]);
});
afterAll(() => host[Symbol.asyncDispose]());
beforeEach(async () => {
  vendor.outcomes.clear();
  vendor.queries.length = 0;
  await host.ctx.db.deleteFrom('vendor_answer').execute();
});

const post = (url: string, body: object, headers = pair.headers) =>
  host.call('POST', url, { headers, body });
const single = (more: object = {}) => post('/v2/payouts', { ...BODY, ...more });
const batch = (payees: readonly string[]) =>
  post('/v2/payouts/batch', { requests: payees.map((payee) => ({ ...BODY, payee })) });

async function countRequests() {
  const { n } = await host.ctx.db
    .selectFrom('request')
    .select((row) => row.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

describe('the payee of a payout by a pair whose plan has wallets judged', () => {
  it('is judged when it is created, by the policy of the plan, and who pays is not', async () => {
    expect((await single({ payerWallet: PAYER })).status).toBe(201);
    expect(vendor.queries).toMatchObject([
      { walletAddress: PAYEE, direction: 'outgoing', policyId: 'strict' },
    ]);
    // Nobody must be named to pay.
    expect((await single()).status).toBe(201);
    expect((await batch([PAYEE, PAYEE])).status).toBe(201);
  });

  it.each([
    ['rejected', 'screening_rejected', 'a payout', 'payee', () => single({ payee: BAD })],
    ['failed', 'provider_error', 'a payout', 'payee', () => single({ payee: BAD })],
    ['late', 'provider_error', 'a payout', 'payee', () => single({ payee: BAD })],
    ['rejected', 'screening_rejected', 'a batch', 'requests[1]', () => batch([PAYEE, BAD])],
    ['failed', 'provider_error', 'a batch', 'requests[1]', () => batch([PAYEE, BAD])],
  ] as const)('that is %s answers 403 %s (%s), and nothing is created', async (...row) => {
    const [outcome, code, , field, call] = row;
    vendor.outcomes.set(BAD, outcome);
    const before = await countRequests();
    expect(await call()).toMatchObject({ status: 403, body: { code, errors: [{ field }] } });
    expect(await countRequests()).toBe(before);
  });

  it('is judged again when it is prepared again', async () => {
    const { body } = await single({ payerWallet: PAYER });
    await host.ctx.db.deleteFrom('vendor_answer').execute();
    vendor.outcomes.set(PAYEE, 'rejected');
    const requestId = String(body['requestId']);
    const path = `/v2/request/${requestId}/pay?wallet=${PAYER}`;
    const again = await host.call('GET', path, { headers: pair.ownKey });
    const refused = { status: 403, body: { code: 'screening_rejected' } };
    expect(again).toMatchObject({ ...refused, body: { errors: [{ field: 'requestId' }] } });
    const requestIds = [requestId];
    expect(await post('/v2/payouts/batch', { requestIds }, pair.ownKey)).toMatchObject(refused);
  });
});

describe('400', () => {
  it('screening_not_available: the vendor of the plan is not configured', async () => {
    const other = await judgedPair(host, [{ provider: 'merklescience' }]);
    const before = await countRequests();
    const answer = await post('/v2/payouts', BODY, other.headers);
    expect(answer).toMatchObject({ status: 400, body: { code: 'screening_not_available' } });
    expect(await countRequests()).toBe(before);
  });
});
