import { afterAll, beforeAll, expect, it } from 'vitest';
import { MulticallCalldata } from '#modules/multicall-payouts/index.ts';
import { createPayoutLink } from '#modules/secure-payments/create-payout-link.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import {
  hashOf,
  relayChain,
  signedBy,
  TRON_PAYEE,
  TRON_PAYER,
} from '../../../tests/support/relay-chain.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { broadcastTransaction } from './broadcast-transaction.ts';
import { paySecurePayment } from './pay-secure-payment.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

const FEE = { feePercentage: '2', feeAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' };

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** A bundle of two, of which the first has a fee that is paid apart. */
async function payer() {
  const bare = testContext({ db: database.db });
  const { chain, log } = relayChain(bare.now);
  const [first, second] = await insertPayouts(
    bare,
    [0, 1].map(() => ({ currencyId: 'USDT-tron', payeeAddress: TRON_PAYEE })),
  );
  if (first === undefined || second === undefined) throw new Error('two were made');
  const actor = sessionActor({ accountId: first.accountId });
  const ctx = { ...bare, actor, chains: connected(chain) };
  const { token: single, requestIds } = await createPayoutLink(ctx, {
    recipient: TRON_PAYEE,
    creatorWalletAddress: TRON_PAYER,
    amount: '12.5',
    currency: 'USDT-tron',
    network: 'tron',
    ...FEE,
  });
  const { id: requestRowId } = await database.db
    .selectFrom('request')
    .select('id')
    .where('request_id', '=', requestIds[0] ?? '')
    .executeTakeFirstOrThrow();
  const { token } = await newBundle(ctx, [{ ...first, token: single, requestRowId }, second]);
  const query = { wallet: TRON_PAYER };
  const send = (to: string, signing: Parameters<typeof signedBy>[0]) =>
    broadcastTransaction(ctx, { token: to, signed: signedBy(signing) });
  const pay = async () =>
    MulticallCalldata.parse(await paySecurePayment(ctx, { token, query })).metadata.batchPayments;
  const view = () => viewSecurePayment(ctx, { token, query });
  return { log, token, single, send, pay, view };
}

it('a child is left out of its bundle while a fee of it that was sent may still be paid', async () => {
  const { log, token, single, send, pay, view } = await payer();
  expect((await pay()).map(({ childPositions }) => childPositions)).toEqual([[0, 1]]);
  await send(single, { id: 1, at: 1 });
  expect((await pay()).map(({ childPositions }) => childPositions)).toEqual([[1]]);
  expect(await view()).toMatchObject({
    children: [{ executable: false, blockReason: 'request_processing' }, { executable: true }],
    sentTransactions: [{ txid: hashOf(1).slice(2) }],
  });
  await send(token, { id: 2, step: 'batch' });
  await expect(pay()).rejects.toMatchObject({ status: 423 });
  log.outcomes.set(hashOf(1), 'failed');
  expect((await pay()).map(({ childPositions }) => childPositions)).toEqual([[0]]);
});
