import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDetail, addPayer } from '../../../../tests/support/bank-payer.ts';
import {
  type OffRampOfTest,
  openOffRampOfTest,
} from '../../../../tests/support/off-ramp-of-test.ts';
import {
  type Asker,
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';

let host: RequestsHost;
let owner: Asker;
let offRamp: OffRampOfTest;
beforeAll(async () => {
  offRamp = openOffRampOfTest();
  host = await requestsHost({ offRamp });
  owner = await host.asker();
  await addPayer(host.ctx, owner, { clientUserId: 'u-1' });
  await addDetail(host.ctx, owner, { id: 'pd-1' });
});
afterAll(() => host[Symbol.asyncDispose]());

const TO_BANK = {
  amount: '12.5',
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC-sepolia',
  isCryptoToFiatAvailable: true,
  clientUserId: 'u-1',
  paymentDetailsId: 'pd-1',
};
const create = (more: object = {}, headers: Asker['key'] = owner.key) =>
  host.call('POST', '/v2/request', { headers, body: { ...TO_BANK, ...more } });
const created = async (more: object = {}) => String((await create(more)).body['requestId']);
const pay = (
  requestId: string,
  { to = 'clientUserId=u-1&paymentDetailsId=pd-1', headers = owner.key } = {},
) => host.call('GET', `/v2/request/${requestId}/pay?wallet=${PAYER}&${to}`, { headers });

describe('a request that is paid out to a bank account', () => {
  it('has no payee until it is paid for, and then the deposit address of its one order', async () => {
    const id = await created();
    const view = () => host.call('GET', `/v2/request/${id}`, { headers: owner.key });
    expect((await view()).body).toMatchObject({ payee: null, isCryptoToFiatAvailable: true });
    const first = await pay(id);
    expect(first).toMatchObject({
      status: 200,
      body: {
        metadata: { stepsRequired: 2 },
        payout: { provider: 'Test', clientUserId: 'u-1', paymentDetailsId: 'pd-1' },
      },
    });
    const { depositAddress, offrampId } = Object(first.body['payout']);
    expect((await view()).body).toMatchObject({ payee: depositAddress });
    const [order] = [...offRamp.orders.values()].filter(({ reference }) => reference === offrampId);
    expect(order).toMatchObject({
      amount: '12.5',
      symbol: 'USDC',
      payoutCurrency: 'USD',
      accountId: 'bank of pd-1',
    });
    expect((await pay(id)).body['payout']).toEqual(first.body['payout']);
  });

  it('is paid as a whole, by its own calldata only', async () => {
    const id = await created();
    for (const part of [
      'amount=1',
      'chain=BASE&token=USDC',
      `feePercentage=1&feeAddress=${PAYEE}`,
    ]) {
      const answer = await pay(id, { to: `clientUserId=u-1&paymentDetailsId=pd-1&${part}` });
      expect([part, answer.status]).toEqual([part, 400]);
    }
    const plain = await pay(id, { to: '' });
    expect(plain).toMatchObject({ status: 403, body: { code: 'payout_only' } });
    const body = { requestIds: [id], payer: PAYER };
    const batch = await host.call('POST', '/v2/payouts/batch', { headers: owner.key, body });
    expect(batch).toMatchObject({ status: 400, body: { code: 'not_payable' } });
  });

  it.each([
    ['another payer', 'clientUserId=u-2&paymentDetailsId=pd-1'],
    ['another bank account', 'clientUserId=u-1&paymentDetailsId=pd-2'],
    ['no bank account', 'clientUserId=u-1'],
    ['the same in another case', 'clientUserId=U-1&paymentDetailsId=pd-1'],
  ])('is paid to %s never', async (_what, to) => {
    const id = await created();
    const before = offRamp.orders.size;
    expect(await pay(id, { to })).toMatchObject({
      status: 403,
      body: { code: 'bank_account_not_allowed' },
    });
    expect(offRamp.orders.size).toBe(before);
  });

  it('is not paid for a payer who is not compliant, or to a bank account that is not approved', async () => {
    await addPayer(host.ctx, owner, { clientUserId: 'u-3', identity: 'pending' });
    await addDetail(host.ctx, owner, { id: 'pd-3', clientUserId: 'u-3' });
    await addDetail(host.ctx, owner, { id: 'pd-4', status: 'pending' });
    const unknown = await created({ clientUserId: 'u-3', paymentDetailsId: 'pd-3' });
    const before = offRamp.orders.size;
    expect(await pay(unknown, { to: 'clientUserId=u-3&paymentDetailsId=pd-3' })).toMatchObject({
      status: 403,
      body: { code: 'payer_not_compliant' },
    });
    const pending = await created({ paymentDetailsId: 'pd-4' });
    expect(await pay(pending, { to: 'clientUserId=u-1&paymentDetailsId=pd-4' })).toMatchObject({
      status: 403,
      body: { code: 'payment_detail_not_approved' },
    });
    expect(offRamp.orders.size).toBe(before);
  });

  it('waits with 503 for a provider that is down, and orders once it is back', async () => {
    const id = await created();
    offRamp.state = 'down';
    expect((await pay(id)).status).toBe(503);
    offRamp.state = 'awaiting_funds';
    expect((await pay(id)).status).toBe(200);
  });
});

describe('creating one', () => {
  it.each<[string, object, string]>([
    ['a payee too', { payee: PAYEE }, 'payee'],
    ['no bank account', { paymentDetailsId: undefined }, 'paymentDetailsId'],
    ['a bank account that nobody has', { paymentDetailsId: 'pd-9' }, 'paymentDetailsId'],
    ['a bank account of another payer', { clientUserId: 'u-9' }, 'paymentDetailsId'],
    ['an id of a payer that is too long', { clientUserId: 'u'.repeat(256) }, 'clientUserId'],
    [
      'an id of a bank account that is too long',
      { paymentDetailsId: 'p'.repeat(256) },
      'paymentDetailsId',
    ],
    ['an id of another kind', { paymentDetailsId: 7 }, 'paymentDetailsId'],
    ['an invoice in euros', { invoiceCurrency: 'EUR' }, 'invoiceCurrency'],
    ['a recurrence', { recurrence: { startDate: '2027-01-02', frequency: 'DAILY' } }, 'recurrence'],
  ])('with %s is refused', async (_what, more, field) => {
    const answer = await create(more);
    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toEqual(
      expect.arrayContaining([expect.objectContaining({ field })]),
    );
  });

  it('takes an API key or a session of the account whose payer it names', async () => {
    const session = await signedIn(host.ctx.db, owner);
    const made = await create({}, session);
    expect(made.status).toBe(201);
    const requestId = String(made.body['requestId']);
    const view = async (headers: Asker['key']) =>
      (await host.call('GET', `/v2/request/${requestId}`, { headers })).body;
    const bankPayout = {
      clientUserId: 'u-1',
      paymentDetailsId: 'pd-1',
      network: 'sepolia',
      paymentCurrencyId: 'USDC-sepolia',
    };
    expect(await view(session)).toMatchObject({ bankPayout, payee: null });
    expect(await view(owner.key)).toMatchObject({ bankPayout });
    expect(await pay(requestId, { headers: session })).toMatchObject({
      status: 200,
      body: { payout: { provider: 'Test' } },
    });
    const { headers } = await host.clientOf(owner);
    expect(await view(headers)).not.toHaveProperty('bankPayout');
    const unrelated = await signedIn(host.ctx.db, await host.asker());
    expect((await create({}, unrelated)).status).toBe(400);
    await sql`update account_member set role = 'viewer'
      where account_id = ${owner.accountId}`.execute(host.ctx.db);
    expect(await view(session)).toMatchObject({ requestId });
    expect(await view(session)).not.toHaveProperty('bankPayout');
    expect((await create({}, session)).status).toBe(403);
    expect(await create({}, headers)).toMatchObject({
      status: 403,
      body: { code: 'api_key_required' },
    });
    const other = await host.asker();
    expect((await create({}, other.key)).status).toBe(400);
    expect((await create({}, {})).status).toBe(401);
  });

  it('is not offered where no off-ramp provider is configured', async () => {
    await using plain = await requestsHost();
    const asker = await plain.asker();
    const answer = await plain.call('POST', '/v2/request', { headers: asker.key, body: TO_BANK });
    expect(answer).toMatchObject({ status: 400, body: { code: 'not_supported' } });
  });
});
