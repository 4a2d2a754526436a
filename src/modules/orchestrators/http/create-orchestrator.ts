import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { createOrchestrator, orchestratorExists } from '../create-orchestrator.ts';
import { OrchestratorCreated, SAMPLE_PARTNER, shownName } from './orchestrator-shapes.ts';

/** The longest address that mail can be sent to (RFC 5321, 4.5.3.1.3, without the brackets). */
const EMAIL_CHARS_MAX = 254;

const CreateOrchestratorRequest = z
  .strictObject({
    orchestratorName: shownName().describe('What platforms see when they are invited.'),
    orchestratorContactEmail: z.email().max(EMAIL_CHARS_MAX).describe('How people reach you.'),
  })
  .meta({
    id: 'CreateOrchestratorRequest',
    description: 'What a partner is called and how it is reached.',
    examples: [
      {
        orchestratorName: SAMPLE_PARTNER.name,
        orchestratorContactEmail: 'support@stalls.example',
      },
    ],
  });

/** `POST /v2/orchestrators`: makes the caller's account a partner. */
export const createOrchestratorEndpoint = endpoint({
  operationId: 'createOrchestrator',
  host: 'api',
  method: 'post',
  path: '/v2/orchestrators',
  tag: 'Orchestrators',
  summary: 'Makes your account an orchestrator and answers its key once.',
  accepts: ['session'],
  leastRole: 'owner',
  params: z.object({}),
  query: z.strictObject({}),
  body: CreateOrchestratorRequest,
  answer: { status: 201, schema: OrchestratorCreated },
  refusals: [
    {
      status: 409,
      when: 'The account is an orchestrator already.',
      examples: [orchestratorExists()],
    },
  ],
  run: async (ctx: Context, { body }) => {
    const { key, ...created } = await createOrchestrator(ctx, {
      name: body.orchestratorName,
      contactEmail: body.orchestratorContactEmail,
    });
    const { expiresAt: _end, lastUsedAt: _use, ...shown } = key;
    return { ...created, key: shown };
  },
});
