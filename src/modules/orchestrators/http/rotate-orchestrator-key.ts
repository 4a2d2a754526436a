import { z } from 'zod';
import type { Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { rotateOrchestratorKey, tooManyKeys } from '../rotate-orchestrator-key.ts';
import { orchestratorNotFound } from '../view-orchestrator.ts';
import { OrchestratorKeyCreated } from './orchestrator-shapes.ts';

/** A day to bring the new key to every server. */
const OVERLAP_SECONDS = 86_400;

/** Thirty days: an old key that lives longer is hardly replaced. */
const OVERLAP_SECONDS_MAX = 2_592_000;

const OrchestratorKeyRotation = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(OVERLAP_SECONDS_MAX)
      .default(OVERLAP_SECONDS)
      .describe('How long the old key keeps working; 0 ends it at once.'),
  })
  .meta({
    id: 'RotateOrchestratorKeyRequest',
    description: 'How an old key gives way to a new one.',
    examples: [{ overlapSeconds: OVERLAP_SECONDS }],
  });

/** `POST /v2/orchestrators/keys/rotate`: a new key, while the old one lives on for a while. */
export const rotateOrchestratorKeyEndpoint = endpoint({
  operationId: 'rotateOrchestratorKey',
  host: 'api',
  method: 'post',
  path: '/v2/orchestrators/keys/rotate',
  tag: 'Orchestrators',
  summary: 'Makes a new key; the old one works on for the overlap.',
  accepts: ['orchestrator_key', 'session'],
  leastRole: 'developer',
  params: z.object({}),
  query: z.strictObject({}),
  body: OrchestratorKeyRotation,
  answer: { status: 201, schema: OrchestratorKeyCreated },
  refusals: [
    { status: 404, when: 'The account is no orchestrator.', examples: [orchestratorNotFound()] },
    {
      status: 409,
      when: 'Two keys work already, and the rotation has an overlap.',
      examples: [tooManyKeys()],
    },
  ],
  run: (ctx: Context, { body }) => rotateOrchestratorKey(ctx, body),
});
