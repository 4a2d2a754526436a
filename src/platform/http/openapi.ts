import type { z } from 'zod';
import type { CredentialKind } from '#kit/actor.ts';
import { Bug } from '#kit/failure.ts';
import type { Endpoint } from './endpoint.ts';
import { ErrorBody } from './error-body.ts';
import { extractBases, type SchemaBase } from './openapi-bases.ts';
import { splitExamples } from './openapi-examples.ts';
import { RESPONSE_HEADERS } from './openapi-headers.ts';
import { parametersOf, webhookParameters } from './openapi-parameters.ts';
import { describeRefusals } from './openapi-refusals.ts';
import {
  asObject,
  type Json,
  type JsonObject,
  openSchemaRegistry,
  type SchemaRegistry,
} from './openapi-schemas.ts';
import { openShelf, type Shelf } from './openapi-shelf.ts';

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
  /** What schemas have in common, by the names that their bases get. */
  readonly bases?: Readonly<Record<string, SchemaBase>>;
}

/** What is true of every answer, described here and not at each operation. */
const ABOUT = [
  'Payment links in crypto, self-hosted and non-custodial.',
  'Every answer has the header `x-request-id`, the id of the call: the one you sent, or a new one.',
  'Every answer of an operation has `ratelimit-limit`, `ratelimit-remaining` and `ratelimit-reset`, described with the answer 429, and the same values in `x-ratelimit-limit`, `x-ratelimit-remaining` and `x-ratelimit-reset`.',
  'Each answer of 400 and above lists its codes, each with its message; its body is shown with its schema. An example of a body stands with its schema, or follows from the examples of the schemas that it refers to.',
  'No text of a request may hold the character NUL.',
].join('\n\n');

const METHOD_ORDER = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The description of the whole API, in an order that depends on nothing but names, so that a
 * difference between two prints is a difference of the API.
 */
export function printOpenApi<Ctx>({
  endpoints,
  urls,
  webhooks,
  tags: description = {},
  bases = {},
}: OpenApiParts<Ctx>): OpenApiDocument {
  const writing = startWriting();
  const ordered = [...endpoints].sort(byPathAndMethod);
  refuseTwins(ordered.map(({ operationId }) => operationId));
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of ordered) {
    const { method, host, path } = endpoint;
    // Paths of the API host are served by the server of the whole document.
    const others = paths[path] ?? (host === 'api' ? {} : { servers: [{ url: urls[host] }] });
    paths[path] = { ...others, [method]: operationOf(endpoint, writing) };
  }
  const sorted = [...webhooks].sort((a, b) => (a.name < b.name ? -1 : 1));
  const written = Object.fromEntries(sorted.map((hook) => [hook.name, webhookOf(hook, writing)]));
  const tags = [...new Set(ordered.map(({ tag }) => tag))].sort();
  const parameters = writing.parameters.share({ paths, webhooks: written });
  const responses = writing.responses.share(parameters.document);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Florin',
      version: API_VERSION,
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: urls.api, description: 'Payments; accounts and webhooks name their own server' },
    ],
    tags: tags.map((name) => ({
      name,
      ...(description[name] && { description: description[name] }),
    })),
    paths: objectsOf(responses.document['paths']),
    webhooks: objectsOf(responses.document['webhooks']),
    components: {
      schemas: splitExamples(extractBases(writing.registry.named(), bases)),
      responses: responses.shared,
      parameters: parameters.shared,
      headers: RESPONSE_HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** The state while a document is built. */
interface Writing {
  readonly registry: SchemaRegistry;
  readonly parameters: Shelf;
  readonly responses: Shelf;
}

function startWriting(): Writing {
  const registry = openSchemaRegistry();
  registry.write(ErrorBody, 'output');
  return { registry, parameters: openShelf('parameters'), responses: openShelf('responses') };
}

function operationOf<Ctx>(endpoint: Endpoint<Ctx>, writing: Writing): JsonObject {
  const { registry } = writing;
  const { operationId, tag, summary, description, answer, body, isBodyOptional } = endpoint;
  const { leastRole } = endpoint;
  const parameters = parametersOf(endpoint, writing);
  const requestBody = body && {
    required: isBodyOptional !== true,
    content: jsonContent(body, 'input', registry),
  };
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: securityOf(endpoint),
    ...(leastRole !== undefined && { 'x-least-role': leastRole }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      [answer.status]: {
        description: descriptionOf(answer.schema, registry),
        content: { ...jsonContent(answer.schema, 'output', registry), ...streamContent(endpoint) },
      },
      ...unchangedOf(endpoint),
      ...describeRefusals(endpoint, writing),
    },
  };
}

