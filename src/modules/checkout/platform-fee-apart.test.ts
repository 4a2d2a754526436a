import { hexToString } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isHex } from '#kit/hex.ts';
import { payRequest } from '#modules/requests/pay-request.ts';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { bundlePayers, refusalOf } from '../../../tests/support/bundle-payers.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { paySingle } from '../../../tests/support/pay-single.ts';
import { insertReceived } from '../../../tests/support/received.ts';

const WALLET = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd';
const PAYEE = 'TRZbXXuLd3HW5utzVysA3rpLgU7sVBrd1D';
const FEE_RECEIVER = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const OTHER_RECEIVER = 'TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG';
const USDT = { currencyId: 'USDT-tron', payeeAddress: PAYEE };
const PAID_IN = { network: 'tron', currencyId: 'USDT-tron' };
const FEE = { feePercentage: '1.2345', feeAddress: FEE_RECEIVER };

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const { payer, pay, view } = bundlePayers(() => database.db);
const said = ({ data }: { readonly data: string }) => (isHex(data) ? hexToString(data) : data);

/** A payout of 100 on Tron with a fee of the call, of an account of its own. */
async function payout(fee: Partial<typeof FEE> = FEE, accountId?: string) {
  const { ctx, tron } = payer();
  Object.assign(tron, { capabilities: { ...tron.capabilities, batch: true } });
  const [bare] = await insertPayouts(ctx, [USDT], accountId);
  if (bare === undefined) throw new Error('one was made');
  const acting = { ...ctx, actor: sessionActor({ accountId: bare.accountId }) };
  const { token, requestIds } = await createPayoutLink(acting, {
    recipient: PAYEE,
    creatorWalletAddress: WALLET,
    network: 'tron',
    currency: 'USDT-tron',
    amount: '100',
    ...fee,
  });
  const { id: requestRowId } = await database.db
    .selectFrom('request')
    .select('id')
    .where('request_id', '=', requestIds[0] ?? '')
    .executeTakeFirstOrThrow();
  const link = { ...bare, token, requestRowId };
  return { ctx: acting, link, token, requestId: requestIds[0] ?? '' };
}

describe('the fee of a call where the batch contract knows one receiver of fees', () => {
  it('is a payment with a reference of its own, in one call with the payment', async () => {
    const { ctx, token } = await payout();
    const prepared = await paySingle(ctx, { token, query: { wallet: WALLET } });
    const [fee] = prepared.feeBundle?.fees ?? [];
    expect(prepared.feeBundle?.fees).toMatchObject([
      { feeType: 'platform_fee', feeBearer: 'payer', amount: '1.2345', recipient: FEE_RECEIVER },
    ]);
    const [approve, batch] = (prepared.atomicTransactions ?? []).map(said);
    expect(approve).toBe('approve 101234500 batch');
    const items = batch?.split('\n').slice(1) ?? [];
    expect(items).toEqual([
      expect.stringContaining(`pay 100000000 ${prepared.paymentReference} fee 0 `),
      expect.stringContaining(`pay 1234500 ${fee?.paymentReference} fee 0 `),
    ]);
    expect(prepared.transactions).toHaveLength(3);
    expect(prepared.metadata).toMatchObject({
      requiredAmount: '101234500',
      platformFee: { percentage: '1.2345', address: FEE_RECEIVER },
    });
  });

  it('is an item of a bundle beside fees of other receivers, in one transaction', async () => {
    const first = await payout();
    const other = { ...FEE, feeAddress: OTHER_RECEIVER };
    const second = await payout(other, first.link.accountId);
    const { token } = await newBundle(first.ctx, [first.link, second.link]);
    const { transactions, feeBundle } = await pay(token, { wallet: WALLET });
    expect(transactions).toHaveLength(2);
    expect(feeBundle?.fees.map(({ recipient }) => recipient)).toEqual([
      FEE_RECEIVER,
      OTHER_RECEIVER,
    ]);
    const items = said(transactions[1] ?? { data: '' })
      .split('\n')
      .slice(1);
    expect(items).toHaveLength(4);
    for (const item of items) expect(item).toContain(' fee 0 ');
  });

  it('is outstanding where a link was paid without it, and paid once', async () => {
    const { ctx, link, token } = await payout();
    const units = 100_000_000n;
    const transactionHash = Buffer.alloc(32, 1);
    await insertReceived(database.db, link, { units, transactionHash, paidIn: PAID_IN });
    await database.db
      .updateTable('secure_payment')
      .set({ status: 'completed' })
      .where('token', '=', token)
      .execute();
    const body = { skippedFees: [], outstandingFees: [{ feeType: 'platform_fee' }] };
    expect(await refusalOf(view(token))).toMatchObject({ status: 409, body });
    const { metadata } = await paySingle(ctx, { token, query: { wallet: WALLET } });
    expect(metadata).toMatchObject({
      requiredAmount: '1234500',
      platformFee: { percentage: '1.2345', address: FEE_RECEIVER },
    });
    const { id: requestRowId } = await database.db
      .selectFrom('fee_component')
      .select('request_id as id')
      .where('for_request_id', '=', link.requestRowId)
      .executeTakeFirstOrThrow();
    const fee = { ...link, requestRowId };
    const paid = { units: 1_234_500n, transactionHash: Buffer.alloc(32, 2), paidIn: PAID_IN };
    await insertReceived(database.db, fee, paid);
    expect(await refusalOf(view(token))).toMatchObject({
      body: {
        outstandingFees: [],
        paidFees: [{ feeType: 'platform_fee', percentage: '1.2345', amount: '1.2345' }],
      },
    });
  });

  it('is no second fee in the slot of the rest of a payment, or by the older endpoint', async () => {
    const { ctx, link, requestId, token } = await payout();
    const fee = { feePercentage: '5', feeAddress: OTHER_RECEIVER };
    const query = { wallet: WALLET, ...fee };
    const older = await payRequest(ctx, { requestId, query });
    const olderSaid = older.transactions.map(said);
    expect(olderSaid.slice(-2)).toEqual([
      expect.stringMatching(/^pay 100000000 0x[0-9a-f]{16} fee 0 /),
      expect.stringMatching(/^pay 1234500 0x[0-9a-f]{16} fee 0 /),
    ]);
    const received = { units: 40_000_000n, transactionHash: Buffer.alloc(32, 3), paidIn: PAID_IN };
    await insertReceived(database.db, link, received);
    const rest = await paySingle(ctx, { token, query: { wallet: WALLET } });
    expect(rest.transactions.map(said).slice(-2)).toEqual([
      expect.stringMatching(/^pay 60000000 0x[0-9a-f]{16} fee 0 /),
      expect.stringMatching(/^pay 1234500 /),
    ]);
  });
});
