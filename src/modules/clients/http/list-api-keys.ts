import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { accountOf, type Context } from '#context.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { listApiKeys } from '../list-api-keys.ts';

const sampleKey = {
  id: '01KC9TZ5S2E8VXH3M6Q4WJ7RBD',
  label: 'Till',
  prefix: 'florin_live_4kUv',
  status: 'active',
  createdAt: SAMPLE.createdAt,
  lastUsedAt: SAMPLE.paidAt,
  expiresAt: null,
  revokedAt: null,
  replacedBy: null,
  createdBy: '01KC9TZ6N4B1W5Q8YJ0D7XGM2R',
};

const ApiKey = z
  .object({
    id: z.string().describe('A ULID, by which it is managed.'),
    label: z.string(),
    prefix: z.string().describe('Its first characters, to recognise it by.'),
    status: z
      .enum(['active', 'expiring', 'expired', 'revoked'])
      .describe('`active` and `expiring` work; `expiring` was rotated and has an end.'),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe('Within a minute; null before any use.'),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    replacedBy: z.string().nullable().describe('The `id` of the key that replaces it.'),
    createdBy: z
      .string()
      .nullable()
      .describe('The `personId` of the member who made it; null where that was not noted.'),
  })
  .meta({ id: 'ApiKey', description: 'An API key, never its text.', examples: [sampleKey] });

const ApiKeyList = z.object({ apiKeys: z.array(ApiKey) }).meta({
  id: 'ApiKeyList',
  description: 'The newest thousand API keys of an account, the newest last.',
  examples: [{ apiKeys: [sampleKey] }],
});

/** `GET /v1/api-keys`: the API keys of an account. */
export const listApiKeysEndpoint = endpoint({
  operationId: 'listApiKeys',
  host: 'auth',
  method: 'get',
  path: '/v1/api-keys',
  tag: 'API keys',
  summary: 'Lists the API keys of your account, the newest last.',
  accepts: ['session'],
  leastRole: 'viewer',
  rateClass: 'management',
  params: z.object({}),
  query: z.strictObject({}),
  body: undefined,
  answer: { status: 200, schema: ApiKeyList },
  refusals: [],
  run: (ctx: Context) => listApiKeys(ctx, { accountId: accountOf(ctx) }),
});
