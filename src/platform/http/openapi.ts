import { z } from 'zod';
import { Bug } from '#kit/failure.ts';
import type { CredentialKind } from './actor.ts';
import { docUrlOf, type Endpoint } from './endpoint.ts';
import { ErrorBody } from './error-body.ts';
import { IDEMPOTENCY_KEY_CHARS_MAX, takesIdempotencyKey } from './idempotency.ts';
import { describeRefusals } from './openapi-refusals.ts';
import {
  asObject,
  type Json,
  type JsonObject,
  openSchemaBook,
  type SchemaBook,
} from './openapi-schemas.ts';

/** The version of the public API whose shapes this one keeps; the specification fixes it. */
const API_VERSION = '0.13.0';

/** An OpenAPI 3.1 description of the API. */
export interface OpenApiDocument extends JsonObject {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description?: string }[];
  paths: { [path: string]: JsonObject };
  webhooks: { [name: string]: JsonObject };
  components: JsonObject;
}

/** One event that receivers are sent. */
interface WebhookDescription {
  /** The event's type, such as `payment.confirmed`. */
  readonly name: string;
  readonly summary: string;
  readonly schema: z.ZodType;
}

interface OpenApiParts<Ctx> {
  /** Of all hosts: one document describes both. */
  readonly endpoints: readonly Endpoint<Ctx>[];
  /** Where each host is reached, without a trailing slash. */
  readonly urls: Readonly<Record<'api' | 'auth', string>>;
  readonly webhooks: readonly WebhookDescription[];
  /** A sentence for each tag that the endpoints use. */
  readonly tags?: Readonly<Record<string, string>>;
}

const HOSTS = { api: 'Payments', auth: 'Accounts and webhooks' } as const;

const METHOD_ORDER = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The description of the whole API, in an order that depends on nothing but names, so that a
 * difference between two prints is a difference of the API.
 */
export function printOpenApi<Ctx>({
  endpoints,
  urls,
  webhooks,
  tags: words = {},
}: OpenApiParts<Ctx>): OpenApiDocument {
  const book = openSchemaBook();
  book.write(ErrorBody, 'output');
  const ordered = [...endpoints].sort(byPathAndMethod);
  refuseTwins(ordered.map(({ operationId }) => operationId));
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of ordered) {
    const { method, host, path } = endpoint;
    const others = paths[path] ?? { servers: [serverOf(host, urls)] };
    paths[path] = { ...others, [method]: operationOf(endpoint, { book, urls }) };
  }
  const told = [...webhooks].sort((a, b) => (a.name < b.name ? -1 : 1));
  const written = Object.fromEntries(told.map((hook) => [hook.name, webhookOf(hook, book)]));
  const tags = [...new Set(ordered.map(({ tag }) => tag))].sort();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Florin',
      version: API_VERSION,
      description: 'Payment links in crypto, self-hosted and non-custodial.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [serverOf('api', urls), serverOf('auth', urls)],
    tags: tags.map((name) => ({ name, ...(words[name] && { description: words[name] }) })),
    paths,
    webhooks: written,
    components: {
      schemas: book.named(),
      headers: RESPONSE_HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** What is at hand while a document is written. */
interface Writing {
  readonly book: SchemaBook;
  readonly urls: OpenApiParts<never>['urls'];
}

function operationOf<Ctx>(endpoint: Endpoint<Ctx>, writing: Writing): JsonObject {
  const { book } = writing;
  const { operationId, tag, summary, description, answer, body } = endpoint;
  const parameters = [
    ...parametersIn('path', endpoint.params, book),
    ...parametersIn('query', endpoint.query, book),
    ...originParameter(endpoint),
    ...idempotencyParameter(endpoint),
    ...resumeParameter(endpoint),
  ];
  const requestBody = body && { required: true, content: jsonContent(body, 'input', book) };
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      [answer.status]: {
        description: wordsOf(answer.schema, book),
        headers: headerReferences([
          'x-request-id',
          ...RATE_HEADERS,
          ...(takesIdempotencyKey(endpoint) ? ['idempotent-replayed'] : []),
        ]),
        content: { ...jsonContent(answer.schema, 'output', book), ...streamContent(endpoint) },
      },
      ...unchangedOf(endpoint),
      ...refusalsOf(endpoint, writing),
    },
  };
}

