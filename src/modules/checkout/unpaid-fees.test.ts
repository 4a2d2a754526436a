import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { createSecurePayment } from '#modules/secure-payments/index.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { bundlePayers, refusalOf } from '../../../tests/support/bundle-payers.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { TEST_TIME, testDatabase } from '../../../tests/support/database.ts';
import { insertAccount, insertLink, TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../tests/support/received.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

const HASH = Buffer.alloc(32, 7);
const COLLECTOR = '0x6666666666666666666666666666666666666666';
const PROTOCOL_FEE = { bps: 50, capUsd: null, fixedUsd: null, evmAddress: COLLECTOR };
const SLOT = { units: 125_000n, address: COLLECTOR };

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const { payer, view } = bundlePayers(() => database.db);
const bodyOf = async (token: string) => (await refusalOf(view(token))).body;

/** Pays the requests of a link and not its fee, and completes it. */
async function payWithoutFee(accountId: string, token: string, units: bigint) {
  const { request_id: requestRowId } = await database.db
    .selectFrom('secure_payment_request')
    .select('request_id')
    .where('secure_payment_token', '=', token)
    .executeTakeFirstOrThrow();
  await insertReceived(database.db, { accountId, requestRowId }, { units, transactionHash: HASH });
  await database.db
    .updateTable('secure_payment')
    .set({ status: 'completed' })
    .where('token', '=', token)
    .execute();
}

const charging = (ctx: Context, accountId: string): Context => ({
  ...ctx,
  actor: sessionActor({ accountId }),
  settings: { ...ctx.settings, protocolFee: PROTOCOL_FEE },
});

describe('a paid link', () => {
  it('names the fee that belonged inside its payment and was skipped', async () => {
    const link = await insertLink(database.db, { fee: SLOT });
    const payment = { units: link.expectedUnits, transactionHash: HASH };
    const elsewhere = { ...SLOT, address: TEST_PAYEE };
    await insertReceived(database.db, link, { ...payment, fee: elsewhere });
    expect(await bodyOf(link.token)).toMatchObject({
      paidFees: [],
      outstandingFees: [],
      skippedFees: [
        {
          requestId: link.requestId,
          feeType: 'platform_fee',
          percentage: '1',
          amount: '0.125',
          currency: 'USDC-sepolia',
          recipient: COLLECTOR,
        },
      ],
    });
    const paid = await insertLink(database.db, { fee: SLOT });
    await insertReceived(database.db, paid, { ...payment, fee: SLOT });
    const hiding = await insertLink(database.db, { fee: SLOT, hidesUntilApproved: true });
    await insertReceived(database.db, hiding, payment);
    for (const { token } of [paid, hiding]) {
      expect(await bodyOf(token)).toMatchObject({ skippedFees: [] });
    }
  });

  it('reports an outstanding fee of a converted invoice its token and the most that it takes', async () => {
    const { ctx, sepolia } = payer();
    const accountId = await insertAccount(database.db);
    const { token } = await createSecurePayment(charging(ctx, accountId), {
      requests: [
        {
          payee: TEST_PAYEE,
          amount: '100',
          invoiceCurrency: 'USD',
          paymentCurrency: 'USDC-sepolia',
        },
      ],
    });
    await payWithoutFee(accountId, token, 10_000_000_000n);
    const fee = { amount: '0.5', currency: 'USD', paymentCurrency: 'USDC-sepolia' };
    const refused = async () =>
      (await refusalOf(viewSecurePayment(ctx, { token, query: {} }))).body;
    sepolia.rate = { outUnits: 1_000_000n, oldestAt: TEST_TIME, readAt: TEST_TIME };
    expect(await refused()).toMatchObject({
      outstandingFees: [
        {
          ...fee,
          conversion: {
            invoiceCurrency: 'USD',
            invoiceAmount: '0.5',
            maxAmount: '505000',
            conversionRate: '1',
            rateTimestamp: TEST_TIME.toISOString(),
            isStale: false,
          },
        },
      ],
    });
    sepolia.rate = undefined;
    const [unknown] = [await refused()].map((body) => body?.['outstandingFees']);
    expect(unknown).toEqual([expect.objectContaining(fee)]);
    expect(unknown).not.toEqual([expect.objectContaining({ conversion: expect.anything() })]);
  });
});

it('a paid bundle returns which fees are outstanding or skipped, and of which child', async () => {
  const { ctx } = payer();
  const [bare] = await insertPayouts(ctx, [{}]);
  if (bare === undefined) throw new Error('one was made');
  const { accountId } = bare;
  const { token } = await createPayoutLink(charging(ctx, accountId), {
    recipient: TEST_PAYEE,
    creatorWalletAddress: TEST_PAYEE,
    amount: '100',
    currency: 'USDC-sepolia',
    network: 'sepolia',
  });
  const parts = { accountId, fee: SLOT, flow: 'outgoing' } as const;
  const slotted = await insertLink(database.db, parts);
  const bundle = await newBundle(ctx, [{ ...bare, token }, slotted, bare]);
  await payWithoutFee(accountId, token, 100_000_000n);
  await payWithoutFee(accountId, slotted.token, slotted.expectedUnits);
  await payWithoutFee(accountId, bare.token, bare.expectedUnits);
  expect(await bodyOf(bundle.token)).toMatchObject({
    status: 'completed',
    outstandingFees: [
      { securePaymentToken: token, feeType: 'protocol_fee', amount: '0.5', recipient: COLLECTOR },
    ],
    skippedFees: [{ securePaymentToken: slotted.token, amount: '0.125', recipient: COLLECTOR }],
  });
});
