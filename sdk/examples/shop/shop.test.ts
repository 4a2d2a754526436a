import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createShop } from './shop.ts';

const SECRET = '5f0c1e6a9b7d48320e4f6a1c8d2b7093f1a5e8c46d3b20975c8e1f4a6b7d9032';
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const REQUEST = '01de0b3b08dfb8a1de099878ead954be1f4dda7df1e63b96724f091802a705a8da';
const CREATED = {
  securePaymentUrl: 'https://pay.example/?token=01KTOKEN',
  requestIds: [REQUEST],
};

interface Call {
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

let calls: Call[] = [];
let answer: { readonly status: number; readonly body: unknown } = { status: 201, body: CREATED };
const api = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  request.on('end', () => {
    calls.push({ url: request.url, headers: request.headers, body: JSON.parse(text) });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
});

let shop: Awaited<ReturnType<typeof createShop>>;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    api.listen(0, '127.0.0.1', resolve);
  });
  const address = api.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  shop = await createShop({
    apiUrl: `http://127.0.0.1:${port}`,
    payUrl: 'https://pay.example',
    apiKey: 'florin_sandbox_key',
    clientId: 'cli_shop',
    webhookSecret: SECRET,
    destinationId: `${PAYEE}@eip155:11155111#0F2A6B1C:0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238`,
  });
});
afterEach(() => {
  calls = [];
  answer = { status: 201, body: CREATED };
});
afterAll(async () => {
  await shop.close();
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
});

const order = (payload: object) => shop.inject({ method: 'POST', url: '/orders', payload });
const statusOf = async (id: string) => (await shop.inject(`/orders/${id}`)).json().status;

/** An order that waits, and what a delivery makes of it. */
async function openOrder() {
  const { id } = (await order({ productId: 'mug' })).json();
  let deliveries = 0;
  return {
    status: () => statusOf(id),
    deliver: async (event: object, secret = SECRET) => {
      deliveries += 1;
      const payload = JSON.stringify({ event: 'payment.confirmed', requestId: REQUEST, ...event });
      const headers = {
        'content-type': 'application/json',
        'x-service-signature': createHmac('sha256', secret).update(payload).digest('hex'),
        'x-service-delivery': `${id}-${deliveries}`,
        'x-service-retry-count': '0',
      };
      const received = await shop.inject({ method: 'POST', url: '/webhooks', headers, payload });
      return received.statusCode;
    },
  };
}

describe('an order', () => {
  it('gets a link over the price of the server, which says what it is to pay', async () => {
    const made = await order({ productId: 'mug', price: '0.01' });
    expect(made.statusCode).toBe(201);
    const { id, link } = made.json();
    expect(link).toBe(`${CREATED.securePaymentUrl}#expect=${PAYEE},USDC,sepolia,7.50`);
    expect(calls).toMatchObject([
      {
        url: '/v2/secure-payments',
        headers: {
          'x-api-key': 'florin_sandbox_key',
          'x-client-id': 'cli_shop',
          'idempotency-key': id,
        },
        body: { requests: [{ amount: '7.50' }], reference: id },
      },
    ]);
    expect(await statusOf(id)).toBe('open');
  });

  it.each([{}, { productId: 'yacht' }, { productId: 7 }])(
    'of nothing that is sold is none: %j',
    async (body) => {
      expect((await order(body)).statusCode).toBe(404);
      expect(calls).toEqual([]);
    },
  );

  it.each([
    { status: 403, body: { message: 'no' } },
    { status: 201, body: { securePaymentUrl: CREATED.securePaymentUrl } },
  ])('is none where the API makes no link: %j', async (refusal) => {
    answer = refusal;
    expect((await order({ productId: 'mug' })).statusCode).toBe(500);
  });

  it('of nobody answers 404', async () => {
    expect((await shop.inject('/orders/1')).statusCode).toBe(404);
  });
});

describe('a webhook', () => {
  it('that is signed and names the request of an order marks it as paid, once', async () => {
    const { deliver, status } = await openOrder();
    expect(await deliver({})).toBe(204);
    expect(await status()).toBe('paid');
    expect(await deliver({ event: 'payment.confirmed.client_id' })).toBe(204);
    expect(await deliver({ requestAlreadyPaid: true })).toBe(204);
    expect(await status()).toBe('paid');
  });

  it.each([
    ['of another request', { requestId: 'another' }],
    ['of a part', { event: 'payment.partial' }],
    ['of money that came once more', { requestAlreadyPaid: true }],
    ['of an event that a browser reports', { event: 'secure_payment.user_event' }],
  ])('%s marks nothing', async (_, event) => {
    const { deliver, status } = await openOrder();
    expect(await deliver(event)).toBe(204);
    expect(await status()).toBe('open');
  });

  it('that is signed with another secret, or not at all, is refused', async () => {
    const { deliver, status } = await openOrder();
    expect(await deliver({}, 'another secret')).toBe(401);
    const payload = { event: 'payment.confirmed', requestId: REQUEST };
    const unsigned = await shop.inject({ method: 'POST', url: '/webhooks', payload });
    expect(unsigned.statusCode).toBe(400);
    expect(await status()).toBe('open');
  });
});

it('its page keeps the key to itself, and lets in nothing but the pay host', async () => {
  const { body, headers } = await shop.inject('/');
  expect(body).toContain('<script src="https://pay.example/florin.js"></script>');
  expect(body).not.toContain('florin_sandbox_key');
  const policy = headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' https://pay.example; frame-src https://pay.example");
});
