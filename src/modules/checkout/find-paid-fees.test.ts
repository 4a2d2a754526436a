import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { bundlePayers, refusalOf } from '../../../tests/support/bundle-payers.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { insertLink, TEST_PAYEE } from '../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../tests/support/received.ts';

const HASH = Buffer.alloc(32, 7);
const COLLECTOR = '0x6666666666666666666666666666666666666666';
const PROTOCOL_FEE = { bps: 50, capUsd: null, fixedUsd: null, evmAddress: COLLECTOR };
/** Half a percent of a hundred. */
const FEE_UNITS = 500_000n;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const { payer, view, pay } = bundlePayers(() => database.db);

/** A payout of a hundred that has a fee of its own, as rows of its requests. */
async function payoutWithFee(capUsd: string | null = null) {
  const { ctx } = payer();
  const [bare] = await insertPayouts(ctx, [{}]);
  if (bare === undefined) throw new Error('one was made');
  const { accountId } = bare;
  const protocolFee = { ...PROTOCOL_FEE, capUsd };
  const settings = { ...ctx.settings, protocolFee };
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
    .select(['fee_component.request_id as fee', 'fee_component.for_request_id as main'])
    .where('secure_payment_request.secure_payment_token', '=', token)
    .executeTakeFirstOrThrow();
  const received = async (requestRowId: string, units: bigint) =>
    await insertReceived(
      database.db,
      { accountId, requestRowId },
      { units, transactionHash: HASH },
    );
  return {
    token,
    bare,
    payMain: async () => await received(row.main, 100_000_000n),
    payFee: async () => await received(row.fee, FEE_UNITS),
  };
}

const SHOWN = {
  requestId: expect.stringMatching(/^01[0-9a-f]{64}$/),
  feeType: 'protocol_fee',
  feeLabel: 'Protocol fee',
  feeBearer: 'payer',
  percentage: '0.5',
  amount: '0.5',
  currency: 'USDC-sepolia',
  recipient: COLLECTOR,
};

describe('a link that was paid', () => {
  it('returns which of its fees were paid, for any caller and query', async () => {
    const { token, payMain, payFee } = await payoutWithFee();
    await payMain();
    for (const query of [view, pay]) {
      expect(await refusalOf(query(token))).toMatchObject({ status: 409, body: { paidFees: [] } });
    }
    await payFee();
    for (const query of [view, pay]) {
      expect((await refusalOf(query(token))).body).toMatchObject({ paidFees: [SHOWN] });
    }
  });

  it('returns no percentage of a fee that was more than a percentage', async () => {
    const { token, payMain, payFee } = await payoutWithFee('20');
    await payMain();
    await payFee();
    expect((await refusalOf(view(token))).body).toMatchObject({
      paidFees: [{ ...SHOWN, percentage: null }],
    });
  });

  it('reports the fee inside the payment what went to whom the link names', async () => {
    const fee = { units: 125_000n, address: COLLECTOR };
    const link = await insertLink(database.db, { fee });
    const payment = { units: link.expectedUnits, transactionHash: HASH };
    await insertReceived(database.db, link, { ...payment, fee });
    expect((await refusalOf(view(link.token))).body).toMatchObject({
      paidFees: [
        {
          requestId: link.requestId,
          feeType: 'platform_fee',
          feeLabel: null,
          feeBearer: 'payer',
          percentage: '1',
          amount: '0.125',
          currency: 'USDC-sepolia',
          recipient: COLLECTOR,
        },
      ],
    });
    const other = await insertLink(database.db, { fee });
    const elsewhere = { ...fee, address: TEST_PAYEE };
    await insertReceived(database.db, other, { ...payment, fee: elsewhere });
    expect((await refusalOf(view(other.token))).body).toMatchObject({ paidFees: [] });
  });

  it('returns none where it hides its amounts', async () => {
    const fee = { units: 125_000n, address: COLLECTOR };
    const link = await insertLink(database.db, { fee, hidesUntilApproved: true });
    const payment = { units: link.expectedUnits, transactionHash: HASH };
    await insertReceived(database.db, link, { ...payment, fee });
    expect((await refusalOf(view(link.token))).body).toMatchObject({ paidFees: [] });
  });
});

it('a paid bundle returns the fees of its children', async () => {
  const { ctx } = payer();
  const first = await payoutWithFee();
  const { token } = await newBundle(ctx, [{ ...first.bare, token: first.token }, first.bare]);
  await first.payMain();
  await first.payFee();
  expect(await view(token)).toMatchObject({ status: 'pending' });
  await insertReceived(database.db, first.bare, { units: 12_500_000n, transactionHash: HASH });
  expect(await refusalOf(view(token))).toMatchObject({ status: 409, body: { paidFees: [SHOWN] } });
});
