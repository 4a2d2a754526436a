import Fastify, { type FastifyInstance } from 'fastify';
import {
  handleOnce,
  memorySeenStore,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from 'florin-sdk';

/** A receiver whose JSON bodies stay bytes. Make it a plugin to keep that to this route. */
export function createReceiver(
  secret: string,
  onEvent: (event: WebhookEvent) => unknown,
): FastifyInstance {
  const app = Fastify();
  const seen = memorySeenStore();
  const options = { parseAs: 'buffer' } as const;
  app.addContentTypeParser('application/json', options, (_request, body, done) => done(null, body));
  app.post<{ Body: Buffer }>('/webhooks', async (request, reply) => {
    try {
      const event = verifyWebhook({ rawBody: request.body, headers: request.headers, secret });
      await handleOnce(seen, event.deliveryId, () => onEvent(event));
      return await reply.code(204).send();
    } catch (failure) {
      if (!(failure instanceof WebhookVerificationError)) throw failure;
      return await reply.code(failure.status).send({ code: failure.code });
    }
  });
  return app;
}

if (import.meta.main) {
  const receiver = createReceiver(process.env['FLORIN_WEBHOOK_SECRET'] ?? '', console.log);
  await receiver.listen({ port: 4000 });
}
