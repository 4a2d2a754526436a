import type { z } from 'zod';
import type { CredentialKind } from '#kit/actor.ts';
import { Outage, type Refusal } from '#kit/failure.ts';
import { takesBoth } from './authenticate.ts';
import {
  administratorsOnly,
  clientIdNotActive,
  clientIdNotLinked,
  clientIdRequired,
  credentialsNotAccepted,
  credentialsOfTwoAccounts,
  crossSiteRefused,
  invalidCredentials,
  missingCredentials,
  originNotAllowed,
  originRequired,
  roleTooLow,
  strongSessionRequired,
  tooManyRequests,
  walletSessionRequired,
} from './authentication-errors.ts';
import type { CarrierKind } from './credentials.ts';
import type { Endpoint, ProofKind } from './endpoint.ts';
import { ErrorBody } from './error-body.ts';
import { refuseInput } from './field-issues.ts';
import {
  idempotencyKeyInUse,
  idempotencyKeyReused,
  invalidIdempotencyKey,
  takesIdempotencyKey,
} from './idempotency.ts';
import { malformedJson, unsupportedCharset } from './json-body.ts';
import { headerReferences, RATE_HEADERS } from './openapi-headers.ts';
import {
  asObject,
  type Json,
  type JsonObject,
  type SchemaRegistry,
  toJson,
} from './openapi-schemas.ts';
import type { Shelf } from './openapi-shelf.ts';
import { problemOf } from './problem.ts';

/** A refusal or failure as the description lists it. */
interface DescribedRefusal {
  readonly status: number;
  /** When this is answered, in one sentence. */
  readonly when: string;
  readonly schema?: z.ZodType;
  /** What is thrown; shown as the body that it becomes. */
  readonly examples?: readonly Error[];
}

interface DescribedEndpoint {
  readonly registry: SchemaRegistry;
  /** Where refusals stand that many operations answer. */
  readonly responses: Shelf;
}

/** Every answer of 400 and above that an endpoint can give, by its status, in order. */
export function describeRefusals<Ctx>(
  endpoint: Endpoint<Ctx>,
  describedEndpoint: DescribedEndpoint,
): JsonObject {
  const standard = standardRefusals(endpoint);
  const refusals = [...endpoint.refusals, ...standard];
  const statuses = [...new Set(refusals.map(({ status }) => status))].sort((a, b) => a - b);
  const described = statuses.map((status): [string, JsonObject] => {
    const here = refusals.filter((refusal) => refusal.status === status);
    const own = here.filter((refusal) => !standard.includes(refusal));
    const messages = new Map(
      here.flatMap((refusal) => messagesOf(refusal, describedEndpoint.registry)),
    );
    const ownCodes = new Set(
      own.flatMap((refusal) => messagesOf(refusal, describedEndpoint.registry)).map(first),
    );
    const response = responseOf(
      { status, here, own, messages, ownCodes },
      describedEndpoint.registry,
    );
    const [code = String(status)] = messages.keys();
    const name = (own.length === 0 && standardName(endpoint, status)) || code;
    return [String(status), describedEndpoint.responses.register(name, response)];
  });
  return Object.fromEntries(described);
}

/**
 * What a refusal that all endpoints of a kind answer is called: by who may call, or by what is read
 * of a call. The others are called by their first code.
 */
function standardName<Ctx>(endpoint: Endpoint<Ctx>, status: number): string | undefined {
  const {
    accepts,
    alsoReads = [],
    leastRole,
    originRequired: mustSayOrigin,
    method,
    body,
  } = endpoint;
  const callers = [...accepts, ...(alsoReads.length > 0 ? ['proof'] : [])];
  const as = leastRole === undefined || leastRole === 'viewer' ? [] : [leastRole];
  const read = [
    ...(body ? ['body'] : []),
    ...(takesIdempotencyKey(endpoint) ? ['idempotency_key'] : []),
  ];
  switch (status) {
    case 400:
      return ['invalid_request', ...read].join('.');
    case 401:
      return ['not_known', ...callers, ...(mustSayOrigin ? ['origin'] : [])].join('.');
    case 403:
      return ['not_allowed', ...callers, ...(method === 'get' ? [] : ['write']), ...as].join('.');
    default:
      return undefined;
  }
}

interface DescribedAnswer {
  readonly status: number;
  readonly here: readonly DescribedRefusal[];
  /** Those of `here` that the operation documents itself. */
  readonly own: readonly DescribedRefusal[];
  /** Messages for people, by the stable code. */
  readonly messages: ReadonlyMap<string, string>;
  /** The codes of this operation; the others are those of many. */
  readonly ownCodes: ReadonlySet<string>;
}

