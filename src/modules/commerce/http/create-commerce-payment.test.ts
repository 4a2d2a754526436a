import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ESCROWS } from '#catalog/escrows.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { type CommerceHost, commerceHost } from '../../../../tests/support/commerce-host.ts';

const { payer, payee, feeReceiver } = TEST_ACCOUNTS;

let at: CommerceHost;
beforeAll(async () => {
  at = await commerceHost();
});
afterAll(() => at[Symbol.asyncDispose]());

const secondsFromNow = (seconds: number) => Math.floor(at.ctx.now().getTime() / 1_000) + seconds;

describe('201', () => {
  it('answers what the operator and the buyer send, to the escrow and its collector', async () => {
    const { status, body } = await at.create();
    expect(status).toBe(201);
    const { escrow, collectors } = ESCROWS.base;
    expect(body).toMatchObject({
      requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
      to: escrow,
      value: '0',
      operator: SANDBOX_SENDER.address,
      description: 'Authorize payment',
      payerTransactions: [{ value: '0' }, { to: collectors?.preApproval, value: '0' }],
      payerSignature: null,
      feeBps: 0,
      feeReceiver: null,
    });
    expect(body['calldata']).toBe(body['data']);
    expect(body['calldata']).toMatch(/^0x41d66202/);
    expect(JSON.stringify(body).toLowerCase()).not.toContain(
      ESCROWS.base.wrapper.slice(2).toLowerCase(),
    );
  });

  it('takes expiries from the call, else from the client ID, else a day, a week and ninety days more', async () => {
    const defaults = { defaultPreApprovalExpiry: 600, defaultAuthorizationExpiry: 7_200 };
    const client = await at.host.clientOf(at.owner, defaults);
    const near = (seconds: number) => (text: unknown) =>
      Math.abs(Number(text) - secondsFromNow(seconds)) <= 5;
    const shown = async (more: object, headers?: Readonly<Record<string, string>>) => {
      const { body } = await at.create(more, headers);
      return [body['preApprovalExpiry'], body['authorizationExpiry'], body['refundExpiry']];
    };
    const usual = await shown({});
    expect(usual.map((text, i) => near([86_400, 604_800, 8_380_800][i] ?? 0)(text))).toEqual([
      true,
      true,
      true,
    ]);
    const own = await shown({}, client.headers);
    expect(own.map((text, i) => near([600, 7_200, 7_783_200][i] ?? 0)(text))).toEqual([
      true,
      true,
      true,
    ]);
    const [preApprovalExpiry, authorizationExpiry, refundExpiry] = [60, 120, 180].map(
      secondsFromNow,
    );
    const named = { preApprovalExpiry, authorizationExpiry, refundExpiry };
    expect(await shown(named, client.headers)).toEqual(Object.values(named).map(String));
  });

  it('takes the fee of the client ID before that of the call', async () => {
    const fee = { feePercentage: '2.55', feeAddress: feeReceiver.address };
    const client = await at.host.clientOf(at.owner, fee);
    const more = { feeBps: 1, feeReceiver: payer.address };
    expect((await at.create(more, client.headers)).body).toMatchObject({
      feeBps: 255,
      feeReceiver: feeReceiver.address,
    });
    expect((await at.create(more)).body).toMatchObject({ feeBps: 1, feeReceiver: payer.address });
  });
});

describe('400', () => {
  it.each([
    ['buyerAddress', { buyerAddress: undefined }],
    ['buyerAddress', { buyerAddress: payee.address }],
    ['buyerAddress', { buyerAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    ['merchantAddress', { merchantAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }],
    ['merchantAddress', { merchantAddress: 'nobody' }],
    ['merchantId', { merchantId: '' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '1.5' }],
    ['amount', { amount: '-1' }],
    ['amount', { amount: String(2n ** 120n) }],
    ['maxAmount', { maxAmount: '99' }],
    ['maxAmount', { maxAmount: String(2n ** 120n) }],
    ['paymentCurrency', { paymentCurrency: 'USD' }],
    ['paymentCurrency', { paymentCurrency: 'ETH-base-base' }],
    ['paymentCurrency', { paymentCurrency: 'USDC-mainnet' }],
    ['paymentCurrency', { paymentCurrency: 'USDC-sepolia' }],
    ['feeBps', { feeBps: 10_001, feeReceiver: payee.address }],
    ['feeReceiver', { feeBps: 1 }],
    ['collection', { collection: 'wrapper' }],
    ['collection', { collection: 'erc3009', paymentCurrency: 'DAI-base' }],
    ['preApprovalExpiry', { preApprovalExpiry: 1 }],
    ['authorizationExpiry', { authorizationExpiry: 1 }],
    ['authorizationExpiry', { authorizationExpiry: 9_999_999_999 }],
    ['reference', { reference: 'x' }],
  ])('for a wrong %s, and writes nothing', async (field, more) => {
    const count = async () =>
      (await at.ctx.db.selectFrom('commerce_payment').select('id').execute()).length;
    const before = await count();
    const answer = await at.create(more);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(await count()).toBe(before);
  });

  it('for expiries out of order', async () => {
    const preApprovalExpiry = secondsFromNow(600);
    for (const [field, more] of [
      ['authorizationExpiry', { authorizationExpiry: preApprovalExpiry - 1 }],
      [
        'refundExpiry',
        { refundExpiry: preApprovalExpiry, authorizationExpiry: preApprovalExpiry + 1 },
      ],
    ] as const) {
      const answer = await at.create({ preApprovalExpiry, ...more });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    }
  });
});

describe('401', () => {
  it('without a credential', async () => {
    expect(await at.create({}, {})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for a public client ID in production, which writes nothing', async () => {
    await using production = await commerceHost({
      settings: { ...at.ctx.settings, mode: 'production' },
    });
    const allowedDomains = ['https://shop.example'];
    const client = await production.host.clientOf(production.owner, { allowedDomains });
    const headers = { ...client.headers, origin: 'https://shop.example' };
    const answer = await production.create({}, headers);
    expect(answer).toMatchObject({ status: 403, body: { code: 'public_client_id' } });
    const { body } = await production.create();
    const ofKey = `/v2/commerce-payments/${String(body['requestId'])}`;
    for (const [path, more] of [
      ['authorize', {}],
      ['capture', { captureAmount: '1' }],
      ['capture/calldata', { captureAmount: '1' }],
      ['void', {}],
      ['void/calldata', undefined],
    ] as const) {
      const parts = { headers, ...(more && { body: more }) };
      const refused = await production.host.call('POST', `${ofKey}/${path}`, parts);
      expect([path, refused.status]).toEqual([path, 403]);
    }
    const seen = await production.host.call('GET', `${ofKey}/status`, { headers });
    expect(seen).toMatchObject({ status: 404 });
    expect(await production.status(String(body['requestId']))).toMatchObject({ status: 'PENDING' });
  });
});
