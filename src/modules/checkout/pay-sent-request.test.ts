import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '#kit/clock.ts';
import { payRequest } from '#modules/requests/pay-request.ts';
import { sessionActor } from '../../../tests/support/actors.ts';
import { TEST_TIME } from '../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  relayChain,
  signedBy,
  TRON_PAYEE,
  TRON_PAYER,
} from '../../../tests/support/relay-chain.ts';
import { connected } from '../../../tests/support/still-chain.ts';
import { broadcastTransaction } from './broadcast-transaction.ts';

const OTHER_WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** A request with a link, whose payer's transactions are forwarded. */
async function linkedRequest() {
  const now = manualClock(TEST_TIME);
  const { chain, log } = relayChain(now);
  const bare = testContext({ db: database.db, now, chains: connected(chain) });
  const link = await insertLink(database.db, { currencyId: 'USDT-tron', payeeAddress: TRON_PAYEE });
  const { token, requestId, accountId } = link;
  const ctx = { ...bare, actor: sessionActor({ accountId }) };
  const send = (signing: Parameters<typeof signedBy>[0]) =>
    broadcastTransaction(ctx, { token, signed: signedBy(signing) });
  const pay = (wallet = TRON_PAYER) => payRequest(ctx, { requestId, query: { wallet } });
  return { log, send, pay };
}

describe('a request whose payment was forwarded for its link', () => {
  it('is not prepared for anybody while that may still be executed, and names it', async () => {
    const { send, pay } = await linkedRequest();
    await send({ id: 1 });
    await expect(pay(OTHER_WALLET)).rejects.toMatchObject({
      status: 423,
      code: 'secure_payment_in_progress',
      message: 'Secure payment is in progress',
      body: {
        status: 'pending',
        sentTransactions: [
          {
            txid: '01'.repeat(32),
            sentAt: '2026-01-02T03:04:05.000Z',
            expiresAt: '2026-01-02T03:09:05.000Z',
            paymentReferences: [expect.stringMatching(/^0x[0-9a-f]{16}$/)],
          },
        ],
      },
    });
  });

  it('is prepared again once the transaction has failed for good', async () => {
    const { send, pay, log } = await linkedRequest();
    await send({ id: 2 });
    log.outcomes.set(hashOf(2), 'failed');
    expect((await pay()).transactions).toHaveLength(2);
  });

  it('is not held back by an approval', async () => {
    const { send, pay } = await linkedRequest();
    await send({ id: 3, step: 'approval' });
    expect((await pay()).transactions).toHaveLength(2);
  });
});
