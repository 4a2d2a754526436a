import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Context } from '#context.ts';
import { addDetail, addPayer } from '../../../../tests/support/bank-payer.ts';
import {
  type OffRampOfTest,
  openOffRampOfTest,
} from '../../../../tests/support/off-ramp-of-test.ts';
import {
  type Asker,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';

const NOW = new Date('2026-01-02T03:04:05.000Z');
/** A day, less ten minutes. */
const PAY_UNTIL = '2026-01-03T02:54:05.000Z';

let host: RequestsHost;
let owner: Asker;
let offRamp: OffRampOfTest;
let time = NOW;
/** Those of the pay page. */
let page: Readonly<Record<string, string>>;
beforeAll(async () => {
  offRamp = openOffRampOfTest();
  host = await requestsHost({ offRamp, now: () => time });
  owner = await host.asker();
  page = { ...(await host.clientOf(owner)).headers, origin: 'https://pay.example' };
  await addPayer(host.ctx, owner, { clientUserId: 'u-1' });
  await addDetail(host.ctx, owner, { id: 'pd-1' });
});
beforeEach(() => {
  time = NOW;
  charge(undefined);
});
/** Sets the fee of the installation, whose settings other tests of this process share. */
function charge(protocolFee: Context['settings']['protocolFee']): void {
  Object.assign(host.ctx.settings, { protocolFee });
}
afterAll(async () => {
  charge(undefined);
  await host[Symbol.asyncDispose]();
});

const TO_BANK = {
  amount: '12.5',
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC-sepolia',
  reference: 'Invoice 7',
  isCryptoToFiatAvailable: true,
  clientUserId: 'u-1',
  paymentDetailsId: 'pd-1',
};

const created = async (more: object = {}) =>
  String(
    (
      await host.call('POST', '/v2/request', {
        headers: owner.key,
        body: { ...TO_BANK, ...more },
      })
    ).body['requestId'],
  );
const makeLink = (requestId: string, headers = owner.key) =>
  host.call('POST', `/v2/request/${requestId}/bank-payout-link`, { headers });
const linkOf = async (requestId: string) => String((await makeLink(requestId)).body['token']);
const view = (token: string, query = '') =>
  host.call('GET', `/v2/secure-payments/${token}${query}`, { headers: page });
const pay = (token: string, more = '') =>
  host.call('GET', `/v2/secure-payments/${token}/pay?wallet=${PAYER}${more}`, { headers: page });
const handOver = (requestId: string) =>
  host.call(
    'GET',
    `/v2/request/${requestId}/pay?wallet=${PAYER}&clientUserId=u-1&paymentDetailsId=pd-1`,
    { headers: owner.key },
  );

/** What is signed; the two endpoints write the value of a transaction in different forms. */
const callsOf = ({ body }: Awaited<ReturnType<typeof pay>>) =>
  z
    .array(z.object({ to: z.string(), data: z.string() }))
    .min(1)
    .parse(body['transactions']);

describe('the link of a payout to a bank account', () => {
  it('is one, whoever makes it and however often at once, and ends with the order of the provider', async () => {
    const id = await created();
    const session = await signedIn(host.ctx.db, owner);
    const made = await Promise.all([makeLink(id), makeLink(id, session), makeLink(id)]);
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    const tokens = new Set(made.map(({ body }) => String(body['token'])));
    expect(tokens.size).toBe(1);
    const [token = ''] = tokens;
    expect(made[0]?.body).toMatchObject({
      requestIds: [id],
      securePaymentUrl: expect.stringContaining(`/?token=${token}`),
      feePlan: null,
    });
    expect((await view(token)).body).toMatchObject({ status: 'pending', expiresAt: PAY_UNTIL });
    const links = await sql`select from secure_payment_request asked
      join request on request.id = asked.request_id where request.request_id = ${id}`.execute(
      host.ctx.db,
    );
    expect(links.rows).toHaveLength(1);
  });

  it('shows the deposit address and the provider, and nothing of the bank account or its owner', async () => {
    const id = await created();
    const token = await linkOf(id);
    const shown = await view(token, `?wallet=${PAYER}`);
    const [order] = [...offRamp.orders.values()].slice(-1);
    const request = await host.call('GET', `/v2/request/${id}`, { headers: owner.key });
    expect(shown).toMatchObject({
      status: 200,
      body: {
        paymentType: 'single',
        flow: 'incoming',
        amount: '12500000',
        paymentCurrency: 'USDC-sepolia',
        reference: 'Invoice 7',
        payee: request.body['payee'],
        bankPayout: { provider: 'Test' },
      },
    });
    const text = JSON.stringify(shown.body);
    for (const hidden of ['u-1', 'pd-1', 'bank of', order?.reference ?? '?', 'USD"']) {
      expect(text).not.toContain(hidden);
    }
  });

  it('is paid by what is handed over for it, by no batch contract', async () => {
    const id = await created();
    const token = await linkOf(id);
    const prepared = await pay(token);
    expect(prepared.status).toBe(200);
    expect(callsOf(prepared)).toEqual(callsOf(await handOver(id)));
    expect(prepared.body).not.toHaveProperty('atomicTransactions');
  });

  it('is not paid from another network, as tokens come back to whom they came from', async () => {
    const token = await linkOf(await created({ paymentCurrency: 'USDC-base' }));
    expect((await pay(token)).status).toBe(200);
    expect(await pay(token, '&chain=ARBITRUM&token=USDC')).toMatchObject({
      status: 400,
      body: { code: 'source_not_supported' },
    });
  });

  it('warns of a payment that was seen, wherever it was signed, and is complete once it counts', async () => {
    const id = await created();
    const token = await linkOf(id);
    const hash = await host.receive(id, { units: 12_500_000n, onlySeen: true });
    expect((await view(token)).body).toMatchObject({
      status: 'pending',
      requestStatuses: [{ hasBeenPaid: false, txHash: hash }],
    });
    const other = await created();
    const paid = await linkOf(other);
    await host.receive(other, { units: 12_500_000n });
    for (const answer of [await view(paid), await pay(paid)]) {
      expect(answer).toMatchObject({ status: 409, body: { bankPayout: { provider: 'Test' } } });
    }
    expect(await makeLink(other)).toMatchObject({ status: 409, body: { code: 'request_paid' } });
  });

  it('is never paid once its order ends, nor made anew', async () => {
    const id = await created();
    const token = await linkOf(id);
    time = new Date(Date.parse(PAY_UNTIL) - 1);
    expect((await pay(token)).status).toBe(200);
    time = new Date(PAY_UNTIL);
    for (const answer of [await view(token), await pay(token)]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'secure_payment_expired' } });
    }
    expect(await makeLink(id)).toMatchObject({ status: 409, body: { code: 'payout_order_over' } });
  });

  it.each([
    ['voided', 403, 'payout_not_payable'],
    ['initiated', 423, 'secure_payment_in_progress'],
    ['failed', 403, 'payout_not_payable'],
  ])('is not paid once its order is %s', async (status, wanted, code) => {
    const id = await created();
    const token = await linkOf(id);
    await sql`update off_ramp_order set status = ${status} where request_id =
      (select id from request where request_id = ${id})`.execute(host.ctx.db);
    expect(await pay(token)).toMatchObject({ status: wanted, body: { code } });
  });

  it.each([
    [
      'its order is at another address',
      sql`update off_ramp_order set deposit_address = 'elsewhere'`,
    ],
    ['its bank account is another one', sql`update off_ramp_order set provider_account_id = 'x'`],
  ])('is not paid where %s', async (_what, change) => {
    const id = await created();
    const token = await linkOf(id);
    await sql`${change} where request_id =
      (select id from request where request_id = ${id})`.execute(host.ctx.db);
    expect(await pay(token)).toMatchObject({ status: 403, body: { code: 'payout_not_payable' } });
  });

  it('does not say that its recipient may no longer be paid, but to its owner', async () => {
    await addPayer(host.ctx, owner, { clientUserId: 'u-2' });
    await addDetail(host.ctx, owner, { id: 'pd-2', clientUserId: 'u-2' });
    const id = await created({ clientUserId: 'u-2', paymentDetailsId: 'pd-2' });
    const token = await linkOf(id);
    await sql`update payment_detail set status = 'failed' where id = 'pd-2'`.execute(host.ctx.db);
    expect(await pay(token)).toMatchObject({ status: 403, body: { code: 'payout_not_payable' } });
    expect(await makeLink(id)).toMatchObject({ body: { code: 'payment_detail_not_approved' } });
    await sql`update payer set identity_status = 'pending' where client_user_id = 'u-2'`.execute(
      host.ctx.db,
    );
    const refused = await pay(token);
    expect(refused).toMatchObject({ status: 403, body: { code: 'payout_not_payable' } });
    expect(JSON.stringify(refused.body)).not.toMatch(/complian|identity|approved/);
    expect(await makeLink(id)).toMatchObject({
      status: 403,
      body: { code: 'payer_not_compliant' },
    });
  });

  it('joins the lists of links late, so that their positions behind it are removed', async () => {
    const id = await created();
    // The order changes the payee, which removes positions too.
    await handOver(id);
    await sql`insert into list_position (account_id, list, position, row_id)
      select account_id, 'requests incoming', 500, id || 'Z' from request
      where request_id = ${id}`.execute(host.ctx.db);
    const kept = async () =>
      (
        await sql`select from list_position where account_id = ${owner.accountId}`.execute(
          host.ctx.db,
        )
      ).rows.length;
    expect(await kept()).toBe(1);
    await linkOf(id);
    expect(await kept()).toBe(0);
  });

  it('can be withdrawn, and with it the payout', async () => {
    const id = await created();
    const token = await linkOf(id);
    const withdrawn = await host.call('POST', `/v2/secure-payments/${token}/invalidate`, {
      headers: owner.key,
      body: {},
    });
    expect(withdrawn.status).toBe(200);
    for (const answer of [await makeLink(id), await handOver(id)]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'secure_payment_not_payable' } });
    }
    expect((await pay(token)).status).toBe(403);
    const request = await host.call('GET', `/v2/request/${id}`, { headers: owner.key });
    expect(request.body).toMatchObject({ status: 'cancelled' });
  });

  it('is put together with no other payout', async () => {
    const token = await linkOf(await created());
    const other = await linkOf(await created());
    const answer = await host.call('POST', '/v2/secure-payments/batch-payouts', {
      headers: owner.key,
      body: { tokens: [token, other] },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'not_mergeable' } });
  });
});

