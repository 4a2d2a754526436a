import { hexToString } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isHex } from '#kit/hex.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import {
  type Asker,
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';
import { RICH } from '../../../../tests/support/still-chain.ts';

const FEE_ADDRESS = '0x3333333333333333333333333333333333333333';
const PROTOCOL = '0x5555555555555555555555555555555555555555';
const COIN = { invoiceCurrency: 'ETH-sepolia-sepolia', paymentCurrency: 'ETH-sepolia-sepolia' };
const EURO = { invoiceCurrency: 'EUR', paymentCurrency: 'USDC-sepolia', amount: '10' };

let host: RequestsHost;
let owner: Asker;
beforeAll(async () => {
  host = await requestsHost();
  owner = await host.asker();
});
afterAll(() => host[Symbol.asyncDispose]());

const pay = (requestId: string, query = '', headers: Asker['key'] = owner.key) =>
  host.call('GET', `/v2/request/${requestId}/pay${query}`, { headers });
const sayings = (transactions: readonly { data: string }[] = []) =>
  transactions.map(({ data }) => (isHex(data) ? hexToString(data) : data));
const wallet = `?wallet=${PAYER}`;

describe('200', () => {
  it('prepares the payment with an approval where the allowance falls short', async () => {
    const id = await host.send(owner);
    const { status, body } = await pay(id, wallet);
    expect(status).toBe(200);
    const zero = { type: 'BigNumber', hex: '0x00' };
    expect(body).toMatchObject({
      transactions: [{ value: zero }, { value: zero }],
      metadata: {
        stepsRequired: 2,
        needsApproval: true,
        approvalTransactionIndex: 0,
        paymentTransactionIndex: 1,
        hasEnoughBalance: true,
        hasEnoughGas: true,
      },
    });
    expect(sayings(body['transactions'])).toEqual([
      'approve 12500000',
      expect.stringMatching(/^pay 12500000 0x[0-9a-f]{16} fee 0 /),
    ]);
  });

  it('prepares the approval without a wallet, and returns that no wallet was checked', async () => {
    const { body } = await pay(await host.send(owner));
    expect(body['transactions']).toHaveLength(2);
    expect(body['metadata']).toMatchObject({
      stepsRequired: 2,
      needsApproval: true,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 1,
      hasEnoughBalance: true,
      hasEnoughGas: true,
      walletChecked: false,
    });
  });

  it('returns what a wallet lacks', async () => {
    const id = await host.send(owner);
    host.sepolia.balances = { ...RICH, balanceUnits: 1n, nativeBalanceUnits: 0n };
    const { body } = await pay(id, wallet);
    host.sepolia.balances = RICH;
    expect(body['metadata']).toMatchObject({
      hasEnoughBalance: false,
      hasEnoughGas: false,
      walletChecked: true,
    });
  });

  it('sends coins along, amount and fee together', async () => {
    const id = await host.send(owner, { ...COIN, amount: '1' });
    const query = `${wallet}&feePercentage=10&feeAddress=${FEE_ADDRESS}`;
    const { body } = await pay(id, query);
    expect(body).toMatchObject({
      transactions: [{ value: { type: 'BigNumber', hex: '0x0f43fc2c04ee0000' } }],
      metadata: { platformFee: { percentage: '10', address: FEE_ADDRESS } },
    });
  });

  it('converts an invoice at the rate of the moment, and takes no older one than agreed', async () => {
    const id = await host.send(owner, EURO);
    const readAt = new Date('2026-01-02T03:04:05.000Z');
    host.sepolia.rate = { outUnits: 1_100_000n, oldestAt: readAt, readAt };
    const { body } = await pay(id, wallet);
    expect(sayings(body['transactions'])).toEqual([
      'approve 11110000 conversion_proxy',
      expect.stringContaining('convert 1000000000 max 11110000 age 90000'),
    ]);
    const oldestAt = new Date(readAt.getTime() - 90_001_000);
    host.sepolia.rate = { outUnits: 1_100_000n, oldestAt, readAt };
    expect(await pay(id, wallet)).toMatchObject({ status: 400, body: { code: 'rate_too_old' } });
    host.sepolia.rate = undefined;
    const answer = await pay(id, wallet);
    expect(answer).toMatchObject({ status: 400, body: { code: 'rate_not_available' } });
  });

  it('pays a part, then the rest, with the fee’s share of each', async () => {
    const client = await host.clientOf(owner, { feePercentage: '1', feeAddress: FEE_ADDRESS });
    const id = await host.send(owner, {}, client.headers);
    const part = await pay(id, '?amount=2.5');
    expect(sayings(part.body['transactions'])).toEqual([
      'approve 2525000',
      expect.stringMatching(/^pay 2500000 .* fee 25000 0x3333/),
    ]);
    await host.receive(id, { units: 2_500_000n, fee: { units: 25_000n, address: FEE_ADDRESS } });
    const rest = await pay(id);
    expect(sayings(rest.body['transactions'])).toEqual([
      'approve 10100000',
      expect.stringMatching(/^pay 10000000 .* fee 100000 0x3333/),
    ]);
    expect(await pay(id, '?amount=10.000001')).toMatchObject({
      status: 400,
      body: {
        message: 'Validation failed',
        errors: [{ message: 'amount must not be more than is still to pay: 10 USDC' }],
      },
    });
  });

  it('takes a part of an invoice in the invoice’s currency', async () => {
    const id = await host.send(owner, EURO);
    const readAt = new Date('2026-01-02T03:04:05.000Z');
    host.sepolia.rate = { outUnits: 1_100_000n, oldestAt: readAt, readAt };
    const { body } = await pay(id, '?amount=2.5');
    host.sepolia.rate = undefined;
    expect(sayings(body['transactions'])[1]).toContain('convert 250000000 ');
  });

  it('keeps the fee that the request was made with, with any fee in the call', async () => {
    const client = await host.clientOf(owner, { feePercentage: '1', feeAddress: FEE_ADDRESS });
    const id = await host.send(owner, {}, client.headers);
    const query = `?feePercentage=50&feeAddress=${PROTOCOL}`;
    expect((await pay(id, query)).body['metadata']).toMatchObject({
      platformFee: { percentage: '1', address: FEE_ADDRESS },
    });
  });

  it('accepts its own chain and token like none', async () => {
    const id = await host.send(owner);
    const [plain, named] = [await pay(id), await pay(id, '?chain=SEPOLIA&token=USDC')];
    expect(named).toEqual(plain);
  });

  it('lets a client ID prepare what its account’s key created', async () => {
    const { headers } = await host.clientOf(owner);
    expect(await pay(await host.send(owner), wallet, headers)).toMatchObject({ status: 200 });
  });
});

