import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { invariant } from '#kit/failure.ts';
import { endForwarded } from '#modules/forwarding/end-forwarded.ts';
import { findOpenForwarded, takeForwarding } from '#modules/forwarding/store.ts';
import { TEST_TIME } from '../../../tests/support/context.ts';
import { countStatements } from '../../../tests/support/count-statements.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { paySingle } from '../../../tests/support/pay-single.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { insertReceived } from '../../../tests/support/received.ts';
import {
  hashOf,
  relayChain,
  signedBy,
  TAKEN,
  TRON_PAYEE,
  TRON_PAYER,
} from '../../../tests/support/relay-chain.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { broadcastTransaction } from './broadcast-transaction.ts';
import { viewSecurePayment } from './view-secure-payment.ts';

const OTHER_WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ON_TRON = { currencyId: 'USDT-tron', payeeAddress: TRON_PAYEE };
const REFUSED = { isAccepted: false, isTransient: false, code: 'SIGERROR', message: 'bad' };

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** A payer of a link on a network that forwards; each process has a context of its own and one chain. */
async function payer(parts: Parameters<typeof insertLink>[1] = {}) {
  const now = manualClock(TEST_TIME);
  const { chain, log } = relayChain(now);
  const ctx = testContext({
    db: database.db,
    now,
    chains: connected(chain, stillChain('sepolia')),
  });
  const link = await insertLink(database.db, { ...ON_TRON, ...parts });
  const { token } = link;
  const send = (signing: Parameters<typeof signedBy>[0]) =>
    broadcastTransaction(ctx, { token, signed: signedBy(signing) });
  const pay = (wallet = TRON_PAYER) => paySingle(ctx, { token, query: { wallet } });
  const view = () => viewSecurePayment(ctx, { token, query: {} });
  return { ctx, now, log, link, send, pay, view };
}