describe('401', () => {
  it('is answered without a credential', async () => {
    expect((await makeLink(await created(), {})).status).toBe(401);
  });
});

describe('making one', () => {
  it('is for API keys, owners and finance of the account alone', async () => {
    const id = await created();
    const unrelated = await host.asker();
    expect((await makeLink(id, unrelated.key)).status).toBe(404);
    const { headers } = await host.clientOf(owner);
    expect((await makeLink(id, headers)).status).toBe(403);
    const session = await signedIn(host.ctx.db, owner);
    const as = async (role: string) => {
      await sql`update account_member set role = ${role}
        where account_id = ${owner.accountId}`.execute(host.ctx.db);
      return (await makeLink(id, session)).status;
    };
    expect([await as('viewer'), await as('developer'), await as('finance')]).toEqual([
      403, 403, 201,
    ]);
  });

  it('is refused for a request whose payee gets the tokens', async () => {
    const id = await host.send(owner);
    expect(await makeLink(id)).toMatchObject({ status: 400, body: { code: 'not_paid_out' } });
  });
});

describe('its fees', () => {
  const FEE = {
    bps: 100,
    capUsd: null,
    fixedUsd: null,
    evmAddress: '0x3333333333333333333333333333333333333333',
  };

  it('are those that the request was created with', async () => {
    charge(FEE);
    const id = await created();
    const made = await makeLink(id);
    const planned = { type: 'protocol_fee', percentageBps: 100, calculatedAmountUsd: '0.125' };
    expect(made).toMatchObject({ status: 201, body: { feePlan: { fees: [planned] } } });
    const token = String(made.body['token']);
    expect((await view(token)).body).toMatchObject({ feePlan: { fees: [planned] } });
    const prepared = await pay(token);
    expect(callsOf(prepared)).toEqual(callsOf(await handOver(id)));
    expect(callsOf(prepared)).toHaveLength(3);
  });

  it.each([
    ['none', undefined],
    ['another share', { ...FEE, bps: 200 }],
    ['another receiver', { ...FEE, evmAddress: '0x4444444444444444444444444444444444444444' }],
  ] as const)('are refused where %s applies by now', async (_what, later) => {
    charge(FEE);
    const id = await created();
    charge(later);
    expect(await makeLink(id)).toMatchObject({
      status: 409,
      body: { code: 'payout_fees_changed' },
    });
  });
});