/** What is answered, without a body, to a caller whose kept answer is still the right one. */
function unchangedOf<Ctx>({ cacheSeconds }: Endpoint<Ctx>): JsonObject {
  if (cacheSeconds === undefined) return {};
  const description = `Unchanged since the ETag in If-None-Match; an answer may be kept for ${cacheSeconds} s.`;
  return { '304': { description, headers: headerReferences(['x-request-id', ...RATE_HEADERS]) } };
}

/** What the endpoint documents and what any endpoint may answer, one response per status. */
function refusalsOf<Ctx>(endpoint: Endpoint<Ctx>, { book, urls }: Writing): JsonObject {
  const docUrl = docUrlOf(endpoint, `${urls[endpoint.host]}/docs`);
  const responses = describeRefusals(endpoint, { book, docUrl }).map(
    ({ status, when, content }): [string, JsonObject] => {
      const rates = status === 429 ? RATE_HEADERS : [];
      const extra = status === 429 || status === 503 ? [...rates, 'retry-after'] : [];
      const headers = headerReferences(['x-request-id', ...extra]);
      return [String(status), { description: when, headers, content }];
    },
  );
  return Object.fromEntries(responses);
}

/** What a shape is, in its own words. */
function wordsOf(schema: z.ZodType, book: SchemaBook): string {
  const { description } = book.open(schema, 'output');
  return typeof description === 'string' ? description : 'Done.';
}

function jsonContent(schema: z.ZodType, io: 'input' | 'output', book: SchemaBook): JsonObject {
  const example = exampleOf(schema, io, book);
  const written = book.write(schema, io);
  return {
    'application/json': { schema: written, ...(example !== undefined && { example }) },
  };
}

/** A list shows one of what it holds, what may be null shows what else it is, and a choice its first. */
function exampleOf(schema: z.ZodType, io: 'input' | 'output', book: SchemaBook): Json | undefined {
  const { examples } = book.open(schema, io);
  if (Array.isArray(examples)) return examples[0];
  if (schema instanceof z.ZodNullable) return exampleOf(asSchema(schema.unwrap()), io, book);
  if (schema instanceof z.ZodUnion) return exampleOf(asSchema(schema.options[0]), io, book);
  if (schema instanceof z.ZodArray) {
    const one = exampleOf(asSchema(schema.element), io, book);
    return one === undefined ? undefined : [one];
  }
  return undefined;
}

/** The library types what is inside of a schema by its core, which has no methods. */
function asSchema(inner: unknown): z.ZodType {
  if (inner instanceof z.ZodType) return inner;
  throw new Bug('a schema holds something that is no schema');
}

function parametersIn(place: 'path' | 'query', schema: z.ZodType, book: SchemaBook): JsonObject[] {
  const { properties, required } = book.open(schema, 'input');
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(asObject(properties)).map(([name, property]) => {
    const { description, ...rest } = asObject(property);
    return {
      name,
      in: place,
      required: place === 'path' || needed.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    };
  });
}

/** Browsers send it by themselves and let no page set it, so no client is made to. */
function originParameter<Ctx>({ accepts, originRequired }: Endpoint<Ctx>): JsonObject[] {
  const byClientId = accepts.includes('client_id') || accepts.includes('orchestrator_pair');
  if (!byClientId) return [];
  const always = 'Required; browsers send it by themselves.';
  const listed = 'Required if the client ID lists allowed domains; browsers send it by themselves.';
  const description = originRequired === true ? always : listed;
  return [
    { name: 'Origin', in: 'header', required: false, description, schema: { type: 'string' } },
  ];
}

function idempotencyParameter<Ctx>(endpoint: Endpoint<Ctx>): JsonObject[] {
  if (!takesIdempotencyKey(endpoint)) return [];
  const description =
    'A name of this call, of your choice. Repeated with the same body within 24 hours, it is answered again and not done again.';
  const schema = { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_CHARS_MAX };
  return [{ name: 'Idempotency-Key', in: 'header', required: false, description, schema }];
}

/** Browsers send it by themselves when they take a stream up again. */
function resumeParameter<Ctx>({ follow }: Endpoint<Ctx>): JsonObject[] {
  if (follow === undefined) return [];
  const description = 'Where a stream is taken up again: the `id` of the last block that came.';
  return [
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    },
  ];
}

function streamContent<Ctx>({ follow }: Endpoint<Ctx>): JsonObject {
  if (follow === undefined) return {};
  const description = 'Blocks of `id:` and `data:`; each `data` is one of the list, as JSON.';
  return { 'text/event-stream': { schema: { type: 'string', description } } };
}

