import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listScreenedWalletsOfAll } from '#modules/compliance/index.ts';
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
  await host.ctx.db.deleteFrom('refused_wallet').execute();
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

  it.each([
    ['rejected', 'rejected', { status: 'rejected', provider: 'hypernative' }],
    ['failed', 'undecided', { status: 'failed', provider: 'hypernative' }],
  ] as const)(
    'that is %s is kept for operators, although the call is undone with its key',
    async (outcome, status, shown) => {
      vendor.outcomes.set(BAD, outcome);
      const key = { 'idempotency-key': `${outcome}-9f86d081884c7d659a2feaa0c55ad015` };
      const headers = { ...pair.headers, ...key };
      const before = await countRequests();
      for (const _ of [1, 2]) {
        const body = { ...BODY, payee: BAD };
        expect(await post('/v2/payouts', body, headers)).toMatchObject({ status: 403 });
      }
      expect(await countRequests()).toBe(before);
      const page = { status, accountId: undefined, cursor: undefined, limit: 10 };
      const { screenings } = await listScreenedWalletsOfAll(host.ctx, page);
      const ofPayouts = screenings.filter(({ operationId }) => operationId === 'createPayout');
      expect(ofPayouts).toMatchObject([{ walletAddress: BAD, role: 'recipient', ...shown }]);
    },
  );

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
