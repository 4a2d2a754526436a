import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elapsedMs } from '#kit/clock.ts';
import { createReceiver } from '../../sdk/examples/fastify/receiver.ts';
import type { WebhookEvent } from '../../sdk/src/index.ts';
import { sharedWorld } from '../support/shared-worlds.ts';
import type { ReachedWorld } from '../support/world.ts';

/** What a delivery needs when its first attempt fails: the first retry comes after a second. */
const WAIT_MS = 180_000;

let world: ReachedWorld;
let receiver: ReturnType<typeof createReceiver>;
const events: WebhookEvent[] = [];
let failures = 1;

beforeAll(async () => {
  world = await sharedWorld();
  const port = await freePort();
  // The secret is shown when the URL is registered, so the receiver opens after that.
  const { secret } = await world.registerWebhook(`http://127.0.0.1:${port}/webhooks`);
  receiver = createReceiver(secret, (event) => {
    if (event.event === 'payment.confirmed' && failures > 0) {
      failures -= 1;
      throw new Error('the database of the shop is away');
    }
    events.push(event);
  });
  await receiver.listen({ port, host: '127.0.0.1' });
});

afterAll(async () => {
  await receiver.close();
});

describe('an integrator with the kit', () => {
  it('verifies what Florin sends, and handles what failed once when it comes again', async () => {
    const link = await world.createLink('12.5', { reference: 'Zoë 日本 😀' });
    const hash = await world.pay(link.token);
    const delivery = await awaitEvent('payment.confirmed');
    expect(delivery).toMatchObject({ retryCount: 1, test: false });
    expect(delivery.payload).toMatchObject({
      requestId: link.requestIds[0],
      txHash: hash,
      amount: '12.5',
      reference: 'Zoë 日本 😀',
    });
    await awaitEvent('payment.confirmed.checkout');
    const ids = events.map(({ deliveryId }) => deliveryId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

async function awaitEvent(name: WebhookEvent['event']): Promise<WebhookEvent> {
  for (const end = elapsedMs() + WAIT_MS; elapsedMs() < end; await wait(25)) {
    const found = events.find(({ event }) => event === name);
    if (found !== undefined) return found;
  }
  throw new Error(`no ${name} was handled within ${WAIT_MS / 1000} s`);
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}
