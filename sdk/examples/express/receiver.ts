import express, { type Express } from 'express';
import {
  handleOnce,
  memorySeenStore,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from 'florin-sdk';

/** A receiver that takes the raw body; a global `express.json()` must come after this route. */
export function createReceiver(secret: string, onEvent: (event: WebhookEvent) => unknown): Express {
  const app = express();
  const seen = memorySeenStore();
  app.post('/webhooks', express.raw({ type: 'application/json' }), async (request, response) => {
    try {
      const event = verifyWebhook({ rawBody: request.body, headers: request.headers, secret });
      await handleOnce(seen, event.deliveryId, () => onEvent(event));
      response.sendStatus(204);
    } catch (failure) {
      if (!(failure instanceof WebhookVerificationError)) throw failure;
      response.status(failure.status).json({ code: failure.code });
    }
  });
  return app;
}

if (import.meta.main) {
  createReceiver(process.env['FLORIN_WEBHOOK_SECRET'] ?? '', console.log).listen(4000);
}
