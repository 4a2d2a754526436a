import { getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import {
  type Asker,
  hashOf,
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';

const SHOP = 'https://shop.example';
const OTHER = '0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB';
const KEY = getAddress(`0x${'cd'.repeat(20)}`);
const NOBODY = `0x${'99'.repeat(20)}`;

let host: RequestsHost;
let owner: Asker;
/** The requests of the owner by what they are about. */
let made: Record<'plain' | 'euro' | 'coin', string>;
let references: Record<string, string>;
beforeAll(async () => {
  host = await requestsHost();
  owner = await host.asker();
  const euro = { invoiceCurrency: 'EUR', amount: '10', reference: 'EUR-1' };
  const coin = {
    invoiceCurrency: 'ETH-sepolia-sepolia',
    paymentCurrency: 'ETH-sepolia-sepolia',
    amount: '1',
    payee: OTHER,
  };
  made = {
    plain: await host.send(owner, { reference: 'INV-1', customerInfo: { firstName: 'Ada' } }),
    euro: await host.send(owner, euro),
    coin: await host.send(owner, coin),
  };
  const day = (n: number) => new Date(`2026-01-0${n}T00:00:00.000Z`);
  await host.receive(made.plain, { units: 12_500_000n, at: day(1), transaction: 'plain' });
  await host.receive(made.euro, {
    units: 10n ** 9n,
    tokenUnits: 11_000_000n,
    at: day(2),
    payerEoa: KEY,
  });
  await host.receive(made.coin, { units: 10n ** 18n, at: day(3), payer: OTHER });
  const rows = await host.ctx.db
    .selectFrom('request')
    .select(['request_id', 'payment_reference'])
    .execute();
  references = Object.fromEntries(rows.map((row) => [row.request_id, row.payment_reference]));
  await host.receive(await host.send(await host.asker()), {
    units: 12_500_000n,
    transaction: 'plain',
  });
});
afterAll(() => host[Symbol.asyncDispose]());

const find = (query: string, headers: Asker['key'] = owner.key) =>
  host.call('GET', `/v2/payments${query}`, { headers });
type Listed = readonly { request: { requestId: string } }[];
async function found(query: string, headers?: Asker['key']): Promise<string[]> {
  const { status, body } = await find(query, headers);
  expect([status, body['errors']]).toEqual([200, undefined]);
  const payments: Listed = body['payments'] ?? [];
  const names = new Map(Object.entries(made).map(([name, id]) => [id, name]));
  return payments.map(({ request }) => names.get(request.requestId) ?? request.requestId);
}

describe('200', () => {
  it('answers everything of a payment, and where the page stands', async () => {
    const { body } = await find(`?requestId=${made.plain}`);
    expect(body).toEqual({
      payments: [
        {
          id: expect.stringMatching(/^[0-9A-Z]{26}$/),
          amount: '12.5',
          sourceNetwork: 'sepolia',
          destinationNetwork: 'sepolia',
          sourceTxHash: hashOf('plain'),
          destinationTxHash: hashOf('plain'),
          timestamp: '2026-01-01T00:00:00.000Z',
          type: 'direct',
          conversionRateSource: null,
          conversionRateDestination: null,
          convertedAmountSource: null,
          convertedAmountDestination: null,
          paidAmount: '12.5',
          paidCurrency: 'USDC-sepolia',
          paidNetwork: 'sepolia',
          receivedAmount: '12.5',
          receivedCurrency: 'USDC-sepolia',
          receivedNetwork: 'sepolia',
          excessAmount: null,
          excessCurrency: null,
          currency: 'USDC-sepolia',
          paymentCurrency: 'USDC-sepolia',
          fees: [],
          recurringPaymentId: null,
          rateProvider: null,
          detectionSource: 'request-network',
          note: null,
          payerAddress: PAYER,
          payerEoaAddress: null,
          payee: PAYEE,
          destinationId: expect.stringMatching(`^${PAYEE}@eip155:11155111#[0-9A-F]{8}:0x`),
          flow: 'incoming',
          createdBy: 'api_key',
          seen: { blockNumber: expect.any(Number), at: '2026-01-01T00:00:00.000Z' },
          confirmed: { blockNumber: expect.any(Number), at: '2026-01-01T00:00:00.000Z' },
          finalized: null,
          request: {
            requestId: made.plain,
            paymentReference: references[made.plain],
            hasBeenPaid: true,
            customerInfo: { firstName: 'Ada' },
            reference: 'INV-1',
          },
        },
      ],
      pagination: { total: 1, limit: 20, offset: 0, hasMore: false },
    });
  });

  it('names the account that paid and the key whose tokens it paid with', async () => {
    const { body } = await find(`?requestId=${made.euro}`);
    expect(body).toMatchObject({ payments: [{ payerAddress: PAYER, payerEoaAddress: KEY }] });
  });

  it.each([
    ['txHash', () => `?txHash=${hashOf('plain')}`, ['plain']],
    ['txHash in capitals', () => `?txHash=0x${hashOf('plain').slice(2).toUpperCase()}`, ['plain']],
    ['who paid', () => `?walletAddress=${PAYER}`, ['euro', 'plain']],
    ['who paid or was paid, in any case', () => `?walletAddress=${OTHER.toLowerCase()}`, ['coin']],
    ['who was paid', () => `?walletAddress=${PAYEE}`, ['euro', 'plain']],
    ['whose tokens an account paid with', () => `?walletAddress=${KEY.toLowerCase()}`, ['euro']],
    ['a wallet of nobody', () => `?walletAddress=${NOBODY}`, []],
    ['paymentReference', () => `?paymentReference=${references[made.euro]}`, ['euro']],
    [
      'paymentReference without 0x',
      () => `?paymentReference=${references[made.euro]?.slice(2)}`,
      ['euro'],
    ],
    [
      'paymentReference in capitals',
      () => `?paymentReference=${references[made.euro]?.toUpperCase()}`,
      ['euro'],
    ],
    ['a paymentReference that is none', () => '?paymentReference=none', []],
    ['requestId', () => `?requestId=${made.coin}`, ['coin']],
    ['reference', () => '?reference=INV-1', ['plain']],
    ['type direct', () => '?type=direct', ['coin', 'plain']],
    ['type conversion', () => '?type=conversion', ['euro']],
    ['type recurring', () => '?type=recurring', []],
    ['invoiceCurrency', () => '?invoiceCurrency=EUR', ['euro']],
    ['the invoice in what is paid', () => '?invoiceCurrency=USDC-sepolia', ['plain']],
    ['paymentCurrency', () => '?paymentCurrency=USDC-sepolia', ['euro', 'plain']],
    ['its other spelling', () => '?paymentCurrency=fUSDC-sepolia', ['euro', 'plain']],
    ['a coin', () => '?paymentCurrency=ETH-sepolia-sepolia', ['coin']],
    ['fromDate', () => '?type=direct&fromDate=2026-01-02T00:00:00Z', ['coin']],
    ['toDate', () => '?type=direct&toDate=2026-01-01T00:00:00Z', ['plain']],
    [
      'both dates',
      () =>
        '?paymentCurrency=USDC-sepolia&fromDate=2026-01-01T00:00:00Z&toDate=2026-01-01T00:00:00Z',
      ['plain'],
    ],
    ['two that fit', () => '?reference=INV-1&type=direct', ['plain']],
    ['two that exclude each other', () => '?reference=INV-1&type=conversion', []],
    ['an invoice that was not converted', () => '?invoiceCurrency=EUR&type=direct', []],
    ['a token for another', () => '?invoiceCurrency=FAU-sepolia&paymentCurrency=USDC-sepolia', []],
  ])('filters by %s', async (_what, query, names) => {
    expect(await found(query())).toEqual(names);
  });

  it('means all filters at once, whichever are named together', async () => {
    const all = [
      `txHash=${hashOf('plain')}`,
      `walletAddress=${PAYEE}`,
      `paymentReference=${references[made.plain]}`,
      `requestId=${made.plain}`,
      'reference=INV-1',
      'type=direct',
      'invoiceCurrency=USDC-sepolia',
      'paymentCurrency=USDC-sepolia',
    ];
    const dates = 'fromDate=2026-01-01T00:00:00Z&toDate=2026-01-01T00:00:00.000Z';
    // Each with each other, and all but each two: one filter that undoes another shows in its pair.
    const some = all.flatMap((one, i) => all.slice(i).map((other) => [...new Set([one, other])]));
    const rest = some.map((pair) => all.filter((one) => !pair.includes(one)));
    for (const chosen of [...some, ...rest, all]) {
      expect(await found(`?${chosen.join('&')}&${dates}`)).toEqual(['plain']);
    }
    expect(await found(`?${all.join('&')}&fromDate=2026-01-01T00:00:01Z`)).toEqual([]);
  });

  it('finds payments of a link by what the link is called', async () => {
    const link = await insertLink(host.ctx.db, { accountId: owner.accountId });
    await host.ctx.db
      .updateTable('secure_payment')
      .set({ reference: 'LINK-1' })
      .where('token', '=', link.token)
      .execute();
    await host.receive(link.requestId, { units: 1n });
    expect(await found('?reference=LINK-1')).toEqual([link.requestId]);
    await host.undo(link.requestId);
    expect(await found('?reference=LINK-1')).toEqual([]);
  });

  it('pages, newest first, and returns whether there is more', async () => {
    const id = await host.send(owner, { reference: 'PAGES' });
    for (const n of [1, 2, 3]) {
      await host.receive(id, { units: BigInt(n), at: new Date(Date.UTC(2026, 2, n)) });
    }
    expect(await find('?reference=PAGES&limit=2')).toMatchObject({
      body: {
        payments: [{ amount: '0.000003' }, { amount: '0.000002' }],
        pagination: { total: 3, limit: 2, offset: 0, hasMore: true },
      },
    });
    expect(await find('?reference=PAGES&limit=2&offset=2')).toMatchObject({
      body: {
        payments: [{ amount: '0.000001' }],
        pagination: { total: 3, limit: 2, offset: 2, hasMore: false },
      },
    });
  });

  it('returns what each payment added to the excess', async () => {
    const id = await host.send(owner, { reference: 'EXCESS' });
    for (const units of [10_000_000n, 5_000_000n, 1_000_000n]) await host.receive(id, { units });
    const { body } = await find('?reference=EXCESS');
    expect(body['payments']).toMatchObject([
      { amount: '1', excessAmount: '1' },
      { amount: '5', excessAmount: '2.5', excessCurrency: 'USDC-sepolia' },
      { amount: '10', excessAmount: null },
    ]);
  });

  it('shows a client ID what was made with it, and a session all of the account', async () => {
    const page = await host.clientOf(owner, { allowedDomains: [SHOP] });
    const headers = { ...page.headers, origin: SHOP };
    expect(await found('?type=direct', headers)).toEqual([]);
    const id = await host.send(owner, { customerInfo: { firstName: 'Ada' } }, headers);
    await host.receive(id, { units: 7n });
    const { body } = await find('?type=direct', headers);
    expect(body['payments']).toMatchObject([{ request: { requestId: id, customerInfo: null } }]);
    const session = await signedIn(host.ctx.db, { accountId: owner.accountId });
    expect(await found('?reference=INV-1', session)).toEqual(['plain']);
  });

  it('shows nothing of other accounts, whatever of theirs is named', async () => {
    const other = await host.asker();
    for (const query of [
      `?txHash=${hashOf('plain')}`,
      `?requestId=${made.plain}`,
      `?paymentReference=${references[made.plain]}`,
      `?walletAddress=${PAYER}`,
      '?reference=INV-1',
      '?type=direct',
    ]) {
      expect(await find(query, other.key)).toMatchObject({
        body: { payments: [], pagination: { total: 0, hasMore: false } },
      });
    }
  });
});

describe('400, with what is wrong in errors', () => {
  it.each([
    ['', /^At least one of txHash, walletAddress, /, ''],
    ['?fromDate=2026-01-01T00:00:00Z', /^At least one of/, ''],
    ['?txHash=0x12', /^txHash must have 66 characters/, 'txHash'],
    [`?txHash=0x${'g'.repeat(64)}`, /^txHash must be 0x and 64/, 'txHash'],
    ['?walletAddress=nobody', 'walletAddress must be a wallet address', 'walletAddress'],
    ['?type=sideways', /^.*Invalid enum value/, 'type'],
    ['?type=direct&fromDate=2026-01-01', /ends in Z/, 'fromDate'],
    ['?type=direct&fromDate=2026-01-01T00:00:00%2B01:00', /ends in Z/, 'fromDate'],
    ['?type=direct&toDate=2026-13-01T00:00:00Z', /ends in Z/, 'toDate'],
    [
      '?type=direct&fromDate=2026-01-02T00:00:00Z&toDate=2026-01-01T00:00:00Z',
      'toDate must be after or equal to fromDate',
      'toDate',
    ],
    ['?type=direct&limit=0', /whole number from 1 to 100/, 'limit'],
    ['?type=direct&limit=101', /whole number from 1 to 100/, 'limit'],
    ['?type=direct&offset=-1', /whole number/, 'offset'],
    ['?reference=%00', /NUL/, 'reference'],
    ['?type=direct&colour=red', /colour is not a known field/, 'colour'],
  ])('for %s', async (query, message, field) => {
    const { status, body } = await find(query);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        statusCode: 400,
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
    const answer = await find('?type=direct', {});
    expect(answer).toMatchObject({
      status: 401,
      body: { statusCode: 401, message: expect.any(String), error: 'Unauthorized' },
    });
  });
});
