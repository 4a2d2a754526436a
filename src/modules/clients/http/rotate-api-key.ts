import { z } from 'zod';
import { accountOf, type Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { tooManyApiKeys } from '../add-api-key.ts';
import { badExpiry } from '../create-api-key.ts';
import { apiKeyNotActive, rotateApiKey } from '../rotate-api-key.ts';
import { ApiKeyCreated, ApiKeyParams, dateOf, expiresAt, noSuchApiKey } from './api-key-schemas.ts';

/** A day: long enough to roll out a new key, short enough to be noticed. */
const OVERLAP_SECONDS = 86_400;

/** Thirty days. */
const OVERLAP_SECONDS_MAX = 2_592_000;

const ApiKeyRotation = z
  .strictObject({
    overlapSeconds: z
      .int('overlapSeconds must be a whole number')
      .min(0, 'overlapSeconds must not be negative')
      .max(OVERLAP_SECONDS_MAX, `overlapSeconds must be at most ${OVERLAP_SECONDS_MAX}`)
      .default(OVERLAP_SECONDS)
      .describe('How long the old key keeps working; 0 ends it now.'),
    expiresAt,
  })
  .meta({
    id: 'RotateApiKeyRequest',
    description: 'How a key is to be replaced.',
    examples: [{ overlapSeconds: 3_600 }],
  });

/** `POST /v1/api-keys/{id}/rotate`: puts a new key in place of another. */
export const rotateApiKeyEndpoint = endpoint({
  operationId: 'rotateApiKey',
  host: 'auth',
  method: 'post',
  path: '/v1/api-keys/{id}/rotate',
  tag: 'API keys',
  summary: 'Makes a key in place of another, which keeps working for a while.',
  description:
    'The new key has the label of the old one and, unless `expiresAt` says otherwise, no end. The old one stops at the end of the overlap, or at its own end if that comes first.',
  accepts: ['session'],
  leastRole: 'developer',
  rateClass: 'management',
  params: ApiKeyParams,
  query: z.strictObject({}),
  body: ApiKeyRotation,
  answer: { status: 201, schema: ApiKeyCreated },
  refusals: [
    {
      status: 400,
      when: 'The expiry is not ahead, or the account has as many working keys as one may have.',
      examples: [badExpiry('must be in the future'), tooManyApiKeys()],
    },
    noSuchApiKey,
    {
      status: 409,
      when: 'The key no longer works, or was rotated before.',
      examples: [apiKeyNotActive('expiring'), apiKeyNotActive('revoked')],
    },
  ],
  run: (ctx: Context, { params, body }) =>
    rotateApiKey(ctx, {
      accountId: accountOf(ctx),
      id: params.id,
      overlapSeconds: body.overlapSeconds,
      expiresAt: dateOf(body.expiresAt),
    }),
});