/** The answer, without a body, for a caller whose cached answer is still valid. */
function unchangedOf<Ctx>({ cacheSeconds }: Endpoint<Ctx>): JsonObject {
  if (cacheSeconds === undefined) return {};
  const description = `Unchanged since the ETag in If-None-Match; an answer may be kept for ${cacheSeconds} s.`;
  return { '304': { description } };
}

/** What a shape is, in its own words. */
function descriptionOf(schema: z.ZodType, registry: SchemaRegistry): string {
  const { description } = registry.open(schema, 'output');
  return typeof description === 'string' ? description : 'Done.';
}

/** An example stands with the schema and is not repeated beside it. */
function jsonContent(
  schema: z.ZodType,
  io: 'input' | 'output',
  registry: SchemaRegistry,
): JsonObject {
  return { 'application/json': { schema: registry.write(schema, io) } };
}

function streamContent<Ctx>({ live, isExport, fileTypes }: Endpoint<Ctx>): JsonObject {
  if (fileTypes !== undefined) {
    const files = fileTypes.map((type) => [type, { schema: { type: 'string' } }] as const);
    return Object.fromEntries(files);
  }
  if (isExport) {
    const description =
      'The same with `format=csv`: UTF-8 with a byte order mark, a line of column names, then a line each. Members of objects are columns named by both, as `request.reference`; lists are JSON. What a spreadsheet would calculate begins with an apostrophe.';
    return { 'text/csv': { schema: { type: 'string', description } } };
  }
  if (live === undefined) return {};
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
  administrator: [{ session_cookie: [] }, { session_bearer: [] }],
  wallet_session: [{ session_cookie: [] }, { session_bearer: [] }],
  orchestrator_key: [{ orchestrator_key: [] }],
  orchestrator_pair: [{ orchestrator_key: [], client_id: [] }],
};

const RECEIVED = {
  description: 'Received. Anything else, or nothing in 5 seconds, is tried again.',
};

function webhookOf(
  { name, summary, schema }: WebhookDescription,
  { registry, parameters, responses }: Writing,
): JsonObject {
  return {
    post: {
      operationId: `receive ${name}`.replaceAll(/[ ._](\w)/g, (_, letter: string) =>
        letter.toUpperCase(),
      ),
      summary,
      parameters: webhookParameters(parameters),
      requestBody: { required: true, content: jsonContent(schema, 'output', registry) },
      responses: { '2XX': responses.register('received', RECEIVED) },
      security: [],
    },
  };
}

function objectsOf(value: Json | undefined): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(asObject(value)).map(([name, inner]) => [name, asObject(inner)]),
  );
}

function byPathAndMethod<Ctx>(a: Endpoint<Ctx>, b: Endpoint<Ctx>): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return METHOD_ORDER.indexOf(a.method) - METHOD_ORDER.indexOf(b.method);
}

function refuseTwins(ids: readonly string[]): void {
  const twins = ids.filter((id, i) => ids.indexOf(id) !== i);
  if (twins.length > 0) throw new Bug(`two endpoints are called ${twins.join(', ')}`);
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

/** The document as a file: one line for each operation and each component, so that a difference reads. */
export function printDocument(document: OpenApiDocument): string {
  return `${printLevels(document, LEVELS_ON_LINES)}\n`;
}

/** The parts of the document, their members, and the operations or kinds of components in these. */
const LEVELS_ON_LINES = 3;

function printLevels(value: Json, levels: number): string {
  const members = Object.entries(asObject(value));
  if (levels === 0 || members.length === 0) return JSON.stringify(value);
  const printed = members.map(
    ([name, inner]) => `${JSON.stringify(name)}:${printLevels(inner, levels - 1)}`,
  );
  return `{\n${printed.join(',\n')}\n}`;
}
