import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { MulticallCalldata } from '#modules/multicall-payouts/index.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { TEST_TIME } from '../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertReceived } from '../../../tests/support/received.ts';
import {
  hashOf,
  relayChain,
  signedBy,
  TAKEN,
  TRON_PAYEE,
  TRON_PAYER,
} from '../../../tests/support/relay-chain.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { broadcastTransaction } from './broadcast-transaction.ts';
import { paySecurePayment } from './pay-secure-payment.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

const ON_TRON = { currencyId: 'USDT-tron', payeeAddress: TRON_PAYEE };
const FEES = ['TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', 'TDmkH46HQzM64uYyVrwsRNN7tSbmNbuoyv'];

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** A payer of a bundle of four, of which one transaction pays the first two and another the others. */
async function payer() {
  const now = manualClock(TEST_TIME);
  const { chain, log } = relayChain(now);
  const ctx = testContext({ db: database.db, now, chains: connected(chain) });
  const fee = (at: number) => ({ ...ON_TRON, fee: { units: 1n, address: FEES[at] ?? '' } });
  const links = await insertPayouts(ctx, [fee(0), fee(0), fee(1), fee(1)]);
  const { token } = await newBundle(ctx, links);
  const query = { wallet: TRON_PAYER };
  const send = (signing: Parameters<typeof signedBy>[0], to = token) =>
    broadcastTransaction(ctx, { token: to, signed: signedBy({ step: 'batch', ...signing }) });
  const pay = async () =>
    MulticallCalldata.parse(await paySecurePayment(ctx, { token, query })).metadata.batchPayments;
  const view = (of = token) => viewSecurePayment(ctx, { token: of, query });
  const settle = async (positions: readonly number[], id: number) => {
    const transactionHash = Buffer.from(hashOf(id).slice(2), 'hex');
    for (const position of positions) {
      const link = links[position];
      if (link === undefined) throw new Error('there are four');
      await insertReceived(database.db, link, { units: 12_500_000n, transactionHash });
    }
  };
  return { ctx, now, log, links, token, send, pay, view, settle };
}

describe('a signed transaction that pays a part of a bundle', () => {
  it('is forwarded for the token of the bundle, one after another until all is paid', async () => {
    const { send, pay, log, settle } = await payer();
    expect((await pay()).map(({ childPositions }) => childPositions)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(await send({ id: 21, step: 'approval' })).toMatchObject({ result: true });
    expect(await send({ id: 22 })).toMatchObject({ result: true, code: 'SUCCESS' });
    await settle([0, 1], 22);
    expect(await send({ id: 23 })).toMatchObject({ result: true });
    expect(log.forwarded).toEqual([21, 22, 23].map(hashOf));
  });

  it('keeps its children from being signed for again, and leaves the others', async () => {
    const { send, pay, view } = await payer();
    await send({ id: 24 });
    expect((await pay()).map(({ childPositions }) => childPositions)).toEqual([[2, 3]]);
    const blocked = { executable: false, blockReason: 'request_processing' };
    expect(await view()).toMatchObject({
      canExecute: true,
      children: [blocked, blocked, { executable: true }, { executable: true }],
      sentTransactions: [{ txid: hashOf(24).slice(2) }],
    });
  });

  it('says that all is under way once all was sent, and offers again what failed for good', async () => {
    const { send, pay, view, log } = await payer();
    await send({ id: 25 });
    await send({ id: 26 });
    await expect(pay()).rejects.toMatchObject({
      status: 423,
      body: { status: 'pending', sentTransactions: [{}, {}] },
    });
    expect(await view()).toMatchObject({ status: 'pending', canExecute: false });
    log.outcomes.set(hashOf(25), 'failed');
    expect((await pay()).map(({ childPositions }) => childPositions)).toEqual([[0, 1]]);
    expect(await view()).toMatchObject({ canExecute: true, sentTransactions: [{}] });
  });

  it('keeps all of its children back until each payment of it counts', async () => {
    const { send, pay, log, settle } = await payer();
    await send({ id: 35 });
    log.outcomes.set(hashOf(35), 'succeeded');
    // As where another one waits for nodes to agree, or for more blocks.
    await settle([0], 35);
    expect((await pay()).map(({ childPositions }) => childPositions)).toEqual([[2, 3]]);
    await expect(send({ id: 36 })).resolves.toMatchObject({ result: true });
    await settle([1], 35);
    log.outcomes.set(hashOf(36), 'failed');
    expect((await pay()).map(({ childPositions }) => childPositions)).toEqual([[2, 3]]);
  });

  it('is refused while the link of one of its children is being paid, and the reverse', async () => {
    const { send, pay, links, view } = await payer();
    const single = links[0]?.token ?? '';
    await send({ id: 27, step: 'payment' }, single);
    expect((await pay()).map(({ childPositions }) => childPositions)).toEqual([[1], [2, 3]]);
    await send({ id: 28, at: 1 });
    const other = links[2]?.token ?? '';
    expect(await view(other)).toMatchObject({ sentTransactions: [{ txid: hashOf(28).slice(2) }] });
    await expect(send({ id: 29, step: 'payment' }, other)).rejects.toMatchObject({
      status: 409,
      code: 'payment_already_sent',
    });
  });

  it('may come again at once when no node answered, also the last one', async () => {
    const { send, log } = await payer();
    await send({ id: 33 });
    log.answer = undefined;
    await expect(send({ id: 34 })).rejects.toMatchObject({ status: 502 });
    log.answer = TAKEN;
    expect(await send({ id: 34 })).toMatchObject({ result: true });
    expect(log.forwarded).toEqual([33, 34, 34].map(hashOf));
  });

  it('is looked up as open where no node answers the view, and is not paid then', async () => {
    const { ctx, send, token, view } = await payer();
    await send({ id: 30 });
    const [chain] = ctx.chains.all;
    if (chain?.relay === undefined) throw new Error('it forwards');
    chain.relay.readOutcomes = () => Promise.reject(new Outage('the node of the test is down'));
    expect(await view()).toMatchObject({ sentTransactions: [{}] });
    const query = { wallet: TRON_PAYER };
    await expect(paySecurePayment(ctx, { token, query })).rejects.toThrow(Outage);
  });

  it('is forwarded for no bundle that has ended', async () => {
    const { send, settle, log } = await payer();
    await settle([0, 1, 2, 3], 31);
    await expect(send({ id: 32 })).rejects.toMatchObject({ status: 409 });
    expect(log.forwarded).toEqual([]);
  });
});
