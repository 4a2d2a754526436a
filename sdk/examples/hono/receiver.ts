import { serve } from '@hono/node-server';
import {
  handleOnce,
  memorySeenStore,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from 'florin-sdk/web';
import { Hono } from 'hono';

/** A receiver for wherever Hono runs: it verifies with WebCrypto. */
export function createReceiver(secret: string, onEvent: (event: WebhookEvent) => unknown): Hono {
  const app = new Hono();
  const seen = memorySeenStore();
  app.post('/webhooks', async ({ req, body, json }) => {
    try {
      const rawBody = await req.arrayBuffer();
      const event = await verifyWebhook({ rawBody, headers: req.raw.headers, secret });
      await handleOnce(seen, event.deliveryId, () => onEvent(event));
      return body(null, 204);
    } catch (failure) {
      if (!(failure instanceof WebhookVerificationError)) throw failure;
      return json({ code: failure.code }, failure.status);
    }
  });
  return app;
}

if (import.meta.main) {
  const { fetch } = createReceiver(process.env['FLORIN_WEBHOOK_SECRET'] ?? '', console.log);
  serve({ fetch, port: 4000 });
}
