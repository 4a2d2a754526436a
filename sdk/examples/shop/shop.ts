import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  expectPayment,
  handleOnce,
  memorySeenStore,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from 'florin-sdk';
import { cataloguePage } from './catalogue-page.ts';
import { CURRENCY, PRODUCTS, type Product } from './products.ts';

/** What the shop has of its Florin. */
export interface ShopSettings {
  readonly apiUrl: string;
  readonly payUrl: string;
  /** Secret, and only here: pages never get it. */
  readonly apiKey: string;
  /** Its `allowedDomains` hold the origin of this shop, whose page may then frame its payments. */
  readonly clientId: string;
  readonly webhookSecret: string;
  /** The wallet that is paid, with network and token. */
  readonly destinationId: string;
}

interface Order {
  readonly id: string;
  readonly link: string;
  /** What is paid for it, by which a webhook names it. */
  readonly requestId: string;
  isPaid: boolean;
}

/** The shop: a page of products, its orders, and the receiver of webhooks. Orders are in memory; in production keep them in your database. */
export async function createShop(settings: ShopSettings): Promise<FastifyInstance> {
  const orders = new Map<string, Order>();
  const app = Fastify();
  addPages(app, settings.payUrl);

  app.post<{ Body: unknown }>('/orders', async ({ body }, reply) => {
    const product = PRODUCTS.find(({ id }) => id === memberOf(body, 'productId'));
    if (product === undefined) return await reply.code(404).send({ message: 'No such product' });
    const order = await createOrder(settings, product);
    orders.set(order.id, order);
    return await reply.code(201).send({ id: order.id, link: order.link });
  });

  app.get<{ Params: { id: string } }>('/orders/:id', async ({ params }, reply) => {
    const order = orders.get(params.id);
    if (order === undefined) return await reply.code(404).send({ message: 'No such order' });
    return { id: order.id, status: order.isPaid ? 'paid' : 'open' };
  });

  await addReceiver(app, settings.webhookSecret, (event) => {
    // The request is the one that this server made for the order. Later payments of it would ship it twice.
    if (event.event !== 'payment.confirmed' || event.payload.requestAlreadyPaid) return;
    const { requestId } = event.payload;
    for (const order of orders.values()) if (order.requestId === requestId) order.isPaid = true;
  });
  return app;
}

/** Creates the link of an order. The price is the server's: a browser names a product and no amount. */
async function createOrder(settings: ShopSettings, { price }: Product): Promise<Order> {
  const { apiUrl, apiKey, clientId, destinationId } = settings;
  const id = randomUUID();
  const answer = await fetch(`${apiUrl}/v2/secure-payments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': apiKey,
      'x-client-id': clientId,
      'idempotency-key': id,
    },
    body: JSON.stringify({ requests: [{ destinationId, amount: price }], reference: id }),
  });
  if (!answer.ok) throw new Error(`the API made no link for order ${id}: ${await answer.text()}`);
  const created: unknown = await answer.json();
  const [requestId] = listOf(created, 'requestIds');
  const url = memberOf(created, 'securePaymentUrl');
  if (typeof url !== 'string' || typeof requestId !== 'string') {
    throw new Error(`the API answered something else than a link for order ${id}`);
  }
  // What the shop knows, not what the API said: the pay page then refuses any other payment.
  const [payee = ''] = destinationId.split('@');
  return {
    id,
    link: expectPayment(url, { payee, ...CURRENCY, amount: price }),
    requestId,
    isPaid: false,
  };
}

/** The receiver, whose bodies stay bytes: signatures are over what came in. */
async function addReceiver(
  app: FastifyInstance,
  secret: string,
  onEvent: (event: WebhookEvent) => void,
): Promise<void> {
  const seen = memorySeenStore();
  await app.register((receiver, _options, done) => {
    const options = { parseAs: 'buffer' } as const;
    receiver.removeContentTypeParser('application/json');
    receiver.addContentTypeParser('application/json', options, (_request, body, parsed) =>
      parsed(null, body),
    );
    receiver.post<{ Body: Buffer }>('/webhooks', async (request, reply) => {
      try {
        const event = verifyWebhook({ rawBody: request.body, headers: request.headers, secret });
        await handleOnce(seen, event.deliveryId, () => onEvent(event));
        return await reply.code(204).send();
      } catch (failure) {
        if (!(failure instanceof WebhookVerificationError)) throw failure;
        return await reply.code(failure.status).send({ code: failure.code });
      }
    });
    done();
  });
}

/** The page and its files, under a policy that lets in the pay host's script and frames and nothing else of others. */
function addPages(app: FastifyInstance, payUrl: string): void {
  const policy = [
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    `script-src 'self' ${payUrl}; frame-src ${payUrl}`,
    "style-src 'self'; connect-src 'self'; img-src data:",
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; ');
  const files = {
    '/': { type: 'text/html; charset=utf-8', text: cataloguePage(payUrl) },
    '/checkout.js': { type: 'text/javascript; charset=utf-8', text: textBeside('checkout.js') },
    '/shop.css': { type: 'text/css; charset=utf-8', text: textBeside('shop.css') },
  };
  for (const [path, { type, text }] of Object.entries(files)) {
    app.get(path, async (_request, reply) => {
      const headers = { 'content-security-policy': policy, 'x-content-type-options': 'nosniff' };
      return await reply.type(type).headers(headers).send(text);
    });
  }
}

const textBeside = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}
