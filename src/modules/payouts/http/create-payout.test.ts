import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEE_RECEIVER } from '../../../../tests/support/fee-configs.ts';
import {
  type Asker,
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { insertPartner, linkToPartner } from '../../../../tests/support/signed-in.ts';
import { RICH } from '../../../../tests/support/still-chain.ts';

type Headers = Readonly<Record<string, string>>;

let host: RequestsHost;
let asker: Asker;
beforeAll(async () => {
  host = await requestsHost();
  asker = await host.asker();
});
afterAll(() => host[Symbol.asyncDispose]());

const BODY = {
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-sepolia',
  paymentCurrency: 'USDC-sepolia',
  payerWallet: PAYER,
};
const coin = { invoiceCurrency: 'ETH-sepolia-sepolia', paymentCurrency: 'ETH-sepolia-sepolia' };

const create = (more: object = {}, headers: Headers = asker.key) =>
  host.call('POST', '/v2/payouts', { headers, body: { ...BODY, ...more } });

const rowOf = (requestId: unknown) =>
  host.ctx.db
    .selectFrom('request')
    .leftJoin('request_person as person', 'person.request_id', 'request.id')
    .selectAll('request')
    .select('person.customer_info')
    .where('request.request_id', '=', String(requestId))
    .executeTakeFirstOrThrow();

const countRequests = async () => {
  const { n } = await host.ctx.db
    .selectFrom('request')
    .select((row) => row.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

const NOTHING = { type: 'BigNumber', hex: '0x00' };

describe('201', () => {
  it('of a token answers the approval and the payment, values as BigNumbers', async () => {
    const { status, body } = await create({ reference: 'SALARY-11' });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
        paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
        transactions: [
          { to: expect.any(String), data: expect.any(String), value: NOTHING },
          { to: expect.any(String), data: expect.any(String), value: NOTHING },
        ],
        metadata: expect.objectContaining({
          stepsRequired: 2,
          needsApproval: true,
          approvalTransactionIndex: 0,
          paymentTransactionIndex: 1,
          hasEnoughBalance: true,
          hasEnoughGas: true,
        }),
      },
    });
    expect(await rowOf(body['requestId'])).toMatchObject({
      account_id: asker.accountId,
      flow: 'outgoing',
      origin_form: 'payout',
      reference: 'SALARY-11',
      payer_address: PAYER,
      payee_address: PAYEE,
      expected_units: 12_500_000n,
      payment_reference: body['paymentReference'],
      customer_info: null,
    });
  });

  it('of coins sends them along and needs no approval', async () => {
    const { body } = await create({ ...coin, amount: '1' });
    expect(body).toMatchObject({
      transactions: [{ value: { type: 'BigNumber', hex: '0x0de0b6b3a7640000' } }],
      metadata: {
        needsApproval: false,
        approvalTransactionIndex: null,
        paymentTransactionIndex: 0,
      },
    });
  });

  it('of an invoice in dollars converts at the rate of the moment', async () => {
    const at = host.ctx.now();
    host.sepolia.rate = { outUnits: 1_000_000n, oldestAt: at, readAt: at };
    const { status, body } = await create({ invoiceCurrency: 'USD' });
    expect({ status, body }).toMatchObject({ status: 201, body: { metadata: expect.anything() } });
    expect(body['transactions']).toHaveLength(2);
    expect(await rowOf(body['requestId'])).toMatchObject({
      kind: 'conversion',
      invoice_currency_id: 'USD',
      expected_units: 1_250_000_000n,
    });
    host.sepolia.rate = undefined;
  });

  it('without a wallet prepares the approval, and returns that no wallet was checked', async () => {
    const { body } = await create({ payerWallet: undefined });
    expect(body).toMatchObject({
      transactions: [{}, {}],
      metadata: {
        needsApproval: true,
        approvalTransactionIndex: 0,
        hasEnoughBalance: true,
        hasEnoughGas: true,
        walletChecked: false,
      },
    });
    expect(await rowOf(body['requestId'])).toMatchObject({ payer_address: null });
  });

  it('takes payerAddress for payerWallet, and both where they are the same wallet', async () => {
    const mixed = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
    const alias = { payerWallet: undefined, payerAddress: mixed.toLowerCase() };
    const both = { payerWallet: mixed, payerAddress: mixed.toLowerCase() };
    for (const more of [alias, both]) {
      const { body } = await create(more);
      expect(await rowOf(body['requestId'])).toMatchObject({ payer_address: mixed });
    }
  });

  it('keeps a fee, and what is known of the customer apart', async () => {
    const customerInfo = { firstName: 'Ada', email: 'ada@shop.example' };
    const fee = { feePercentage: '2', feeAddress: FEE_RECEIVER };
    const { body } = await create({ ...fee, customerInfo });
    const row = await rowOf(body['requestId']);
    expect(row).toMatchObject({ fee_units: 250_000n, fee_address: FEE_RECEIVER });
    expect(JSON.stringify(row.customer_info)).toContain('Ada');
    expect(body['metadata']).toMatchObject({
      platformFee: { percentage: '2', address: FEE_RECEIVER },
      requiredAmount: '12750000',
    });
  });

  it('can be read and paid again as a request', async () => {
    const { body } = await create({ reference: 'R-9' });
    const url = `/v2/request/${body['requestId']}`;
    const read = await host.call('GET', url, { headers: asker.key });
    expect(read).toMatchObject({ status: 200, body: { reference: 'R-9', requestAmount: '12.5' } });
    const again = await host.call('GET', `${url}/pay?wallet=${PAYER}`, { headers: asker.key });
    expect(again.body['transactions']).toEqual(body['transactions']);
  });

  it('by a client ID, which is kept with its Origin, and by a partner with its client ID', async () => {
    const origin = 'https://shop.example';
    const front = await host.clientOf(asker, { allowedDomains: [origin] });
    const { body } = await create({}, { ...front.headers, origin });
    expect(await rowOf(body['requestId'])).toMatchObject({ client_id_id: front.id, origin });
    const { partner, linked } = await pairOf();
    const byPair = await create({}, { ...partner.header, ...linked.headers });
    expect(await rowOf(byPair.body['requestId'])).toMatchObject({
      client_id_id: linked.id,
      orchestrator_id: partner.id,
    });
  });

  it('happens once for one idempotency key', async () => {
    const headers = { ...asker.key, 'idempotency-key': 'pay-once' };
    const before = await countRequests();
    const first = await create({}, headers);
    expect(await create({}, headers)).toEqual(first);
    expect(await countRequests()).toBe(before + 1);
  });
});