describe('a signed transaction that pays a link', () => {
  it('is forwarded, and the node’s answer is passed on', async () => {
    const { send, log } = await payer();
    expect(await send({ id: 1 })).toEqual({
      result: true,
      txid: '01'.repeat(32),
      code: 'SUCCESS',
      message: '',
    });
    expect(log.forwarded).toEqual([hashOf(1)]);
  });

  it('is forwarded once, and has the same answer when it comes again', async () => {
    const { send, log, now } = await payer();
    const first = await send({ id: 2 });
    log.answer = REFUSED;
    now.advance(86_400_000);
    expect(await send({ id: 2 })).toEqual(first);
    expect(log.forwarded).toHaveLength(1);
  });

  it('is forwarded once also when it comes twice at the same time', async () => {
    const { send, log } = await payer();
    const held = Promise.withResolvers<void>();
    log.delay = held.promise;
    const both = Promise.all([send({ id: 3 }), send({ id: 3 })]);
    while (log.forwarded.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    held.resolve();
    const [first, second] = await both;
    expect(second).toEqual(first);
    expect(log.forwarded).toHaveLength(1);
  });

  it('is waited for with few queries while the node is slow to answer another call', async () => {
    const { ctx, send, log, link } = await payer();
    const held = Promise.withResolvers<void>();
    log.delay = held.promise;
    const first = send({ id: 56 });
    while (log.forwarded.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const again = countStatements(ctx, (ctx) =>
      broadcastTransaction(ctx, { token: link.token, signed: signedBy({ id: 56 }) }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    held.resolve();
    await first;
    expect(await again).toBeLessThan(20);
  });

  it('is answered what the node has against it, and may come again', async () => {
    const { send, log } = await payer();
    log.answer = REFUSED;
    expect(await send({ id: 4 })).toMatchObject({
      result: false,
      code: 'SIGERROR',
      message: 'bad',
    });
    log.answer = TAKEN;
    expect(await send({ id: 4 })).toMatchObject({ result: true });
    expect(log.forwarded).toHaveLength(2);
  });

  it('may come again at once when no node answered, and is taken for sent', async () => {
    const { send, pay, log } = await payer();
    log.answer = undefined;
    await expect(send({ id: 5 })).rejects.toMatchObject({ status: 502, code: 'node_unreachable' });
    await expect(pay()).rejects.toMatchObject({ status: 423 });
    log.answer = TAKEN;
    expect(await send({ id: 5 })).toMatchObject({ result: true });
  });

  it('stays taken for sent when a node refuses it that may have arrived at another', async () => {
    const { send, pay, log } = await payer();
    log.answer = undefined;
    await expect(send({ id: 50 })).rejects.toMatchObject({ status: 502 });
    log.answer = REFUSED;
    expect(await send({ id: 50 })).toMatchObject({ result: false, code: 'SIGERROR' });
    await expect(pay()).rejects.toMatchObject({ status: 423 });
    await expect(send({ id: 51 })).rejects.toMatchObject({ code: 'payment_already_sent' });
  });

  it('is not forwarded when another one paid what is due while it was checked', async () => {
    const { ctx, send, log, link } = await payer();
    await send({ id: 52 });
    const [chain] = ctx.chains.all;
    invariant(chain?.relay !== undefined, 'it forwards');
    const { checkSigned } = chain.relay;
    const endSent = async () => {
      const key = { network: 'tron', token: link.token, paymentReferences: [] } as const;
      const { accountId } = link;
      await endForwarded(ctx, { chain, accountId }, await findOpenForwarded(ctx, key));
    };
    chain.relay.checkSigned = async (...args) => {
      const checked = await checkSigned(...args);
      if (log.outcomes.size > 0) return checked;
      log.outcomes.set(hashOf(52), 'succeeded');
      const paidIn = { network: 'tron', currencyId: 'USDT-tron' };
      const transactionHash = Buffer.alloc(32, 52);
      await insertReceived(database.db, link, { units: 12_500_000n, transactionHash, paidIn });
      await endSent();
      return checked;
    };
    await expect(send({ id: 53 })).rejects.toMatchObject({ status: 409 });
    expect(log.forwarded).toEqual([hashOf(52)]);
  });

  it('is sent by another process where one was killed while it sent it', async () => {
    const { ctx, now, send, log, link } = await payer();
    const forwardedAt = ctx.now().getTime();
    await takeForwarding(ctx, {
      network: 'tron',
      transactionHash: hashOf(50),
      accountId: link.accountId,
      token: link.token,
      expiresAt: new Date(forwardedAt + 300_000),
      leasedUntil: new Date(forwardedAt + 30_000),
    });
    now.advance(30_000);
    expect(await send({ id: 50 })).toMatchObject({ result: true });
    expect(log.forwarded).toEqual([hashOf(50)]);
  });

  it('stays taken for sent when a slow process is refused what another one sent after it', async () => {
    const { now, send, pay, log } = await payer();
    const held = Promise.withResolvers<void>();
    log.delay = held.promise;
    const slow = send({ id: 54 });
    while (log.forwarded.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    now.advance(30_000);
    Object.assign(log, { delay: Promise.resolve(), answer: undefined });
    await expect(send({ id: 54 })).rejects.toMatchObject({ status: 502 });
    log.answer = REFUSED;
    held.resolve();
    expect(await slow).toMatchObject({ result: false, code: 'SIGERROR' });
    await expect(pay()).rejects.toMatchObject({ status: 423 });
    await expect(send({ id: 55 })).rejects.toMatchObject({ code: 'payment_already_sent' });
  });

  it('pays as one call of the batch contract or not at all where there are no fees', async () => {
    const { send } = await payer();
    await expect(send({ id: 6, step: 'batch' })).rejects.toMatchObject({
      status: 400,
      code: 'transaction_mismatch',
    });
  });

  it('is planned for the wallet that signed it, which must be on the list of a link with one', async () => {
    const { send, log } = await payer({ allowedPayers: [TRON_PAYER] });
    await expect(send({ id: 7, wallet: OTHER_WALLET })).rejects.toMatchObject({
      status: 403,
      code: 'wallet_not_allowed',
    });
    expect(log.forwarded).toEqual([]);
    expect(await send({ id: 7 })).toMatchObject({ result: true });
  });

  it.each([
    ['expired', 403],
    ['invalidated', 403],
    ['completed', 409],
  ])('is not forwarded for a link that is %s', async (status, answer) => {
    const { send, log } = await payer({ status });
    await expect(send({ id: 8 })).rejects.toMatchObject({ status: answer });
    expect(log.forwarded).toEqual([]);
  });

  it('is not forwarded on a network whose wallets send what they sign', async () => {
    const { ctx } = await payer();
    const { token } = await insertLink(database.db);
    await expect(
      broadcastTransaction(ctx, { token, signed: signedBy({ id: 9 }) }),
    ).rejects.toMatchObject({ status: 400, code: 'broadcast_not_supported' });
  });

  it('is not forwarded for a token that names nothing', async () => {
    const { ctx } = await payer();
    const token = '01JZ8Y6Q4W3V5N2M1K0H9G8F7E';
    await expect(
      broadcastTransaction(ctx, { token, signed: signedBy({ id: 10 }) }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('while a payment that was sent may still be executed', () => {
  it('nothing else is prepared, and the link names it', async () => {
    const { send, pay, view } = await payer();
    await send({ id: 11 });
    const sent = {
      txid: '0b'.repeat(32),
      sentAt: '2026-01-02T03:04:05.000Z',
      expiresAt: '2026-01-02T03:09:05.000Z',
      paymentReferences: [expect.stringMatching(/^0x[0-9a-f]{16}$/)],
    };
    await expect(pay(OTHER_WALLET)).rejects.toMatchObject({
      status: 423,
      code: 'secure_payment_in_progress',
      body: { status: 'pending', sentTransactions: [sent] },
    });
    expect(await view()).toMatchObject({ sentTransactions: [sent] });
  });

  it('no other transaction that makes the payment is forwarded', async () => {
    const { send, log } = await payer();
    await send({ id: 12 });
    await expect(send({ id: 13 })).rejects.toMatchObject({
      status: 409,
      code: 'payment_already_sent',
      body: { sentTransactions: [{ txid: '0c'.repeat(32) }] },
    });
    expect(log.forwarded).toEqual([hashOf(12)]);
  });

  it('of two that come at the same time one is forwarded', async () => {
    const { send, log } = await payer();
    const both = await Promise.allSettled([send({ id: 14 }), send({ id: 15 })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(log.forwarded).toHaveLength(1);
  });

  it('approvals are looked up a hundred at a time, behind what makes a payment', async () => {
    const { ctx, send, pay, log, link } = await payer();
    for (let id = 0; id < 100; id += 1) {
      await takeForwarding(ctx, {
        network: 'tron',
        transactionHash: `0x${`${id + 1_000}`.repeat(16)}`,
        accountId: link.accountId,
        token: link.token,
        expiresAt: new Date(ctx.now().getTime() + 300_000),
        leasedUntil: ctx.now(),
      });
    }
    await send({ id: 57 });
    const [chain] = ctx.chains.all;
    invariant(chain?.relay !== undefined, 'it forwards');
    const { readOutcomes } = chain.relay;
    const sizes: number[] = [];
    chain.relay.readOutcomes = (sent) => {
      sizes.push(sent.length);
      return readOutcomes(sent);
    };
    await expect(pay()).rejects.toMatchObject({ status: 423 });
    log.outcomes.set(hashOf(57), 'failed');
    expect((await pay()).transactions).toHaveLength(2);
    expect(sizes).toEqual([100, 100]);
  });

  it('an approval keeps nothing back', async () => {
    const { send, pay } = await payer();
    await send({ id: 16, step: 'approval' });
    expect((await pay()).transactions).toHaveLength(2);
    expect(await send({ id: 17 })).toMatchObject({ result: true });
  });
});

describe('it is offered again', () => {
  it.each(['failed', 'absent'] as const)('once the transaction is %s for good', async (end) => {
    const { send, pay, view, log } = await payer();
    const id = end === 'failed' ? 20 : 21;
    await send({ id });
    log.outcomes.set(hashOf(id), end);
    expect((await pay()).transactions).toHaveLength(2);
    expect(await view()).not.toHaveProperty('sentTransactions');
    expect(await send({ id: id + 10 })).toMatchObject({ result: true });
  });

  it('also where the transaction came again after it had failed', async () => {
    const { send, pay, log } = await payer();
    log.answer = { isAccepted: false, isTransient: true, code: 'SERVER_BUSY', message: '' };
    expect(await send({ id: 32 })).toMatchObject({ result: false });
    log.outcomes.set(hashOf(32), 'failed');
    expect((await pay()).transactions).toHaveLength(2);
    log.answer = TAKEN;
    expect(await send({ id: 32 })).toMatchObject({ result: true });
    expect((await pay()).transactions).toHaveLength(2);
    expect(await send({ id: 33 })).toMatchObject({ result: true });
  });

  it('not while the transaction succeeded and is not counted yet', async () => {
    const { send, pay, log, link } = await payer();
    await send({ id: 40 });
    log.outcomes.set(hashOf(40), 'succeeded');
    await expect(pay()).rejects.toMatchObject({ status: 423 });
    // The token kept a part back, so that a rest is due.
    const paidIn = { network: 'tron', currencyId: 'USDT-tron' };
    const transactionHash = Buffer.alloc(32, 40);
    await insertReceived(database.db, link, { units: 12_000_000n, transactionHash, paidIn });
    expect((await pay()).metadata.requiredAmount).toBe('500000');
  });
});

describe('what a payer on such a network is answered', () => {
  it('names the fee limits that are signed', async () => {
    const { pay } = await payer();
    expect((await pay()).metadata).toMatchObject({
      approvalFeeLimit: '100000000',
      paymentFeeLimit: '300000000',
      transactionSponsorshipFeeUsd: null,
    });
  });

  it.each([
    [{ chain: 'BASE', token: 'USDC' }, 'chain and token must not be sent: a payment on Tron'],
    [{ isSafe: 'true' }, 'isSafe must not be sent: there are no Safe wallets on Tron'],
    [{ eoaWallet: TRON_PAYER }, 'eoaWallet must not be sent: on Tron'],
  ] as const)('refuses %o', async (query, message) => {
    const { ctx, link } = await payer();
    const refused = { status: 400, message: expect.stringContaining(message) };
    await expect(paySingle(ctx, { token: link.token, query })).rejects.toMatchObject(refused);
    await expect(viewSecurePayment(ctx, { token: link.token, query })).rejects.toMatchObject(
      refused,
    );
  });
});
