import { z } from 'zod';
import type { Context } from '#context.ts';
import { asPartner, NOT_A_PARTNER } from '#modules/orchestrators/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { tooManyTests } from '../queue-tests.ts';
import { testOrchestratorWebhooks, testsAreNotNamed } from '../test-orchestrator-webhooks.ts';

const TestOrchestratorWebhooksRequest = z
  .strictObject({
    eventType: z
      .enum([
        'client_id.linked',
        'payment.confirmed',
        'kyt.screening.completed',
        'secure_payment.user_event',
      ])
      .describe('The event whose shape is sent; one of those that partners receive.'),
  })
  .meta({
    id: 'TestOrchestratorWebhooksRequest',
    description: 'The event whose shape a test has.',
    examples: [{ eventType: 'client_id.linked' }],
  });

const OrchestratorWebhooksTested = z
  .object({
    sent: z.int().describe('How many endpoints answered 2xx to the first attempt.'),
    failed: z.int().describe('How many did not; they are tried again like any delivery.'),
  })
  .meta({
    id: 'TestOrchestratorWebhooksResponse',
    description: 'How a test went.',
    examples: [{ sent: 1, failed: 0 }],
  });

/** `POST /v2/orchestrators/webhooks/test`: sends a test to a partner's endpoints. */
export const testOrchestratorWebhooksEndpoint = endpoint({
  operationId: 'testOrchestratorWebhooks',
  host: 'api',
  method: 'post',
  path: '/v2/orchestrators/webhooks/test',
  tag: 'Orchestrators',
  summary: 'Sends a test to your active endpoints and returns how many it reached.',
  description:
    'Placeholders in the shape of the event, signed as events are, with `x-service-test: true`. The answer waits for the first attempts, six seconds at most.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  issueArray: true,
  params: z.object({}),
  query: z.strictObject({}),
  body: TestOrchestratorWebhooksRequest,
  answer: { status: 200, schema: OrchestratorWebhooksTested },
  refusals: [
    NOT_A_PARTNER,
    {
      status: 400,
      when: 'The call came with an Idempotency-Key.',
      examples: [testsAreNotNamed()],
    },
    {
      status: 429,
      when: 'An endpoint was sent ten tests in the last minute; in the sandbox a hundred.',
      examples: [tooManyTests(42)],
    },
  ],
  run: async (ctx: Context, { body }) => testOrchestratorWebhooks(await asPartner(ctx), body),
});
