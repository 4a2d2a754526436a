import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { IDEMPOTENCY_KEY_CHARS_MAX, takesIdempotencyKey } from './idempotency.ts';
import { asObject, type JsonObject, type SchemaRegistry } from './openapi-schemas.ts';
import type { Shelf } from './openapi-shelf.ts';

interface DescribedEndpoint {
  readonly registry: SchemaRegistry;
  /** Where headers stand that many operations take. */
  readonly parameters: Shelf;
}

/** What an operation takes beside its body. */
export function parametersOf<Ctx>(
  endpoint: Endpoint<Ctx>,
  writing: DescribedEndpoint,
): JsonObject[] {
  const headers = [
    ...originParameter(endpoint),
    ...idempotencyParameter(endpoint),
    ...resumeParameter(endpoint),
  ];
  return [
    ...parametersIn('path', endpoint.params, writing),
    ...parametersIn('query', endpoint.query, writing),
    ...headers.map((header) => writing.parameters.register(header.name, { ...header })),
  ];
}

/** The headers that come with every webhook. */
export function webhookParameters(parameters: Shelf): JsonObject[] {
  return WEBHOOK_HEADERS.map(([name, description]) => {
    const required = ALWAYS_SENT.has(name);
    const schema = { type: 'string' };
    return parameters.register(name, {
      name,
      in: 'header',
      ...(required && { required }),
      description,
      schema,
    });
  });
}

function parametersIn(
  location: 'path' | 'query',
  schema: z.ZodType,
  { registry, parameters }: DescribedEndpoint,
): JsonObject[] {
  const { properties, required } = registry.open(schema, 'input');
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(asObject(properties)).map(([name, property]) => {
    const { description, ...rest } = asObject(property);
    const isRequired = location === 'path' || needed.includes(name);
    return parameters.register(name, {
      name,
      in: location,
      ...(isRequired && { required: true }),
      ...(description !== undefined && { description }),
      schema: rest,
    });
  });
}

interface HeaderParameter {
  readonly name: string;
  readonly in: 'header';
  readonly description: string;
  readonly schema: JsonObject;
}

/** Browsers send it by themselves and let no page set it, so no client is made to. */
function originParameter<Ctx>({ accepts, originRequired }: Endpoint<Ctx>): HeaderParameter[] {
  const byClientId = accepts.includes('client_id') || accepts.includes('orchestrator_pair');
  if (!byClientId) return [];
  const always = 'Required; browsers send it by themselves.';
  const listed = 'Required if the client ID lists allowed domains; browsers send it by themselves.';
  const description = originRequired === true ? always : listed;
  return [{ name: 'Origin', in: 'header', description, schema: { type: 'string' } }];
}

function idempotencyParameter<Ctx>(endpoint: Endpoint<Ctx>): HeaderParameter[] {
  if (!takesIdempotencyKey(endpoint)) return [];
  const description =
    'A name of this call, of your choice. Repeated with the same body within 24 hours, it is answered again and not done again; the answer then has the header `idempotent-replayed: true`.';
  const schema = { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_CHARS_MAX };
  return [{ name: 'Idempotency-Key', in: 'header', description, schema }];
}

/** Browsers send it by themselves when they take a stream up again. */
function resumeParameter<Ctx>({ live }: Endpoint<Ctx>): HeaderParameter[] {
  if (live === undefined) return [];
  const description = 'Where a stream continues: the `id` of the last block that came.';
  return [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description,
      schema: { type: 'string' },
    },
  ];
}

const WEBHOOK_HEADERS = [
  ['x-service-signature', 'Hex HMAC-SHA256 of the raw body with the secret of the endpoint.'],
  ['x-service-delivery', 'The id of this delivery (ULID); retries keep it.'],
  ['x-service-retry-count', 'Which retry this is, 0 to 3.'],
  ['x-service-test', '`true` on test deliveries, else absent.'],
  ['x-service-replay-of', 'On replays: the id of the first delivery of what is sent again.'],
  ['webhook-id', 'The same as `x-service-delivery`, for Standard Webhooks.'],
  ['webhook-timestamp', 'When this attempt was made, in whole seconds since 1970.'],
  [
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; during the overlap of a rotation a second one, of the old secret, behind a space.',
  ],
] as const;

const ALWAYS_SENT: ReadonlySet<string> = new Set([
  'x-service-signature',
  'x-service-delivery',
  'x-service-retry-count',
]);
