import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { paySingle } from '../../../tests/support/pay-single.ts';
import { insertAccount } from '../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../tests/support/received.ts';
import {
  relayChain,
  signedBy,
  TRON_PAYEE,
  TRON_PAYER,
} from '../../../tests/support/relay-chain.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { broadcastTransaction } from './broadcast-transaction.ts';

const FEE_RECEIVER = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const PAID_IN = { network: 'tron', currencyId: 'USDT-tron' };

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** A payout of 12.5 with a fee of 1.5, whose main payment was forwarded and has not ended. */
async function sentPayout() {
  const bare = testContext({ db: database.db });
  const { chain } = relayChain(bare.now);
  const accountId = await insertAccount(database.db);
  const sponsorshipFee = { fixedUsd: '1.5', tronAddress: FEE_RECEIVER };
  const ctx = { ...bare, actor: sessionActor({ accountId }), chains: connected(chain) };
  const { token } = await createPayoutLink(
    { ...ctx, settings: { ...ctx.settings, sponsorshipFees: [sponsorshipFee] } },
    {
      recipient: TRON_PAYEE,
      creatorWalletAddress: TRON_PAYER,
      amount: '12.5',
      currency: 'USDT-tron',
      network: 'tron',
    },
  );
  const send = (signing: Parameters<typeof signedBy>[0]) =>
    broadcastTransaction(ctx, { token, signed: signedBy(signing) });
  await send({ id: 1 });
  const complete = async () => {
    const { request_id: requestRowId } = await database.db
      .selectFrom('secure_payment_request')
      .select('request_id')
      .where('secure_payment_token', '=', token)
      .executeTakeFirstOrThrow();
    const transactionHash = Buffer.alloc(32, 1);
    const received = { units: 12_500_000n, transactionHash, paidIn: PAID_IN };
    await insertReceived(database.db, { accountId, requestRowId }, received);
    await database.db
      .updateTable('secure_payment')
      .set({ status: 'completed' })
      .where('token', '=', token)
      .execute();
  };
  const pay = () => paySingle(ctx, { token, query: { wallet: TRON_PAYER } });
  return { pay, send, complete };
}

describe('a completed link whose main payment was forwarded and is not solidified', () => {
  it('is prepared for the fees that are outstanding, which that transaction does not pay', async () => {
    const { pay, complete } = await sentPayout();
    await expect(pay()).rejects.toMatchObject({ status: 423 });
    await complete();
    expect((await pay()).metadata).toMatchObject({ requiredAmount: '1500000' });
  });

  it('is held back again once one of those fees was forwarded', async () => {
    const { pay, send, complete } = await sentPayout();
    await complete();
    await send({ id: 2 });
    await expect(pay()).rejects.toMatchObject({
      status: 423,
      body: { sentTransactions: [{ txid: '02'.repeat(32) }] },
    });
  });
});