/** Bodies differ in code and message only, so these are listed and the body is shown once, by its schema. */
function responseOf(
  { status, here, own, messages, ownCodes }: DescribedAnswer,
  registry: SchemaRegistry,
): JsonObject {
  const schemas = here.map(({ schema }) => registry.write(schema ?? ErrorBody, 'output'));
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const schema = distinct.length === 1 ? (distinct[0] ?? {}) : { anyOf: distinct };
  // Refusals that many operations share are explained with the shared answers.
  const isMixed = ownCodes.size > 0;
  const refusals = isMixed ? own : here;
  const when = [...new Set(refusals.map((refusal) => refusal.when))].join(' ');
  const explained = [...messages].filter(([code]) => !isMixed || ownCodes.has(code));
  const others = [...messages.keys()].filter((code) => isMixed && !ownCodes.has(code));
  const codes = [
    ...explained.map(([code, message]) => `- \`${code}\`: ${message}`),
    ...(others.length > 0 ? [`- ${others.map((code) => `\`${code}\``).join(', ')}`] : []),
  ];
  const headers = isMixed && status === 429 ? ['retry-after'] : HEADERS_OF[status];
  return {
    description: codes.length === 0 ? when : `${when}\n\n${codes.join('\n')}`,
    ...(headers && { headers: headerReferences(headers) }),
    content: { 'application/json': { schema } },
  };
}

/** The code of a pair of code and message. */
function first([code]: readonly [string, string]): string {
  return code;
}

/** Headers of one answer only; those of every answer are described once for the document. */
const HEADERS_OF: Readonly<Record<number, readonly string[]>> = {
  429: [...RATE_HEADERS, 'retry-after'],
  500: ['x-request-id'],
  503: ['retry-after'],
};

/** Codes and messages as they are answered. */
function messagesOf(refusal: DescribedRefusal, registry: SchemaRegistry): [string, string][] {
  const { schema, examples = [] } = refusal;
  const ofSchema = schema === undefined ? [] : examplesOf(registry.open(schema, 'output'));
  const describedEndpoint = { docUrl: '', correlationId: '' };
  const made = examples.map((thrown) =>
    asObject(toJson(problemOf(thrown, describedEndpoint).body)),
  );
  return [...made, ...ofSchema].map(({ code, message }) => [String(code), textOf(message)]);
}

/** A message of up to so many characters is shown whole. */
const WHOLE_CHARS_MAX = 80;
const SENTENCE_END = /\. (?=[A-Z])/;

/** Of a message that is a list of issues, the first is shown; and of a long one its first sentence. */
function textOf(message: Json | undefined): string {
  const text = Array.isArray(message)
    ? String(asObject(message[0])['message'] ?? message[0])
    : String(message);
  const [sentence = text] = text.split(SENTENCE_END);
  return text.length > WHOLE_CHARS_MAX ? sentence : text;
}

function examplesOf({ examples }: JsonObject): JsonObject[] {
  return Array.isArray(examples) ? examples.map(asObject) : [];
}

/** What any endpoint of this kind can answer beside what it documents itself. */
function standardRefusals<Ctx>(endpoint: Endpoint<Ctx>): readonly DescribedRefusal[] {
  const identifiesCaller = endpoint.accepts.some((kind) => kind !== 'none');
  return [
    {
      status: 400,
      when: 'The request does not fit its schema.',
      examples: [unknownField(endpoint)],
    },
    { status: 429, when: 'The rate limit is exceeded.', examples: [tooManyRequests()] },
    { status: 500, when: 'Something went wrong on our side.', examples: [new Error('any')] },
    {
      status: 503,
      when: 'Something this depends on is not reachable.',
      examples: [new Outage('any')],
    },
    ...(identifiesCaller ? credentialRefusals(endpoint) : []),
    ...(endpoint.accepts.includes('none') && endpoint.method !== 'get' ? FOREIGN_PAGE : []),
    ...(takesIdempotencyKey(endpoint) ? repeated : []),
    ...(endpoint.body ? BODY : []),
  ];
}

function unknownField<Ctx>(endpoint: Endpoint<Ctx>): Refusal {
  const keys = ['colour'];
  const message = '"colour" is not a known field';
  return refuseInput([{ code: 'unrecognized_keys', keys, path: [], message }], endpoint);
}

function credentialRefusals<Ctx>(endpoint: Endpoint<Ctx>): readonly DescribedRefusal[] {
  return [
    {
      status: 401,
      when: 'A credential is missing or not valid.',
      examples: unknownCaller(endpoint),
    },
    {
      status: 403,
      when: 'The credential is valid and may not make this call.',
      examples: [...wrongCaller(endpoint), ...wrongCompany(endpoint)],
    },
    ...(endpoint.accepts.includes('administrator') ? [NO_ADMINISTRATOR] : []),
  ];
}

function carriersTaken<Ctx>({ accepts }: Endpoint<Ctx>): readonly CarrierKind[] {
  return CARRIERS.filter(([, kinds]) => kinds.some((kind) => accepts.includes(kind))).map(
    ([carrier]) => carrier,
  );
}

function unknownCaller<Ctx>(endpoint: Endpoint<Ctx>): readonly Refusal[] {
  const { accepts, originRequired: mustSayOrigin } = endpoint;
  const asked = accepts.includes('client_id') ? 'client_id' : carriersTaken(endpoint)[0];
  const takesPairOnly =
    accepts.includes('orchestrator_pair') && !accepts.includes('orchestrator_key');
  return [
    // Where a credential is optional, no refusal for a missing one is listed.
    ...(accepts.includes('none') ? [] : [missingCredentials(endpoint)]),
    ...(asked === undefined ? [] : [invalidCredentials(asked)]),
    ...(mustSayOrigin === true ? [originRequired()] : []),
    ...(takesPairOnly ? [clientIdRequired()] : []),
  ];
}

/** Valid credentials that are not the right ones. */
function wrongCaller<Ctx>(endpoint: Endpoint<Ctx>): readonly Refusal[] {
  const { accepts } = endpoint;
  if (accepts.includes('administrator')) return [strongSessionRequired()];
  const other = takesClientId(endpoint) ? 'api_key' : 'client_id';
  const walletsAmong = [...accepts, ...(endpoint.alsoReads ?? [])];
  const onlyWallets = walletsAmong.includes('wallet_session') && !walletsAmong.includes('session');
  const refusesOthers = !accepts.includes('none') && !carriersTaken(endpoint).includes(other);
  return [
    ...(refusesOthers ? [credentialsNotAccepted(other, endpoint)] : []),
    ...(takesClientId(endpoint) ? [clientIdNotActive('revoked'), originNotAllowed()] : []),
    ...(onlyWallets ? [walletSessionRequired()] : []),
  ];
}

/** The right credentials, next to others or from pages that they may not come with. */
function wrongCompany<Ctx>(endpoint: Endpoint<Ctx>): readonly Refusal[] {
  const { accepts, alsoReads = [], leastRole, method } = endpoint;
  const readsSession = alsoReads.some((kind) => kind !== 'api_key');
  const takesSession = carriersTaken(endpoint).includes('session') || readsSession;
  return [
    ...(accepts.includes('orchestrator_pair') ? [clientIdNotLinked()] : []),
    ...proofsOf(alsoReads, endpoint).map(credentialsOfTwoAccounts),
    ...(takesSession && leastRole !== undefined && leastRole !== 'viewer'
      ? [roleTooLow('viewer', leastRole)]
      : []),
    ...(takesSession && method !== 'get' ? [crossSiteRefused()] : []),
  ];
}

/** The first credential that must be of the same account as a client ID beside it. */
function proofsOf<Ctx>(
  alsoReads: readonly ProofKind[],
  endpoint: Endpoint<Ctx>,
): readonly ('api_key' | 'session')[] {
  if (alsoReads.length === 0 && takesBoth(endpoint)) return ['api_key'];
  return alsoReads.slice(0, 1).map((kind) => (kind === 'api_key' ? 'api_key' : 'session'));
}

function takesClientId<Ctx>({ accepts }: Endpoint<Ctx>): boolean {
  return accepts.includes('client_id') || accepts.includes('orchestrator_pair');
}

/** Which kinds of credential each carrier can be. */
const CARRIERS: readonly (readonly [CarrierKind, readonly CredentialKind[]])[] = [
  ['api_key', ['api_key']],
  ['client_id', ['client_id']],
  ['session', ['session', 'wallet_session', 'administrator']],
  ['orchestrator_key', ['orchestrator_key', 'orchestrator_pair']],
];

const NO_ADMINISTRATOR: DescribedRefusal = {
  status: 404,
  when: 'The caller is no administrator of this installation.',
  examples: [administratorsOnly()],
};

const FOREIGN_PAGE: readonly DescribedRefusal[] = [
  {
    status: 403,
    when: 'A session cookie came along from a page that is not ours.',
    examples: [crossSiteRefused()],
  },
];

const repeated: readonly DescribedRefusal[] = [
  {
    status: 400,
    when: 'The `Idempotency-Key` could not be one.',
    examples: [invalidIdempotencyKey()],
  },
  {
    status: 409,
    when: 'A call with the same `Idempotency-Key` is still running.',
    examples: [idempotencyKeyInUse()],
  },
  {
    status: 422,
    when: 'The `Idempotency-Key` was used with another body.',
    examples: [idempotencyKeyReused()],
  },
];

/** Refused by the server before any code of ours runs, and named by its codes. */
const byServer = (code: string) => Object.assign(new Error('any'), { code });

const BODY: readonly DescribedRefusal[] = [
  { status: 400, when: 'The body is not JSON.', examples: [malformedJson()] },
  {
    status: 413,
    when: 'The body is too large.',
    examples: [byServer('FST_ERR_CTP_BODY_TOO_LARGE')],
  },
  {
    status: 415,
    when: 'The body is not `application/json` in UTF-8, or is compressed.',
    examples: [byServer('FST_ERR_CTP_INVALID_MEDIA_TYPE'), unsupportedCharset()],
  },
];