describe('200 with a protocol fee', () => {
  it('pays it by itself behind the payment, once', async () => {
    const protocolFee = { bps: 100, capUsd: null, fixedUsd: null, evmAddress: PROTOCOL };
    const settings = { ...host.ctx.settings, protocolFee };
    await using charged = await requestsHost({ settings });
    const asker = await charged.asker();
    const id = await charged.send(asker);
    const send = (query = '') =>
      charged.call('GET', `/v2/request/${id}/pay${query}`, { headers: asker.key });
    const { body } = await send(wallet);
    expect(sayings(body['transactions'])).toEqual([
      'approve 12625000',
      expect.stringMatching(/^pay 12500000 /),
      expect.stringMatching(/^pay 125000 /),
    ]);
    expect(body['metadata']).toMatchObject({
      stepsRequired: 3,
      paymentTransactionIndex: 1,
      protocolFee: { percentage: '1', address: PROTOCOL },
    });
    const fee = await charged.ctx.db
      .selectFrom('request')
      .select('request_id')
      .where('origin_form', '=', 'fee')
      .executeTakeFirstOrThrow();
    await charged.receive(fee.request_id, { units: 125_000n });
    expect(sayings((await send()).body['transactions'])).toEqual([
      'approve 12500000',
      expect.stringMatching(/^pay 12500000 /),
    ]);
    const read = (url: string) => charged.call('GET', url, { headers: asker.key });
    expect(await read(`/v2/request/${id}`)).toMatchObject({
      body: { payments: [], fees: [{ type: 'protocol', amount: '0.125', currency: 'USDC' }] },
    });
    expect(await read(`/v2/request/${fee.request_id}`)).toMatchObject({ status: 404 });
    expect(await read('/v2/request')).toMatchObject({ body: { pagination: { total: 1 } } });
    const payments = await read('/v2/payments?type=direct');
    expect(payments).toMatchObject({ body: { payments: [], pagination: { total: 0 } } });
  });

  it('returns the agreed percentage, with any later setting', async () => {
    const agreed = { bps: 125, capUsd: null, fixedUsd: null, evmAddress: PROTOCOL };
    const settings = { ...host.ctx.settings, protocolFee: agreed };
    await using charged = await requestsHost({ settings });
    const asker = await charged.asker();
    const id = await charged.send(asker);
    const payPart = async (one: string) => {
      const { body } = await charged.call('GET', `/v2/request/${one}/pay`, { headers: asker.key });
      return { protocolFee: undefined, ...Object(body['metadata']) }.protocolFee;
    };
    Object.assign(settings, { protocolFee: { ...agreed, bps: 300, evmAddress: PAYEE } });
    expect(await payPart(id)).toEqual({ percentage: '1.25', address: PROTOCOL });
    expect(await payPart(await charged.send(asker))).toEqual({ percentage: '3', address: PAYEE });
    Object.assign(settings, { protocolFee: undefined });
    expect(await payPart(id)).toEqual({ percentage: '1.25', address: PROTOCOL });
    expect(await payPart(await charged.send(asker))).toBeUndefined();
  });
});

