import { z } from 'zod';
import type { Context } from '#context.ts';
import { TestEventType } from '#modules/events/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { tooManyTests } from '../queue-tests.ts';
import { clientIdInHeader, clientIdNotFound } from '../scope-of-actor.ts';
import { noActiveWebhooks, testWebhook } from '../test-webhook.ts';
import { clientIdField } from './client-id-field.ts';
import { unproven } from './scope-refusals.ts';

const TestWebhookRequest = z
  .strictObject({
    eventType: TestEventType.describe('The event whose shape is sent.'),
    clientId: clientIdField.describe(
      'With a session only: the client ID whose endpoints are tested. Left out, the platform-wide ones are.',
    ),
  })
  .meta({
    id: 'TestWebhookRequest',
    description: 'The event whose shape a test has.',
    examples: [{ eventType: 'payment.confirmed' }],
  });

const WebhookTested = z
  .object({})
  .meta({ id: 'TestWebhookResponse', description: 'The test is on its way.', examples: [{}] });

/** `POST /v1/webhook/test`: sends a test. */
export const testWebhookEndpoint = endpoint({
  operationId: 'testWebhook',
  host: 'auth',
  method: 'post',
  path: '/v1/webhook/test',
  tag: 'Webhooks',
  summary: 'Sends a test to the active endpoints of a client ID, or to the platform-wide ones.',
  description:
    'Placeholders in the shape of the event, signed as events are, with `x-service-test: true`. It is sent at once and retried like an event; the log of the endpoint has the result.',
  accepts: ['client_id', 'api_key', 'session'],
  originOptional: true,
  alsoReads: ['api_key', 'session'],
  leastRole: 'developer',
  issueArray: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: TestWebhookRequest,
  answer: { status: 201, schema: WebhookTested },
  refusals: [
    {
      status: 400,
      when: 'clientId came without a session.',
      examples: [clientIdInHeader()],
    },
    unproven,
    {
      status: 404,
      when: 'There is no active endpoint, or a session names a client ID that its account does not have.',
      examples: [noActiveWebhooks(), clientIdNotFound()],
    },
    {
      status: 429,
      when: 'An endpoint was sent ten tests in the last minute; in the sandbox a hundred.',
      examples: [tooManyTests(42)],
    },
  ],
  run: (ctx: Context, { body }) => testWebhook(ctx, body),
});
