import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FEE_RECEIVER } from '../../../../tests/support/fee-configs.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
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

const OTHER = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const UNKNOWN = `01${'ab'.repeat(32)}`;

let host: RequestsHost;
let asker: Asker;
beforeAll(async () => {
  host = await requestsHost();
  asker = await host.asker();
});
afterAll(() => host[Symbol.asyncDispose]());

const item = (paymentCurrency = 'USDC-sepolia', more: object = {}) => ({
  payee: PAYEE,
  amount: '2.5',
  invoiceCurrency: paymentCurrency,
  paymentCurrency,
  ...more,
});
const COIN = 'ETH-sepolia-sepolia';

const create = (body: object, headers: Headers = asker.key) =>
  host.call('POST', '/v2/payouts/batch', { headers, body });

const countRequests = async () => {
  const { n } = await host.ctx.db
    .selectFrom('request')
    .select((row) => row.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
};

const Created = z.looseObject({
  batchPaymentTransaction: z.object({ data: z.string(), value: z.object({ hex: z.string() }) }),
  requests: z.array(z.looseObject({ requestId: z.string(), paymentReference: z.string() })),
});

/** What the one transaction pays, line by line. */
const paidBy = (body: unknown) => {
  const { data } = Created.parse(body).batchPaymentTransaction;
  return Buffer.from(data.slice(2), 'hex').toString().split('\n');
};

/** What a refusal says, by its field. */
const problems = ({ status, body }: { status: number; body: unknown }) => {
  const { errors } = z
    .looseObject({ errors: z.array(z.object({ field: z.string(), message: z.string() })) })
    .parse(body);
  return { status, ...Object.fromEntries(errors.map((e) => [e.field, e.message])) };
};

describe('201 for new payouts', () => {
  it('answers approvals, one transaction, the requests in their order and what the payer has', async () => {
    const at = host.ctx.now();
    host.sepolia.rate = { outUnits: 1_000_000n, oldestAt: at, readAt: at };
    const { status, body } = await create({
      requests: [
        item(),
        item(COIN, { amount: '0.5' }),
        item('USDC-sepolia', { invoiceCurrency: 'USD', amount: '7', payee: OTHER }),
        item('FAU-sepolia', { amount: '1' }),
      ],
      payer: PAYER,
    });
    host.sepolia.rate = undefined;
    const payoutBody = (more: object) => ({
      requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
      paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
      payee: PAYEE,
      ...more,
    });
    const same = (id: string) => ({ invoiceCurrency: id, paymentCurrency: id });
    const approval = { to: expect.any(String), data: expect.any(String), value: 0 };
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        ERC20ApprovalTransactions: [approval, approval],
        batchPaymentTransaction: {
          to: expect.any(String),
          data: expect.any(String),
          value: { type: 'BigNumber', hex: '0x06f05b59d3b20000' },
        },
        requests: [
          payoutBody({ amount: '2.5', ...same('USDC-sepolia') }),
          payoutBody({ amount: '0.5', ...same(COIN) }),
          payoutBody({
            amount: '7',
            payee: OTHER,
            invoiceCurrency: 'USD',
            paymentCurrency: 'USDC-sepolia',
          }),
          payoutBody({ amount: '1', ...same('FAU-sepolia') }),
        ],
        metadata: {
          hasEnoughBalance: true,
          hasEnoughGas: true,
          canMakePayment: true,
          insufficientTokens: [],
          estimatedNetworkFee: '0.0007',
          estimatedNetworkFeeUsd: expect.stringMatching(/^[0-9.]+$/),
        },
      },
    });
    const { requests } = Created.parse(body);
    const rows = await host.ctx.db
      .selectFrom('request')
      .selectAll()
      .where(
        'request_id',
        'in',
        requests.map(({ requestId }) => requestId),
      )
      .orderBy('id')
      .execute();
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      expect(row).toMatchObject({
        account_id: asker.accountId,
        flow: 'outgoing',
        origin_form: 'batch_payout',
        payer_address: PAYER,
      });
    }
  });

  it('without a payer says nothing of it and prepares every approval', async () => {
    const { body } = await create({ requests: [item(), item()] });
    expect(body['ERC20ApprovalTransactions']).toHaveLength(1);
    expect(body).not.toHaveProperty('metadata');
  });

  it('takes a fee on top of each, to one address', async () => {
    const fee = { feePercentage: '2', feeAddress: FEE_RECEIVER };
    const { body } = await create({ requests: [item(), item(COIN, { amount: '1' })], ...fee });
    const [head, ...lines] = paidBy(body);
    expect(head).toBe(`batch ${FEE_RECEIVER}`);
    expect(lines[0]).toMatch(/^pay 2500000 0x[0-9a-f]{16} fee 50000 /);
    expect(lines[1]).toMatch(
      /^pay native 1000000000000000000 0x[0-9a-f]{16} fee 20000000000000000 /,
    );
  });

  it('pays the protocol fee of each dollar behind it, also among other currencies', async () => {
    const protocolFee = { bps: 100, capUsd: null, fixedUsd: null, evmAddress: FEE_RECEIVER };
    await using charged = await requestsHost({
      settings: { ...host.ctx.settings, protocolFee },
    });
    const { body } = await charged.call('POST', '/v2/payouts/batch', {
      headers: (await charged.asker()).key,
      body: { requests: [item(), item(COIN, { amount: '1' }), item()] },
    });
    expect(paidBy(body).slice(1)).toEqual([
      expect.stringMatching(/^pay 2500000 /),
      expect.stringMatching(/^pay 25000 /),
      expect.stringMatching(/^pay native 1000000000000000000 /),
      expect.stringMatching(/^pay 2500000 /),
      expect.stringMatching(/^pay 25000 /),
    ]);
  });

  it('takes two hundred', async () => {
    const { status, body } = await create({ requests: Array(200).fill(item()), payer: PAYER });
    expect(status).toBe(201);
    const { requests } = Created.parse(body);
    expect(new Set(requests.map(({ paymentReference }) => paymentReference)).size).toBe(200);
    expect(paidBy(body)).toHaveLength(201);
  });

  it('names the currency of which the payer has too little', async () => {
    host.sepolia.balances = { ...RICH, balanceUnits: 1n };
    const { body } = await create({ requests: [item(), item()], payer: PAYER });
    host.sepolia.balances = RICH;
    expect(body['metadata']).toMatchObject({
      hasEnoughBalance: false,
      canMakePayment: false,
      insufficientTokens: [
        { paymentCurrencyId: 'USDC-sepolia', required: '5000000', available: '1' },
      ],
    });
  });

  it('happens once for one idempotency key', async () => {
    const headers = { ...asker.key, 'idempotency-key': 'batch-once' };
    const before = await countRequests();
    const first = await create({ requests: [item(), item()] }, headers);
    expect(await create({ requests: [item(), item()] }, headers)).toEqual(first);
    expect(await countRequests()).toBe(before + 2);
  });
});

