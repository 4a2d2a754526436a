import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Calldata, sendTransaction } from '../support/pay-with.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { startWorld, type World } from '../support/world.ts';

/** How long links live in this world: long enough to read the calldata before it is over. */
const LIFETIME_SECONDS = 8;

let world: World;
let receiver: Receiver;

beforeAll(async () => {
  world = await startWorld({ LINK_LIFETIME_SECONDS: String(LIFETIME_SECONDS) });
  receiver = await openReceiver();
  await world.registerWebhook(receiver.url);
});

afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

describe('a link whose time is over', () => {
  it('can no longer be read or paid, but money that comes late still settles it', async () => {
    const link = await world.createLink('2');
    const path = `${link.token}/pay?wallet=${world.sandbox.payer.address}`;
    const { transactions } = Calldata.parse((await world.read(path)).body);
    // Blocks tell whole seconds, so a block of the next second may bear the time of the deadline.
    await wait((LIFETIME_SECONDS + 1) * 1000);

    const gone = await world.read(link.token);
    expect(gone.status).toBe(403);
    expect(gone.body).toMatchObject({ statusCode: 403, code: 'secure_payment_expired' });
    expect((await world.read(path)).status).toBe(403);

    for (const transaction of transactions) {
      await sendTransaction(world.sandbox, transaction);
    }
    const delivery = await receiver.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed',
    );
    expect(delivery.payload).toMatchObject({
      requestId: link.requestIds[0],
      amount: '2',
      late: true,
    });
    await world.awaitStatus(link.token, 409);
  });
});