async function pairOf() {
  const partner = await insertPartner(host.ctx.db, (await host.asker()).accountId);
  const linked = await host.clientOf(asker);
  const link = { orchestratorId: partner.id, clientIdId: linked.id, accountId: asker.accountId };
  await linkToPartner(host.ctx.db, link);
  return { partner, linked };
}

/** Each: what it is, the body, the field, and words that the refusal must hold. */
const BAD: readonly (readonly [string, Record<string, unknown>, string, string])[] = [
  ['no payee', { payee: undefined }, 'payee', 'required'],
  ['half a payee', { payee: '0x12' }, 'payee', 'payee must be 0x and 40'],
  ['nothing', { amount: '0' }, 'amount', 'greater than 0'],
  ['a number', { amount: 1 }, 'amount', 'must be a text'],
  ['more decimals than there are', { amount: '1.0000001' }, 'amount', 'USDC has 6'],
  ['no currency', { paymentCurrency: 'NOPE' }, 'paymentCurrency', 'not a supported currency'],
  [
    'currencies that contradict each other',
    { invoiceCurrency: 'USDT-sepolia' },
    'invoiceCurrency',
    'must be the paymentCurrency, or USD',
  ],
  ['a pair without rates', { ...coin, invoiceCurrency: 'USD' }, 'invoiceCurrency', 'can be paid'],
  ['a wallet that is none', { payerWallet: 'me' }, 'payerWallet', 'payerWallet must be 0x'],
  [
    'two wallets',
    { payerAddress: PAYEE },
    'payerAddress',
    'payerAddress must be the same as payerWallet, or left out',
  ],
  ['half a fee', { feePercentage: '1' }, 'feeAddress', 'feeAddress is required'],
  ['a fee of all and more', { feePercentage: '101' }, 'feePercentage', 'from 0 to 100'],
  [
    'what recurs, where the network has no contract for it',
    { recurrence: { startDate: '2030-01-01', frequency: 'DAILY', totalPayments: 3, payer: PAYER } },
    'paymentCurrency',
    'Recurring payouts are not available',
  ],
  ['an empty reference', { reference: '' }, 'reference', '1 to 255'],
  ['a field named nowhere', { colour: 'red' }, 'colour', 'not a known field'],
];