describe('201 for requests that are there', () => {
  it('pays what is due of each, in the order of the ids, and creates none', async () => {
    const [a, b] = [await host.send(asker, { amount: '10' }), await host.send(asker)];
    await host.receive(a, { units: 4_000_000n });
    const before = await countRequests();
    const { status, body } = await create({ requestIds: [b, a] });
    expect(status).toBe(201);
    expect(await countRequests()).toBe(before);
    expect(Created.parse(body).requests.map(({ requestId }) => requestId)).toEqual([b, a]);
    const [, first, second] = paidBy(body);
    expect(first).toContain('pay 12500000 ');
    expect(second).toContain('pay 6000000 ');
  });

  it('pays a payout that was created before, and the request of a link', async () => {
    const single = await host.call('POST', '/v2/payouts', { headers: asker.key, body: item() });
    const link = await insertLink(host.ctx.db, { accountId: asker.accountId });
    const requestIds = [String(single.body['requestId']), link.requestId];
    expect((await create({ requestIds })).status).toBe(201);
  });

  it('adds the fee of the call where a request has none, and never to one that has', async () => {
    const own = { feePercentage: '1', feeAddress: FEE_RECEIVER };
    const withFee = await host.call('POST', '/v2/payouts', {
      headers: asker.key,
      body: item('USDC-sepolia', own),
    });
    const requestIds = [await host.send(asker), String(withFee.body['requestId'])];
    const { body } = await create({
      requestIds,
      feePercentage: '2',
      feeAddress: FEE_RECEIVER,
    });
    const [head, plain, feed] = paidBy(body);
    expect(head).toBe(`batch ${FEE_RECEIVER}`);
    expect(plain).toContain('fee 250000 ');
    expect(feed).toContain('fee 25000 ');
  });
});

