import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { payWith } from '../support/pay-with.ts';
import { openReceiver } from '../support/receiver.ts';
import { spawnWatcher } from '../support/spawn-watcher.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;

beforeEach(async () => {
  world = await startWorld();
});

afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

/** Asks the database of the world directly, past the process that may be dead. */
async function count(statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ n: string }>(statement).finally(() => client.end());
  return Number(rows[0]?.n);
}

const payments = () => count('select count(*) as n from payment');
const confirmations = () =>
  count("select count(*) as n from event where type = 'payment.confirmed'");

describe('a process that is killed', () => {
  it('between broadcast and settlement settles the payment once after its restart', async () => {
    await using receiver = await openReceiver();
    await world.registerWebhook(receiver.url);
    const link = await world.createLink('5');
    const { body } = await world.read(`${link.token}/pay?wallet=${world.sandbox.payer.address}`);
    await world.kill();
    await payWith(world.sandbox, body);

    await world.start();
    await world.awaitStatus(link.token, 409);
    const delivery = await receiver.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed',
    );
    expect(delivery.payload.requestId).toBe(link.requestIds[0]);
    expect(await payments()).toBe(1);
    expect(await confirmations()).toBe(1);
  });

  it('between settlement and webhook delivers after its restart, under the same delivery id', async () => {
    const first = await openReceiver();
    await world.registerWebhook(first.url);
    first.answerNext('payment.confirmed', 503);
    const link = await world.createLink('6');
    await world.pay(link.token);
    const refused = await first.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed',
    );
    await world.kill();
    await first[Symbol.asyncDispose]();

    await using second = await openReceiver(Number(new URL(first.url).port));
    await world.start();
    const delivery = await second.awaitDelivery(
      ({ payload }) => payload.event === 'payment.confirmed',
    );
    expect(delivery.headers['x-service-delivery']).toBe(refused.headers['x-service-delivery']);
    expect(delivery.body).toBe(refused.body);
    expect(await confirmations()).toBe(1);
  });

  it('five times, each while a payment is on its way, loses none and doubles none', async () => {
    await using receiver = await openReceiver();
    await world.registerWebhook(receiver.url);
    const paid: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const link = await world.createLink(`${round + 1}`);
      const { body } = await world.read(`${link.token}/pay?wallet=${world.sandbox.payer.address}`);
      await Promise.all([payWith(world.sandbox, body), world.kill()]);
      paid.push(link.token);
      await world.start();
    }
    for (const token of paid) await world.awaitStatus(token, 409);
    expect(await payments()).toBe(paid.length);
    expect(await confirmations()).toBe(paid.length);
  });
});

describe('the same transaction', () => {
  it('seen by two watchers at once is counted once', async () => {
    await using receiver = await openReceiver();
    await world.registerWebhook(receiver.url);
    await using _second = await spawnWatcher(world);
    const link = await world.createLink('7');
    await world.pay(link.token);
    await world.awaitStatus(link.token, 409);
    await receiver.awaitDelivery(({ payload }) => payload.event === 'payment.confirmed');
    expect(await payments()).toBe(1);
    expect(await count('select count(*) as n from chain_transfer')).toBe(1);
    expect(await confirmations()).toBe(1);
  });

  it('seen again after the cursor was set back is counted once', async () => {
    const link = await world.createLink('8');
    await world.pay(link.token);
    await world.awaitStatus(link.token, 409);
    await world.kill();
    // As if the process had died before it could note how far it had come.
    await count(
      "with back as (delete from chain_cursor where network = 'sepolia'), gone as (delete from chain_block where network = 'sepolia') select 1 as n",
    );
    await world.start();
    const next = await world.createLink('9');
    await world.pay(next.token);
    await world.awaitStatus(next.token, 409);
    expect(await payments()).toBe(2);
    expect(await confirmations()).toBe(2);
  });
});

describe('a receiver that is down for the first attempts', () => {
  it('gets the same delivery again after 1, after 5 and after 15 seconds, and then no more', async () => {
    await using receiver = await openReceiver();
    await world.registerWebhook(receiver.url);
    receiver.answerNext('payment.confirmed', 500, 500, 500, 500);
    const link = await world.createLink('4');
    await world.pay(link.token);
    const delivery = (n: number) =>
      receiver.awaitDelivery(
        ({ headers, payload }) =>
          payload.event === 'payment.confirmed' && headers['x-service-retry-count'] === String(n),
      );
    const attempts = [await delivery(0), await delivery(1), await delivery(2), await delivery(3)];
    const ids = attempts.map(({ headers }) => headers['x-service-delivery']);
    expect(new Set(ids).size).toBe(1);
    expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
    expect(attempts[0]?.payload.requestId).toBe(link.requestIds[0]);
    const gaps = attempts
      .slice(1)
      .map(({ at }, i) => at.getTime() - (attempts[i]?.at.getTime() ?? 0));
    for (const [i, delayMs] of [1_000, 5_000, 15_000].entries()) {
      // Receivers see an attempt a little after it began, each time not by the same little.
      expect(gaps[i]).toBeGreaterThanOrEqual(delayMs - 50);
    }
    expect(gaps).toEqual(gaps.toSorted((one, other) => one - other));
    const failed = "select count(*) as n from webhook_delivery where status = 'failed'";
    await vi.waitUntil(async () => (await count(failed)) === 1);
  });
});
