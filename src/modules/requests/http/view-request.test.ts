import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FEE_RECEIVER, insertFee } from '../../../../tests/support/fee-of-link.ts';
import { insertLink } from '../../../../tests/support/payable-link.ts';
import {
  type Asker,
  PAYEE,
  PAYER,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';
import { signedIn } from '../../../../tests/support/signed-in.ts';

const SHOP = 'https://shop.example';
const FEE_ADDRESS = '0x3333333333333333333333333333333333333333';
const EURO = { invoiceCurrency: 'EUR', paymentCurrency: 'USDC-sepolia', amount: '10.5' };

let host: RequestsHost;
let owner: Asker;
beforeAll(async () => {
  host = await requestsHost();
  owner = await host.asker();
});
afterAll(() => host[Symbol.asyncDispose]());

async function view(requestId: string, headers = owner.key) {
  return await host.call('GET', `/v2/request/${requestId}`, { headers });
}
const statusOf = async (requestId: string) => (await view(requestId)).body['status'];

describe('200', () => {
  it('answers a fresh request with all that is known of it, and nothing else', async () => {
    const customerInfo = { firstName: 'Ada', lastName: 'Example' };
    const id = await host.send(owner, {
      reference: 'R-1',
      customerInfo,
      originalRequestId: '01ab',
      originalRequestPaymentReference: '0x0011223344556677',
    });
    expect(await view(id)).toEqual({
      status: 200,
      body: {
        hasBeenPaid: false,
        paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
        requestId: id,
        payee: PAYEE,
        isListening: true,
        txHash: null,
        originalRequestId: '01ab',
        status: 'created',
        isCryptoToFiatAvailable: false,
        originalRequestPaymentReference: '0x0011223344556677',
        payments: [],
        paymentsTotal: 0,
        pendingPayments: [],
        isRecurrenceStopped: false,
        customerInfo,
        reference: 'R-1',
        requestAmount: '12.5',
        invoiceCurrency: 'USDC',
        paymentCurrency: 'USDC',
        amountInUsd: '12.5',
        conversionRate: '1',
        rateSource: 'unknown',
        conversionBreakdown: null,
        fees: [],
      },
    });
  });

  it('goes through the states as money is seen, comes in instalments, and is undone', async () => {
    const id = await host.send(owner);
    await host.receive(id, { units: 2_500_000n });
    expect(await statusOf(id)).toBe('partially_paid');
    const txHash = await host.receive(id, { units: 10_000_000n, onlySeen: true });
    expect((await view(id)).body).toMatchObject({
      status: 'pending',
      payments: [{ amount: '2.5' }],
      pendingPayments: [
        {
          txHash,
          amount: '10',
          currency: 'USDC-sepolia',
          payerAddress: PAYER,
          seen: { blockNumber: expect.any(Number), at: '2026-01-02T03:04:05.000Z' },
        },
      ],
    });
    const last = await host.receive(id, { units: 11_000_000n, payer: FEE_ADDRESS });
    const { body } = await view(id);
    expect(body).toMatchObject({
      status: 'paid',
      hasBeenPaid: true,
      isListening: false,
      txHash: last,
    });
    expect(body['payments']).toMatchObject([
      {
        amount: '11',
        excessAmount: '1',
        excessCurrency: 'USDC-sepolia',
        payerAddress: FEE_ADDRESS,
      },
      { amount: '2.5', excessAmount: null, excessCurrency: null, payerAddress: PAYER },
    ]);
    await host.undo(id);
    expect(await view(id)).toMatchObject({
      body: { status: 'pending', hasBeenPaid: false, txHash: null, payments: [] },
    });
  });

  it('shows the transaction that paid it, whatever comes afterwards', async () => {
    const id = await host.send(owner);
    const first = await host.receive(id, { units: 2_500_000n });
    expect((await view(id)).body).toMatchObject({ txHash: first });
    const paid = await host.receive(id, { units: 11_000_000n });
    const dust = await host.receive(id, { units: 1n, payer: FEE_ADDRESS });
    const { body } = await view(id);
    expect(body).toMatchObject({ txHash: paid, paymentsTotal: 3 });
    expect(body['payments']).toMatchObject([
      { sourceTxHash: dust, amount: '0.000001' },
      { sourceTxHash: paid },
      { sourceTxHash: first },
    ]);
  });

  it('shows the newest hundred payments and how many there are, which the list pages through', async () => {
    const id = await host.send(owner);
    const hashes: string[] = [];
    for (let i = 0; i < 102; i += 1) hashes.push(await host.receive(id, { units: 1n }));
    const newest = hashes.toReversed();
    const hashesOf = (payments: unknown) =>
      z
        .array(z.object({ sourceTxHash: z.string() }))
        .parse(payments)
        .map(({ sourceTxHash }) => sourceTxHash);
    const { body } = await view(id);
    expect(hashesOf(body['payments'])).toEqual(newest.slice(0, 100));
    expect(body['paymentsTotal']).toBe(102);
    const rest = await host.call('GET', `/v2/payments?requestId=${id}&offset=100`, {
      headers: owner.key,
    });
    expect(hashesOf(rest.body['payments'])).toEqual(newest.slice(100));
    expect(rest.body['pagination']).toMatchObject({ total: 102, hasMore: false });
  });

  it('names the fees that it was paid without: those that can still be paid, and those that were skipped', async () => {
    const id = await host.send(owner);
    const { db } = host.ctx;
    const row = await db
      .updateTable('request')
      .set({ fee_units: 125_000n, fee_percentage: '1', fee_address: FEE_ADDRESS })
      .where('request_id', '=', id)
      .returning(['id', 'token_address'])
      .executeTakeFirstOrThrow();
    const link = await insertLink(db, { accountId: owner.accountId });
    const main = { ...link, requestRowId: row.id, tokenAddress: row.token_address };
    const fee = await insertFee(host.ctx, main);
    await host.receive(id, { units: 12_500_000n, fee: { units: 25_000n, address: FEE_ADDRESS } });
    expect((await view(id)).body).toMatchObject({
      hasBeenPaid: true,
      fees: [{ type: 'platform', amount: '0.025' }],
      outstandingFees: [
        {
          requestId: fee.requestId,
          paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
          type: 'orchestrator_fee',
          label: 'Orchestrator fee',
          bearer: 'payee',
          amount: '0.3125',
          currency: 'USDC',
          receiverAddress: FEE_RECEIVER,
        },
      ],
      skippedFees: [
        { type: 'platform', amount: '0.1', currency: 'USDC', receiverAddress: FEE_ADDRESS },
      ],
    });
  });

  it.each(['EUR', 'GBP', 'USD'])(
    'shows the rate of the feed of an unpaid invoice in %s',
    async (code) => {
      const id = await host.send(owner, { ...EURO, invoiceCurrency: code });
      const readAt = new Date('2026-01-02T03:04:05.000Z');
      host.sepolia.rate = { outUnits: 1_250_000n, oldestAt: readAt, readAt };
      const { body } = await view(id);
      const oldestAt = new Date(readAt.getTime() - 90_001_000);
      host.sepolia.rate = { outUnits: 1_250_000n, oldestAt, readAt };
      const old = await view(id);
      host.sepolia.rate = undefined;
      expect(body).toMatchObject({
        amountInUsd: code === 'USD' ? '10.5' : '13.125',
        conversionRate: '0.8',
        rateSource: 'chainlink',
        conversionBreakdown: null,
      });
      // A payment could not be made at it.
      expect(old.body).toMatchObject({ rateSource: 'unknown' });
    },
  );

  it('shows no breakdown of what one payment paid in full, and reads no feed then', async () => {
    const id = await host.send(owner, EURO);
    await host.receive(id, { units: 1_050_000_000n, tokenUnits: 11_550_000n });
    expect(await view(id)).toMatchObject({
      body: { status: 'paid', conversionBreakdown: null, conversionRate: '0.90909090909' },
    });
  });

  it('shows a breakdown of what several payments paid, with a source of its market rate', async () => {
    const id = await host.send(owner, EURO);
    await host.receive(id, { units: 525_000_000n, tokenUnits: 5_775_000n });
    await host.receive(id, { units: 525_000_000n, tokenUnits: 5_775_000n });
    const readAt = new Date('2026-01-02T03:04:05.000Z');
    host.sepolia.rate = { outUnits: 1_250_000n, oldestAt: readAt, readAt };
    const { body } = await view(id);
    host.sepolia.rate = undefined;
    expect(body).toMatchObject({
      status: 'paid',
      conversionRate: '0.90909090909',
      conversionBreakdown: {
        paidAmount: '10.5',
        remainingAmount: '0',
        currentMarketRate: '0.8',
        currentMarketRateSource: 'chainlink',
      },
    });
  });

  it('leaves nothing to pay in the breakdown once more was paid than requested', async () => {
    const id = await host.send(owner, EURO);
    await host.receive(id, { units: 525_000_000n, tokenUnits: 5_775_000n });
    await host.receive(id, { units: 630_000_000n, tokenUnits: 6_930_000n });
    const { body } = await view(id);
    expect(body).toMatchObject({
      conversionBreakdown: {
        paidAmount: '11.55',
        remainingAmount: '0',
        remainingAmountInUsd: '0',
      },
    });
  });

  it('shows of an invoice in euros what its payments recorded', async () => {
    const id = await host.send(owner, EURO);
    expect(await view(id)).toMatchObject({
      body: {
        requestAmount: '10.5',
        invoiceCurrency: 'EUR',
        paymentCurrency: 'USDC',
        amountInUsd: null,
        conversionRate: null,
        rateSource: 'unknown',
        conversionBreakdown: null,
      },
    });
    await host.receive(id, { units: 420_000_000n, tokenUnits: 4_620_000n });
    await host.receive(id, { units: 210_000_000n, tokenUnits: 2_310_000n });
    const { body } = await view(id);
    expect(body).toMatchObject({
      status: 'partially_paid',
      amountInUsd: '11.55',
      conversionRate: '0.90909090909',
      rateSource: 'chainlink',
      conversionBreakdown: {
        paidAmount: '6.3',
        paidAmountInUsd: '6.93',
        remainingAmount: '4.2',
        remainingAmountInUsd: '4.62',
        currentMarketRate: null,
        currentMarketRateSource: 'unknown',
        payments: [
          { amount: '2.1', amountInUsd: '2.31', rateSource: 'chainlink' },
          { amount: '4.2', amountInUsd: '4.62', rateSource: 'chainlink' },
        ],
      },
    });
    expect(body['payments']).toMatchObject([
      {
        type: 'conversion',
        amount: '2.1',
        currency: 'EUR',
        paymentCurrency: 'USDC-sepolia',
        receivedAmount: '2.31',
        receivedCurrency: 'USDC-sepolia',
        convertedAmountSource: '2.31',
        convertedAmountDestination: '2.1',
        conversionRateDestination: '1',
        rateProvider: 'chainlink',
      },
      { amount: '4.2' },
    ]);
  });

  it('knows no dollars of coins', async () => {
    const id = await host.send(owner, {
      invoiceCurrency: 'ETH-sepolia-sepolia',
      paymentCurrency: 'ETH-sepolia-sepolia',
      amount: '0.25',
    });
    expect(await view(id)).toMatchObject({
      body: { requestAmount: '0.25', amountInUsd: null, invoiceCurrency: 'ETH-sepolia' },
    });
  });

  it('reports the fee that a payment was seen to pay where none was agreed, with any receiver', async () => {
    const id = await host.send(owner);
    await host.receive(id, { units: 5_000_000n, fee: { units: 50_000n, address: FEE_ADDRESS } });
    const { body } = await view(id);
    expect(body).toMatchObject({
      fees: [{ type: 'platform', amount: '0.05', currency: 'USDC' }],
      payments: [
        {
          amount: '5',
          paidAmount: '5.05',
          receivedAmount: '5',
          fees: [{ type: 'platform', amount: '0.05', receiverAddress: FEE_ADDRESS }],
        },
      ],
    });
  });

  it('shows an agreed fee as paid only where its receiver got it', async () => {
    const fee = { units: 125_000n, address: FEE_ADDRESS };
    const link = await insertLink(host.ctx.db, { accountId: owner.accountId, fee });
    const { requestId: id } = link;
    await host.receive(id, { units: 5_000_000n, fee: { units: 50_000n, address: PAYER } });
    const { body } = await view(id);
    expect(body).toMatchObject({ fees: [], payments: [{ fees: [{ receiverAddress: PAYER }] }] });
    await host.receive(id, { units: 1_000_000n, fee: { units: 10_000n, address: FEE_ADDRESS } });
    expect((await view(id)).body).toMatchObject({ fees: [{ type: 'platform', amount: '0.01' }] });
  });

  it('shows a request of a link as it stands, and as cancelled where the link was withdrawn', async () => {
    const link = await insertLink(host.ctx.db, { accountId: owner.accountId });
    expect(await view(link.requestId)).toMatchObject({ body: { status: 'created' } });
    await host.ctx.db
      .updateTable('secure_payment')
      .set({ status: 'invalidated', reference: 'of-the-link' })
      .where('token', '=', link.token)
      .execute();
    expect(await view(link.requestId)).toMatchObject({
      body: { status: 'cancelled', reference: 'of-the-link' },
    });
  });

  it('shows a client ID that browsers carry nothing of customers and of hidden payees', async () => {
    const page = await host.clientOf(owner, { allowedDomains: [SHOP] });
    const server = await host.clientOf(owner);
    const session = await signedIn(host.ctx.db, { accountId: owner.accountId });
    const customerInfo = { firstName: 'Ada' };
    const id = await host.send(owner, { customerInfo });
    await host.receive(id, { units: 12_500_000n });
    const carried = await view(id, { ...page.headers, origin: SHOP });
    expect(carried).toMatchObject({
      status: 200,
      body: { payee: PAYEE, customerInfo: null, payments: [{ request: { customerInfo: null } }] },
    });
    for (const headers of [owner.key, server.headers, session]) {
      expect(await view(id, headers)).toMatchObject({
        body: { customerInfo, payments: [{ request: { customerInfo } }] },
      });
    }
    const hidden = await insertLink(host.ctx.db, { accountId: owner.accountId, hidesPayee: true });
    const unseen = await view(hidden.requestId, { ...page.headers, origin: SHOP });
    expect(unseen).toMatchObject({ status: 200, body: { payee: null } });
    expect(await view(hidden.requestId)).toMatchObject({ body: { payee: PAYEE } });
  });
});

describe('401', () => {
  it('without credentials', async () => {
    expect(await view('01', {})).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('with one body for what is unknown, malformed and another account’s', async () => {
    const other = await host.asker();
    const foreign = await host.send(other);
    for (const asked of [foreign, `01${'0'.repeat(64)}`, 'nonsense']) {
      const { status, body } = await view(asked);
      const { correlationId: _, ...rest } = body;
      expect({ status, rest }).toEqual({
        status: 404,
        rest: {
          statusCode: 404,
          message: 'Request not found',
          error: 'Not Found',
          code: 'request_not_found',
          docUrl: expect.any(String),
        },
      });
    }
  });
});