describe('400, which stores nothing', () => {
  it.each([
    ['neither', {}],
    ['both', { requests: [item()], requestIds: [UNKNOWN] }],
  ])('%s of requests and requestIds', async (_, body) => {
    expect(problems(await create(body))).toEqual({
      status: 400,
      requests: 'Send either requests or requestIds, exactly one of the two',
    });
  });

  it.each([
    ['none', { requests: [] }, 'at least one'],
    ['none', { requestIds: [] }, 'at least one'],
    ['201', { requests: Array(201).fill(item()) }, 'at most 200'],
    ['201', { requestIds: Array(201).fill(UNKNOWN) }, 'at most 200'],
    ['half a payout', { requests: [{ payee: PAYEE, amount: '1' }] }, 'paymentCurrency'],
    ['an unknown field', { requests: [{ ...item(), memo: 'x' }] }, 'memo is not a known field'],
    ['what is no payer', { requests: [item()], payer: 'me' }, 'payer must be 0x'],
    ['half a fee', { requests: [item()], feePercentage: '1' }, 'feeAddress is required'],
    ['a bad amount', { requests: [item(), item(COIN, { amount: '-1' })] }, 'requests[1].amount'],
    ['a bad payee', { requests: [item(), item(COIN, { payee: '0x' })] }, 'requests[1].payee'],
  ])('%s', async (_, body, message) => {
    const before = await countRequests();
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(message);
    expect(await countRequests()).toBe(before);
  });

  it('several networks, in the documented words, also of requests that are there', async () => {
    const several = {
      status: 400,
      requests: 'All requests must be on the same network',
    };
    expect(problems(await create({ requests: [item(), item('USDC-base')] }))).toEqual(several);
    const base = { invoiceCurrency: 'USDC-base', paymentCurrency: 'USDC-base' };
    const requestIds = [await host.send(asker), await host.send(asker, base)];
    expect(problems(await create({ requestIds }))).toEqual(several);
  });

  it('Tron, in the documented words', async () => {
    expect(problems(await create({ requests: [item('USDT-tron'), item('USDT-tron')] }))).toEqual({
      status: 400,
      requests:
        'Batch payments are not supported for TRON networks. Please submit individual payment requests.',
    });
  });

  it('ids that are foreign, unknown, repeated, paid or being paid, naming each', async () => {
    const [paid, seen, free] = [
      await host.send(asker),
      await host.send(asker),
      await host.send(asker),
    ];
    const foreign = await host.send(await host.asker());
    await host.receive(paid, { units: 12_500_000n });
    await host.receive(seen, { units: 1n, onlySeen: true });
    const requestIds = [free, foreign, UNKNOWN, free, paid, seen];
    const said = problems(await create({ requestIds }));
    expect(said).toEqual({
      status: 400,
      'requestIds[1]': `requestIds[1]: ${foreign} is no request of this account`,
      'requestIds[2]': `requestIds[2]: ${UNKNOWN} is no request of this account`,
      'requestIds[3]': `requestIds[3]: ${free} is named twice`,
      'requestIds[4]': `requestIds[4]: ${paid} was paid already`,
      'requestIds[5]': `requestIds[5]: ${seen} is being paid`,
    });
  });

  it('requests of links that are over, or that keep something to themselves', async () => {
    const { accountId } = asker;
    const over = await insertLink(host.ctx.db, { accountId, status: 'invalidated' });
    const guarded = await insertLink(host.ctx.db, { accountId, allowedPayers: [PAYER] });
    const said = problems(await create({ requestIds: [over.requestId, guarded.requestId] }));
    expect(said).toMatchObject({
      'requestIds[0]': expect.stringContaining('can no longer be paid'),
      'requestIds[1]': expect.stringContaining('through its secure payment only'),
    });
  });

  it('fees for several receivers', async () => {
    const payout = async (feeAddress: string) => {
      const body = item('USDC-sepolia', { feePercentage: '1', feeAddress });
      const made = await host.call('POST', '/v2/payouts', { headers: asker.key, body });
      return String(made.body['requestId']);
    };
    const requestIds = [await payout(FEE_RECEIVER), await payout(OTHER)];
    expect(problems(await create({ requestIds }))).toMatchObject({
      status: 400,
      'requestIds[1]': expect.stringContaining('a batch pays all fees to one address'),
    });
  });

  it('more than one transaction takes, and names how many fit', async () => {
    const before = await countRequests();
    const at = host.ctx.now();
    host.sepolia.rate = { outUnits: 1_000_000n, oldestAt: at, readAt: at };
    const requests = Array(200).fill(item('USDC-sepolia', { invoiceCurrency: 'USD' }));
    const said = problems(await create({ requests }));
    host.sepolia.rate = undefined;
    const [, most] = /the first (\d+) of these 200/.exec(String(Object(said).requests)) ?? [];
    expect(said).toMatchObject({ status: 400 });
    expect(Number(most)).toBe(98);
    expect(await countRequests()).toBe(before);
  });

  it('a conversion without a rate', async () => {
    const before = await countRequests();
    const requests = [item(), item('USDC-sepolia', { invoiceCurrency: 'EUR' })];
    expect(await create({ requests })).toMatchObject({
      status: 400,
      body: { code: 'rate_not_available' },
    });
    expect(await countRequests()).toBe(before);
  });
});