describe('400, with what is wrong in errors', () => {
  it.each([
    ['wallet', '?wallet=nobody', /^wallet must be/],
    ['amount', '?amount=0', 'amount must be greater than 0'],
    ['amount', '?amount=-1', /plain decimal/],
    ['amount', '?amount=1.0000001', /7 decimals/],
    ['amount', '?amount=13', /still to pay: 12.5 USDC/],
    ['feeAddress', '?feePercentage=1', 'feeAddress is required when feePercentage is set'],
    [
      'feePercentage',
      `?feeAddress=${FEE_ADDRESS}`,
      'feePercentage is required when feeAddress is set',
    ],
    ['feePercentage', `?feePercentage=101&feeAddress=${FEE_ADDRESS}`, /0 to 100/],
    ['feeAddress', '?feePercentage=1&feeAddress=nobody', /^feeAddress must be/],
    ['token', '?chain=SEPOLIA', 'chain and token must be sent together'],
    ['chain', '?token=USDC', 'chain and token must be sent together'],
    ['chain', '?chain=BASE&token=USDC', /is not paid from another network/],
    ['token', '?chain=SEPOLIA&token=USDT', /^token must be USDC, that of the request/],
    ['clientUserId', '?clientUserId=u-1', /for requests that are paid out/],
    ['clientUserId', '?paymentDetailsId=d-1', /for requests that are paid out/],
    ['colour', '?colour=red', /not a known field/],
  ])('for a wrong %s: %s', async (field, query, message) => {
    const answer = await pay(await host.send(owner), query);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        message: 'Validation failed',
        errors: [
          {
            field,
            message: typeof message === 'string' ? message : expect.stringMatching(message),
          },
        ],
      },
    });
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await pay('01', '', {})).toMatchObject({ status: 401 });
  });
});

describe('403', () => {
  it('for a link that is over, or that restricts or hides something', async () => {
    const { accountId } = owner;
    const links = await Promise.all([
      insertLink(host.ctx.db, { accountId, status: 'invalidated' }),
      insertLink(host.ctx.db, { accountId, expiresAt: new Date('2026-01-02T03:04:05.000Z') }),
      insertLink(host.ctx.db, { accountId, allowedPayers: [PAYER] }),
      insertLink(host.ctx.db, { accountId, hidesPayee: true }),
      insertLink(host.ctx.db, { accountId, hidesUntilApproved: true }),
    ]);
    const codes: unknown[] = [];
    for (const { requestId } of links) {
      const { status, body } = await pay(requestId, wallet);
      expect(status).toBe(403);
      codes.push(body['code']);
    }
    const over = 'secure_payment_not_payable';
    const only = 'secure_payment_only';
    expect(codes).toEqual([over, over, only, only, only]);
    const open = await insertLink(host.ctx.db, { accountId });
    expect(await pay(open.requestId, wallet)).toMatchObject({ status: 200 });
  });

  it('for a member who may only read', async () => {
    const session = await signedIn(host.ctx.db, { accountId: owner.accountId });
    await host.ctx.db
      .updateTable('account_member')
      .set({ role: 'viewer' })
      .where('account_id', '=', owner.accountId)
      .execute();
    expect(await pay(await host.send(owner), '', session)).toMatchObject({ status: 403 });
  });
});

describe('404', () => {
  it('alike for what is unknown and for what is another account’s', async () => {
    const foreign = await host.send(await host.asker());
    for (const id of [foreign, `01${'0'.repeat(64)}`]) {
      const answer = await pay(id);
      expect(answer).toMatchObject({ status: 404, body: { message: 'Request not found' } });
    }
  });
});

describe('409', () => {
  it('for a request that has been paid, and not any more once that was undone', async () => {
    const id = await host.send(owner);
    await host.receive(id, { units: 12_500_000n });
    expect(await pay(id)).toMatchObject({
      status: 409,
      body: { message: 'Request has already been paid' },
    });
    await host.undo(id);
    expect(await pay(id)).toMatchObject({ status: 200 });
  });
});

describe('409 before signing', () => {
  it('for a payee who cannot be paid', async () => {
    const id = await host.send(owner);
    host.sepolia.refusing = new Set([PAYEE]);
    const { status, body } = await pay(id, wallet);
    host.sepolia.refusing = new Set();
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'payee_cannot_be_paid', errors: [{ field: 'payee' }] },
    });
    expect(await pay(id, wallet)).toMatchObject({ status: 200 });
  });
});

describe('503', () => {
  it('where no node answers', async () => {
    const id = await host.send(owner);
    host.sepolia.balances = undefined;
    const answer = await pay(id, wallet);
    host.sepolia.balances = RICH;
    expect(answer).toMatchObject({ status: 503 });
  });
});
