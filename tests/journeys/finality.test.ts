import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { readFeed } from '../support/read-feed.ts';
import { startWorld, type World } from '../support/world.ts';

const PaymentMilestone = z.object({ blockNumber: z.int(), at: z.iso.datetime() });
const Payments = z.object({
  payments: z.array(
    z.object({
      seen: PaymentMilestone,
      confirmed: PaymentMilestone.nullable(),
      finalized: PaymentMilestone.nullable(),
    }),
  ),
});
const Feed = z.object({
  events: z.array(
    z.object({ type: z.string(), payload: z.looseObject({ requestId: z.string() }) }),
  ),
});

/** A local node makes a block each second and calls those two below its head final. */
const FINAL_WITHIN_MS = 150_000;

let world: World;
beforeAll(async () => {
  world = await startWorld({ CONFIRMATIONS_SEPOLIA: '2' });
});
afterAll(() => world[Symbol.asyncDispose]());

const read = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => {
  const answer = await fetch(`${world.apiUrl}${path}`, {
    headers: { 'x-api-key': world.sandbox.apiKey },
  });
  return shape.parse(await answer.json());
};

describe('a payment', () => {
  it('says when it was seen, confirmed and final, in the list of payments and in the feed', async () => {
    const { token, requestIds } = await world.createLink('12.5');
    const requestId = requestIds[0];
    await world.pay(token);
    const list = () => read(`/v2/payments?requestId=${requestId}`, Payments);
    let [payment] = (await list()).payments;
    for (const end = elapsedMs() + FINAL_WITHIN_MS; !payment?.finalized; await wait(200)) {
      expect(elapsedMs()).toBeLessThan(end);
      [payment] = (await list()).payments;
    }
    const { seen, confirmed, finalized } = payment;
    expect(confirmed?.blockNumber).toBeGreaterThan(seen.blockNumber);
    // A watcher that fell behind finds it deep enough for both in one block.
    expect(finalized.blockNumber).toBeGreaterThanOrEqual(confirmed?.blockNumber ?? Infinity);
    const select = (page: unknown) =>
      Feed.parse(page).events.filter(({ payload }) => payload.requestId === requestId);
    expect(await readFeed(world, { query: 'limit=100', select, count: 2 })).toMatchObject([
      { type: 'payment.confirmed', payload: { seen, confirmed, finalized: null } },
      { type: 'payment.finalized', payload: { seen, confirmed, finalized } },
    ]);
  });
});