describe('400, which stores nothing', () => {
  it.each(BAD)('%s', async (...[, more, field, message]) => {
    const before = await countRequests();
    const { status, body } = await create(more);
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(JSON.stringify(body)).toContain(message);
    expect(await countRequests()).toBe(before);
  });

  it('a conversion without a rate that is fresh enough', async () => {
    const before = await countRequests();
    const readAt = host.ctx.now();
    for (const [rate, code] of [
      [undefined, 'rate_not_available'],
      [{ outUnits: 1_000_000n, oldestAt: new Date(0), readAt }, 'rate_too_old'],
    ] as const) {
      host.sepolia.rate = rate;
      expect(await create({ invoiceCurrency: 'USD' })).toMatchObject({
        status: 400,
        body: { code },
      });
    }
    host.sepolia.rate = undefined;
    expect(await countRequests()).toBe(before);
  });
});

describe('409', () => {
  it('for a payee who cannot be paid, which stores nothing', async () => {
    const before = await countRequests();
    host.sepolia.refusing = new Set([PAYEE]);
    const { status, body } = await create({ payerWallet: PAYER });
    host.sepolia.refusing = new Set();
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'payee_cannot_be_paid', errors: [{ field: 'payee' }] },
    });
    expect(await countRequests()).toBe(before);
  });
});

describe('401, 403 and 503', () => {
  it('requires a credential, and for the partner of a linked client ID', async () => {
    expect((await create({}, {})).status).toBe(401);
    const { linked } = await pairOf();
    const alone = await create({}, linked.headers);
    expect(alone).toMatchObject({ status: 403, body: { code: 'client_id_linked' } });
  });

  it('stores nothing while no node answers', async () => {
    const before = await countRequests();
    host.sepolia.balances = undefined;
    expect((await create()).status).toBe(503);
    host.sepolia.balances = RICH;
    expect(await countRequests()).toBe(before);
  });
});

describe('a node that takes long', () => {
  /** More than there are database connections. */
  const MANY = 12;

  /** Creates many payouts at once while the node does not answer; returns the most simultaneous queries. */
  async function manyAtOnce(headersOf: (n: number) => Asker['key'], expected: number) {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { readPayerBalances } = host.sepolia;
    let asking = 0;
    let most = 0;
    host.sepolia.readPayerBalances = async (...asked) => {
      asking += 1;
      most = Math.max(most, asking);
      await answered;
      asking -= 1;
      return await readPayerBalances(...asked);
    };
    try {
      const before = await countRequests();
      const payouts = Array.from({ length: MANY }, (_, n) => create({}, headersOf(n)));
      while (most < expected) await new Promise((next) => setImmediate(next));
      // Read in between: a connection is there for it, and nothing was written yet.
      expect(await countRequests()).toBe(before);
      answer();
      const statuses = (await Promise.all(payouts)).map(({ status }) => status);
      expect(statuses).toEqual(Array.from({ length: MANY }, () => 201));
      expect(await countRequests()).toBe(before + MANY);
      return most;
    } finally {
      host.sepolia.readPayerBalances = readPayerBalances;
    }
  }

  it('is queried for all payouts at once, which use no connection during the query', async () => {
    expect(await manyAtOnce(() => asker.key, MANY)).toBe(MANY);
  });

  it('is queried by three calls at once with an idempotency key, so that other calls keep their connections', async () => {
    const named = (n: number) => ({ ...asker.key, 'idempotency-key': `slow-${n}` });
    expect(await manyAtOnce(named, 3)).toBe(3);
  });
});
