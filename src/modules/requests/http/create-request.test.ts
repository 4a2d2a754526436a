import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerDestination } from '#modules/destinations/index.ts';
import {
  type Asker,
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { insertPartner, linkToPartner, signedIn } from '../../../../tests/support/signed-in.ts';

let host: RequestsHost;
let owner: Asker;
beforeAll(async () => {
  host = await requestsHost();
  owner = await host.asker();
});
afterAll(() => host[Symbol.asyncDispose]());

const USDC = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';
const BODY = {
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-sepolia',
  paymentCurrency: 'USDC-sepolia',
};
type Headers = Readonly<Record<string, string>>;
const post = (more: object = {}, headers: Headers = owner.key) =>
  host.call('POST', '/v2/request', { headers, body: { ...BODY, ...more } });
const rowOf = (requestId: unknown) =>
  host.ctx.db
    .selectFrom('request')
    .selectAll()
    .where('request_id', '=', String(requestId))
    .executeTakeFirstOrThrow();
const refusal = (field: string, message: string | RegExp) => ({
  status: 400,
  body: {
    errors: [
      { field, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ],
  },
});

/** A client ID that is bound to a destination of its account: USDC on Sepolia. */
async function boundClient(policy?: object) {
  const asker = await host.asker();
  const { accountId } = asker;
  const destinationId = `${PAYEE}@eip155:11155111:${USDC}`;
  const { id } = await registerDestination(host.ctx, { accountId, destinationId });
  const access_policy = policy === undefined ? null : JSON.stringify(policy);
  await host.ctx.db
    .updateTable('payee_destination')
    .set({ access_policy })
    .where('id', '=', id)
    .execute();
  return { asker, client: await host.clientOf(asker, { payeeDestinationId: id }) };
}

describe('201', () => {
  it('answers the id of the request and what its payments carry, and nothing else', async () => {
    const { status, body } = await post();
    expect(status).toBe(201);
    expect(body).toEqual({
      requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
      paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
    });
  });

  it('writes down everything that was said, what is known of a person apart', async () => {
    const customerInfo = { firstName: 'Ada', email: 'a@b.example', address: { country: 'US' } };
    const { body } = await post({
      payer: PAYER.toLowerCase(),
      customerInfo,
      reference: 'INV-1',
      originalRequestId: '01ab',
      originalRequestPaymentReference: '0x0011223344556677',
      isCryptoToFiatAvailable: false,
    });
    const row = await rowOf(body['requestId']);
    expect(row).toMatchObject({
      origin_form: 'request',
      flow: 'incoming',
      kind: 'token',
      status: 'created',
      expected_units: 12_500_000n,
      payer_address: PAYER,
      payee_address: PAYEE,
      reference: 'INV-1',
      original_request_id: '01ab',
      original_request_payment_reference: '0x0011223344556677',
      client_id_id: null,
    });
    const people = await host.ctx.db
      .selectFrom('request_person')
      .selectAll()
      .where('request_id', '=', row.id)
      .execute();
    expect(people.map((one) => JSON.parse(one.customer_info))).toEqual([customerInfo]);
  });

  it('refuses half a character (400), which no database takes', async () => {
    const half = String.fromCharCode(0xd800);
    for (const more of [{ reference: half }, { customerInfo: { firstName: `x${half}` } }]) {
      expect(await post(more)).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
    }
  });

  it('has coins in the smallest unit, and for an invoice with eight decimals', async () => {
    const coin = { invoiceCurrency: 'ETH-sepolia', paymentCurrency: 'ETH-sepolia-sepolia' };
    const coins = await rowOf((await post({ ...coin, amount: '0.5' })).body['requestId']);
    expect(coins).toMatchObject({ kind: 'native', expected_units: 500_000_000_000_000_000n });
    const invoice = { invoiceCurrency: 'EUR', paymentCurrency: 'USDC-sepolia', amount: '10.05' };
    const euros = await rowOf((await post(invoice)).body['requestId']);
    expect(euros).toMatchObject({
      kind: 'conversion',
      expected_units: 1_005_000_000n,
      invoice_currency_id: 'EUR',
      max_rate_age_seconds: 90_000,
      slippage_bps: 100,
    });
  });

  it('stores the calling client ID, its origin, and the fee that comes with it', async () => {
    const shop = 'https://shop.example';
    const fee = { feePercentage: '2', feeAddress: `0x${'33'.repeat(20)}` };
    const { headers, id } = await host.clientOf(owner, { allowedDomains: [shop], ...fee });
    const { status, body } = await post({}, { ...headers, origin: shop });
    expect(status).toBe(201);
    expect(await rowOf(body['requestId'])).toMatchObject({
      account_id: owner.accountId,
      client_id_id: id,
      origin: shop,
      fee_units: 250_000n,
      fee_percentage: '2',
    });
  });

  it('pays whom the client ID is bound to, also where nobody is named', async () => {
    const { client } = await boundClient();
    for (const payee of [undefined, PAYEE]) {
      const { status, body } = await post({ payee }, client.headers);
      expect(status).toBe(201);
      expect(await rowOf(body['requestId'])).toMatchObject({ payee_address: PAYEE });
    }
  });

  it('is made by a partner for a platform that linked to it, and keeps who it was', async () => {
    const { asker, client } = await boundClient();
    const partner = await insertPartner(host.ctx.db, (await host.asker()).accountId);
    const { accountId } = asker;
    await linkToPartner(host.ctx.db, {
      orchestratorId: partner.id,
      clientIdId: client.id,
      accountId,
    });
    const { status, body } = await post({}, { ...partner.header, ...client.headers });
    expect(status).toBe(201);
    expect(await rowOf(body['requestId'])).toMatchObject({
      account_id: accountId,
      client_id_id: client.id,
      orchestrator_id: partner.id,
    });
    const alone = await post({}, client.headers);
    expect(alone).toMatchObject({ status: 403, body: { code: 'client_id_linked' } });
  });

  it('does it once for the same Idempotency-Key', async () => {
    const headers = { ...owner.key, 'idempotency-key': 'once-1' };
    const [first, again] = [await post({}, headers), await post({}, headers)];
    expect(again).toEqual(first);
    expect(await post({ amount: '1' }, headers)).toMatchObject({ status: 422 });
  });
});

describe('400', () => {
  it.each([
    ['amount', '0', 'amount must be greater than 0'],
    ['amount', '-1', /plain decimal/],
    ['amount', '1e3', /plain decimal/],
    ['amount', '1,5', /plain decimal/],
    ['amount', '1.2345678', 'amount has 7 decimals, but USDC has 6'],
    ['amount', '9'.repeat(16), 'amount is too large'],
    ['payee', '0x12', /^payee must be/],
    ['payee', USDC, /contract/],
    ['payer', 'nobody', /^payer must be/],
    ['paymentCurrency', 'USDC-nowhere', /not a supported currency/],
    ['paymentCurrency', 'USD', /nothing can be paid in USD/],
    ['invoiceCurrency', 'FAU-sepolia', /must be the paymentCurrency/],
    ['reference', '', /1 to 255/],
    ['reference', 'x'.repeat(256), /1 to 255/],
    ['originalRequestId', '', /1 to 255/],
    ['recurrence', 'DAILY', /./],
    ['clientUserId', 'u-1', /needs isCryptoToFiatAvailable/],
    ['feePercentage', '2', /not a known field/],
    ['colour', 'red', /not a known field/],
  ] as const)('for %s %j', async (field, value, message) => {
    expect(await post({ [field]: value })).toMatchObject(refusal(field, message));
  });

  it.each([
    ['firstName', { firstName: '' }],
    ['email', { email: 'nobody' }],
    ['email', { email: `${'x'.repeat(250)}@x.example` }],
    ['address.country', { address: { country: 'USA' } }],
    ['address.postalCode', { address: { postalCode: '1'.repeat(21) } }],
    ['ssn', { ssn: '1' }],
  ])('for a customer with a wrong %s', async (field, customerInfo) => {
    const answer = await post({ customerInfo });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: `customerInfo.${field}` }] },
    });
  });

  it('without a payee, where none is bound', async () => {
    const { payee: _, ...rest } = BODY;
    const send = (headers: Headers) => host.call('POST', '/v2/request', { headers, body: rest });
    expect(await send(owner.key)).toMatchObject(refusal('payee', 'payee is required'));
    const { headers } = await host.clientOf(owner);
    expect(await send(headers)).toMatchObject(
      refusal('payee', /^there is no active payee destination for client ID/),
    );
  });

  it('for an invoice that no rate leads from, and for a network that is not connected', async () => {
    const daiOnBsc = { invoiceCurrency: 'CNY', paymentCurrency: 'DAI-bsc' };
    expect(await post(daiOnBsc)).toMatchObject({ status: 400 });
    const euroCoin = { invoiceCurrency: 'USD', paymentCurrency: 'EURC-base' };
    expect(await post(euroCoin)).toMatchObject(refusal('invoiceCurrency', /not in EURC/));
  });

  it('for a bound destination that hides or restricts something, which links alone keep to', async () => {
    const hiding = { mode: 'off', hideUntilApproved: false, hidePayeeAddress: true } as const;
    const { client } = await boundClient(hiding);
    const answer = await post({}, client.headers);
    expect(answer).toMatchObject({ status: 400, body: { code: 'access_policy_not_supported' } });
  });

  it('and writes nothing then', async () => {
    const count = () =>
      host.ctx.db
        .selectFrom('request')
        .select(({ fn }) => fn.countAll().as('n'))
        .execute();
    const before = await count();
    await post({ amount: '0' });
    expect(await count()).toEqual(before);
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await post({}, {})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for a client ID that is bound to another wallet or another token', async () => {
    const { client } = await boundClient();
    const others = [
      { payee: PAYER },
      { paymentCurrency: 'FAU-sepolia', invoiceCurrency: 'FAU-sepolia' },
      { paymentCurrency: 'ETH-sepolia-sepolia', invoiceCurrency: 'ETH-sepolia-sepolia' },
    ];
    for (const other of others) {
      const answer = await post(other, client.headers);
      expect(answer).toMatchObject({ status: 403, body: { code: 'destination_mismatch' } });
    }
  });

  it('for a member who does not pay out', async () => {
    const { accountId } = await host.asker();
    const session = await signedIn(host.ctx.db, { accountId });
    expect(await post({}, session)).toMatchObject({ status: 201 });
    await host.ctx.db
      .updateTable('account_member')
      .set({ role: 'developer' })
      .where('account_id', '=', accountId)
      .execute();
    expect(await post({}, session)).toMatchObject({ status: 403 });
  });
});
