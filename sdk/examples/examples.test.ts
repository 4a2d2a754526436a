import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebhookEvent } from '../src/index.ts';
import * as express from './express/receiver.ts';
import * as fastify from './fastify/receiver.ts';
import * as hono from './hono/receiver.ts';
import { POST } from './next/app/webhooks/route.ts';

const secret = '5f0c1e6a9b7d48320e4f6a1c8d2b7093f1a5e8c46d3b20975c8e1f4a6b7d9032';
/** No printer of JSON makes this text, so a receiver that parses first cannot verify it. */
const body = '{ "event":"payment.confirmed",\n "reference":"Zo\\u00eb 😀", "n":1.0 }';
let deliveries = 0;

interface Receiver extends AsyncDisposable {
  post(headers: Record<string, string>): Promise<Response>;
}

function headersFor(key: string): Record<string, string> {
  deliveries += 1;
  const id = `delivery-${deliveries}`;
  const timestamp = `${Math.floor(Date.now() / 1000)}`;
  const hmac = (text: string) => createHmac('sha256', key).update(text);
  return {
    'content-type': 'application/json',
    'x-service-signature': hmac(body).digest('hex'),
    'x-service-delivery': id,
    'x-service-retry-count': '0',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(`${id}.${timestamp}.${body}`).digest('base64')}`,
  };
}

/** A receiver behind a port, as it would run. */
function behindPort(address: AddressInfo | string | null, close: () => unknown): Receiver {
  if (address === null || typeof address === 'string') throw new Error('it listens to no port');
  const url = `http://127.0.0.1:${address.port}/webhooks`;
  return {
    post: (headers) => fetch(url, { method: 'POST', headers, body }),
    [Symbol.asyncDispose]: async () => {
      await close();
    },
  };
}

type Start = (onEvent: (event: WebhookEvent) => unknown) => Promise<Receiver>;

const receivers: readonly [string, Start][] = [
  [
    'Fastify',
    async (onEvent) => {
      const app = fastify.createReceiver(secret, onEvent);
      await app.listen({ port: 0, host: '127.0.0.1' });
      return behindPort(app.server.address(), () => app.close());
    },
  ],
  [
    'Express',
    async (onEvent) => {
      const server = express.createReceiver(secret, onEvent).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      return behindPort(server.address(), () => server.close());
    },
  ],
  [
    'Hono',
    async (onEvent) => {
      const { fetch } = hono.createReceiver(secret, onEvent);
      const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
        const started = serve({ fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
      });
      return behindPort(server.address(), () => server.close());
    },
  ],
  [
    'Next',
    async (onEvent) => {
      vi.stubEnv('FLORIN_WEBHOOK_SECRET', secret);
      vi.spyOn(console, 'log').mockImplementation(onEvent);
      const url = 'http://shop.example/webhooks';
      return {
        post: (headers) => POST(new Request(url, { method: 'POST', headers, body })),
        [Symbol.asyncDispose]: async () => {
          vi.unstubAllEnvs();
          vi.restoreAllMocks();
        },
      };
    },
  ],
];

describe.each(receivers)('the %s receiver', (_name, start) => {
  let receiver: Receiver;
  let events: WebhookEvent[];
  let failing = false;

  beforeAll(async () => {
    receiver = await start((event) => {
      if (failing) throw new Error('no database');
      events.push(event);
    });
  });
  beforeEach(() => {
    events = [];
  });
  afterEach(() => {
    failing = false;
  });
  afterAll(async () => {
    await receiver[Symbol.asyncDispose]();
  });

  it('takes what is signed with its secret, and hands it on once', async () => {
    const headers = headersFor(secret);
    for (const retry of ['0', '1']) {
      const answer = await receiver.post({ ...headers, 'x-service-retry-count': retry });
      expect(answer.status).toBe(204);
    }
    expect(events.map(({ event, deliveryId }) => [event, deliveryId])).toEqual([
      ['payment.confirmed', headers['x-service-delivery']],
    ]);
    expect(events[0]?.payload).toMatchObject({ reference: 'Zoë 😀', n: 1 });
  });

  it('refuses what is signed with another secret, or is not signed', async () => {
    const forged = await receiver.post(headersFor('another secret'));
    expect(forged.status).toBe(401);
    expect(await forged.json()).toEqual({ code: 'signature_mismatch' });
    expect((await receiver.post({ 'content-type': 'application/json' })).status).toBe(400);
    expect(events).toEqual([]);
  });

  it('takes the retry of a delivery whose handling failed', async () => {
    const headers = headersFor(secret);
    failing = true;
    const failed = await receiver.post(headers).then(
      (answer) => answer.status,
      () => 500,
    );
    expect(failed).toBe(500);
    failing = false;
    expect((await receiver.post(headers)).status).toBe(204);
    expect(events).toHaveLength(1);
  });
});