function securityOf<Ctx>({ accepts, alsoReads = [] }: Endpoint<Ctx>): JsonObject[] {
  const ways = accepts.flatMap((kind): readonly JsonObject[] => WAYS[kind]);
  const proven = alsoReads
    .flatMap((proof): readonly JsonObject[] => WAYS[proof])
    .map((way) => ({ client_id: [], ...way }));
  return [...ways, ...proven];
}

/** What each way of proving is made of, in terms of the schemes below. */
const WAYS: Readonly<Record<CredentialKind, readonly JsonObject[]>> = {
  none: [{}],
  api_key: [{ api_key: [] }],
  client_id: [{ client_id: [] }],
  session: [{ session_cookie: [] }, { session_bearer: [] }],
  wallet_session: [{ session_cookie: [] }, { session_bearer: [] }],
  orchestrator_key: [{ orchestrator_key: [] }],
  orchestrator_pair: [{ orchestrator_key: [], client_id: [] }],
};

function webhookOf({ name, summary, schema }: WebhookDescription, book: SchemaBook): JsonObject {
  return {
    post: {
      operationId: `receive ${name}`.replaceAll(/[ ._](\w)/g, (_, letter: string) =>
        letter.toUpperCase(),
      ),
      summary,
      parameters: WEBHOOK_HEADERS.map(([header, description]) => ({
        name: header,
        in: 'header',
        required: ALWAYS_SENT.has(header),
        description,
        schema: { type: 'string' },
      })),
      requestBody: { required: true, content: jsonContent(schema, 'output', book) },
      responses: {
        '2XX': { description: 'Received. Anything else, or nothing in 5 seconds, is tried again.' },
      },
      security: [],
    },
  };
}

function serverOf(host: 'api' | 'auth', urls: OpenApiParts<never>['urls']) {
  return { url: urls[host], description: HOSTS[host] };
}

function headerReferences(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function byPathAndMethod<Ctx>(a: Endpoint<Ctx>, b: Endpoint<Ctx>): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return METHOD_ORDER.indexOf(a.method) - METHOD_ORDER.indexOf(b.method);
}

function refuseTwins(ids: readonly string[]): void {
  const twins = ids.filter((id, i) => ids.indexOf(id) !== i);
  if (twins.length > 0) throw new Bug(`two endpoints are called ${twins.join(', ')}`);
}

const RATE_HEADERS = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

const RESPONSE_HEADERS: JsonObject = {
  'ratelimit-limit': headerOf('Calls allowed in a minute.', 'integer'),
  'ratelimit-remaining': headerOf('Calls left of them.', 'integer'),
  'ratelimit-reset': headerOf('Seconds until they are renewed.', 'integer'),
  'x-ratelimit-limit': headerOf('The same as `ratelimit-limit`.', 'integer'),
  'x-ratelimit-remaining': headerOf('The same as `ratelimit-remaining`.', 'integer'),
  'x-ratelimit-reset': headerOf('The same as `ratelimit-reset`.', 'integer'),
  'retry-after': headerOf('Seconds to wait before calling again.', 'integer'),
  'idempotent-replayed': headerOf(
    '`true` on an answer that is given again; absent otherwise.',
    'string',
  ),
  'x-request-id': headerOf('The id of this call: the one you sent, or a new one.', 'string'),
};

function headerOf(description: string, type: 'integer' | 'string'): JsonObject {
  return { description, schema: { type } };
}

const SECURITY_SCHEMES: JsonObject = {
  api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'For servers. Never put it into a page.',
  },
  client_id: {
    type: 'apiKey',
    in: 'header',
    name: 'x-client-id',
    description: 'For pages, together with the Origin that the browser sends.',
  },
  orchestrator_key: {
    type: 'apiKey',
    in: 'header',
    name: 'x-orchestrator-key',
    description:
      'For partners, on their servers; with `x-client-id` where they act for a platform.',
  },
  session_cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session_token',
    description: 'Set by signing in; browsers send it by themselves.',
  },
  session_bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same token, sent as `Authorization: Bearer`.',
  },
};

const WEBHOOK_HEADERS = [
  ['x-service-signature', 'Hex HMAC-SHA256 of the raw body with the secret of the endpoint.'],
  ['x-service-delivery', 'The id of this delivery (ULID); retries keep it.'],
  ['x-service-retry-count', 'Which retry this is, 0 to 3.'],
  ['x-service-test', '`true` on test deliveries, else absent.'],
  ['x-service-replay-of', 'On replays: the id of the first delivery of what is told again.'],
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