describe('409', () => {
  it('for a payee who cannot be paid, which stores nothing', async () => {
    const before = await countRequests();
    host.sepolia.refusing = new Set([OTHER]);
    const items = [item(), item(COIN, { payee: OTHER })];
    const answer = await create({ requests: items, payer: PAYER });
    host.sepolia.refusing = new Set();
    expect(answer.status).toBe(409);
    expect(Object.keys(problems(answer))).toEqual(['status', 'requests[1]']);
    expect(await countRequests()).toBe(before);
  });
});

describe('401, 403 and 503', () => {
  it('requires a credential, and for the partner of a linked client ID', async () => {
    expect((await create({ requests: [item()] }, {})).status).toBe(401);
    const partner = await insertPartner(host.ctx.db, (await host.asker()).accountId);
    const { id, headers } = await host.clientOf(asker);
    const link = { orchestratorId: partner.id, clientIdId: id, accountId: asker.accountId };
    await linkToPartner(host.ctx.db, link);
    expect(await create({ requests: [item()] }, headers)).toMatchObject({
      status: 403,
      body: { code: 'client_id_linked' },
    });
    const paired = await create({ requests: [item()] }, { ...headers, ...partner.header });
    expect(paired.status).toBe(201);
  });

  it('stores nothing while no node answers', async () => {
    const before = await countRequests();
    host.sepolia.balances = undefined;
    expect((await create({ requests: [item()], payer: PAYER })).status).toBe(503);
    host.sepolia.balances = RICH;
    expect(await countRequests()).toBe(before);
  });
});
