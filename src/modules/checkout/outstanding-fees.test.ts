import { hexToString } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isHex } from '#kit/hex.ts';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { bundlePayers, refusalOf } from '../../../tests/support/bundle-payers.ts';
import { insertPayouts } from '../../../tests/support/bundles.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../tests/support/received.ts';
import { SecurePaymentCalldata } from './http/pay-shapes.ts';
import { paySecurePayment } from './pay-secure-payment.ts';

const COLLECTOR = '0x6666666666666666666666666666666666666666';
const WALLET = '0x3333333333333333333333333333333333333333';
const PROTOCOL_FEE = { bps: 50, capUsd: null, fixedUsd: null, evmAddress: COLLECTOR };

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const { payer, view } = bundlePayers(() => database.db);
const pay = async (token: string, query = {}) =>
  SecurePaymentCalldata.parse(await paySecurePayment(payer().ctx, { token, query }));
const sayings = (transactions: readonly { data: string }[] = []) =>
  transactions.map(({ data }) => (isHex(data) ? hexToString(data) : data));

/** A payout of a hundred whose payee has been paid, and whose fee of half a percent has not. */
async function paidWithoutFee(status = 'completed') {
  const { ctx } = payer();
  const [bare] = await insertPayouts(ctx, [{}]);
  if (bare === undefined) throw new Error('one was made');
  const { accountId } = bare;
  const settings = { ...ctx.settings, protocolFee: PROTOCOL_FEE };
  const actor = sessionActor({ accountId });
  const { token } = await createPayoutLink(
    { ...ctx, actor, settings },
    {
      recipient: TEST_PAYEE,
      creatorWalletAddress: TEST_PAYEE,
      amount: '100',
      currency: 'USDC-sepolia',
      network: 'sepolia',
    },
  );
  const row = await database.db
    .selectFrom('secure_payment_request')
    .innerJoin('fee_component', 'fee_component.for_request_id', 'secure_payment_request.request_id')
    .innerJoin('request as fee', 'fee.id', 'fee_component.request_id')
    .select(['fee.id', 'fee.request_id', 'fee_component.for_request_id as main'])
    .where('secure_payment_request.secure_payment_token', '=', token)
    .executeTakeFirstOrThrow();
  const received = async (requestRowId: string, parts: { units: bigint; seen?: boolean }) =>
    await insertReceived(
      database.db,
      { accountId, requestRowId },
      { ...parts, transactionHash: Buffer.alloc(32, 7) },
    );
  await received(row.main, { units: 100_000_000n });
  await database.db
    .updateTable('secure_payment')
    .set({ status })
    .where('token', '=', token)
    .execute();
  return {
    token,
    feeRequestId: row.request_id,
    payFee: async (units: bigint, seen = false) => await received(row.id, { units, seen }),
  };
}

const shown = (requestId: string, amount: string) => [
  {
    requestId,
    paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
    feeType: 'protocol_fee',
    feeLabel: 'Protocol fee',
    feeBearer: 'payer',
    amount,
    currency: 'USDC-sepolia',
    paymentCurrency: 'USDC-sepolia',
    recipient: COLLECTOR,
  },
];

describe('a completed link that was paid without a fee', () => {
  it('is shown as completed, with what is outstanding', async () => {
    const { token, feeRequestId } = await paidWithoutFee();
    expect(await refusalOf(view(token))).toMatchObject({
      status: 409,
      body: {
        status: 'completed',
        paidFees: [],
        outstandingFees: shown(feeRequestId, '0.5'),
      },
    });
  });

  it('is prepared for exactly that fee, until it is on its way', async () => {
    const { token, feeRequestId, payFee } = await paidWithoutFee();
    const first = await pay(token, { wallet: WALLET });
    expect(sayings(first.transactions)).toEqual([
      'approve 500000',
      expect.stringMatching(/^pay 500000 0x[0-9a-f]{16} fee 0 /),
    ]);
    expect(first.outstandingFees).toEqual(shown(feeRequestId, '0.5'));
    expect(first.feeBundle?.fees.map(({ requestId }) => requestId)).toEqual([feeRequestId]);
    expect(first.metadata).toMatchObject({ requiredAmount: '500000', paymentTransactionIndex: 1 });
    await payFee(200_000n);
    expect(sayings((await pay(token)).transactions)).toEqual([
      'approve 300000',
      expect.stringMatching(/^pay 300000 /),
    ]);
    await payFee(300_000n, true);
    expect(await refusalOf(pay(token))).toMatchObject({
      status: 409,
      body: { outstandingFees: [], paidFees: [{ amount: '0.2', requestId: feeRequestId }] },
    });
  });

  it.each(['invalidated', 'compliance_failed'])(
    'requests nothing once it is %s',
    async (status) => {
      const { token } = await paidWithoutFee(status);
      const refusal = await refusalOf(pay(token));
      expect(refusal).toMatchObject({ status: 409, body: { outstandingFees: [] } });
    },
  );
});
