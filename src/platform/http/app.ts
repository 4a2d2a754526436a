import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '#kit/failure.ts';
import type { Listening } from '../db/listen.ts';
import type { Log } from '../log.ts';
import type { Meter } from '../metrics.ts';
import { correlationHeaders, correlationIdOf, securityHeaders } from './answer-headers.ts';
import { type AnsweredCall, answeredCallOf } from './answered-call.ts';
import { openAuthentication } from './authorize.ts';
import { allowOwnOrigin, answerPreflight, cachedOriginCheck } from './cors.ts';
import type { CredentialLookups } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import { openExports } from './export/send-list.ts';
import { dropForwardedPorts } from './forwarded.ts';
import { mountHostRoutes } from './host-routes.ts';
import type { RunOnce } from './idempotency.ts';
import { takeJsonOnly } from './json-body.ts';
import { openConnectionSlots } from './live-query.ts';
import { type ContextFor, callerOf, mountEndpoints, type RecordFailure } from './mount.ts';
import type { OpenApiDocument } from './openapi.ts';
import { problemOf } from './problem.ts';
import type { RateLimiter } from './rate-limit.ts';
import { answerRawly } from './raw-answer.ts';
import type { ReadyReport } from './ready-report.ts';
import type { Reference } from './reference/serve.ts';
import { endUnusedConnections } from './unused-connections.ts';

/** Everything that one host is made of. */
export interface AppParts<Ctx> {
  readonly title: string;
  /** Which of the endpoints are served: those of this host. */
  readonly host: 'api' | 'auth';
  /** Where callers reach this host, without a trailing slash. */
  readonly url: string;
  readonly endpoints: readonly Endpoint<Ctx>[];
  readonly contextFor: ContextFor<Ctx>;
  readonly credentials: CredentialLookups;
  /** The origins of our own pages: they may carry sessions and read every answer. */
  readonly ownOrigins: readonly string[];
  /** `runOnce` of `platform/db`. */
  readonly runOnce: RunOnce<Ctx>;
  readonly recordFailure: RecordFailure<Ctx>;
  /** Whether any active client ID lists this origin. */
  isOriginListed(origin: string): Promise<boolean>;
  ready(): Promise<ReadyReport>;
  /** Wakes calls that wait for a notification. */
  readonly wake: Listening['wake'];
  /** From `openRateLimiter`; one for all hosts of a process. */
  readonly rateLimit: RateLimiter;
  /** Addresses or ranges whose `X-Forwarded-For` is trusted. Empty trusts none. */
  readonly trustedProxies: readonly string[];
  readonly newId: () => string;
  readonly log: Log;
  readonly meter: Meter;
  /** Called with each call of a program, after it was answered; without it none is noted. */
  readonly recordCall?: ((call: AnsweredCall) => void) | undefined;
  /** From `printOpenApi`, when somebody first reads it: writing it takes a third of a start. */
  readonly openapi: () => OpenApiDocument;
  /** From `openReference`; one for all hosts of a process. */
  readonly reference: Reference;
}

/** A bundle of 200 recipients with every field filled is about 120 KiB; this is twice that. */
const BODY_BYTES_MAX = 256 * 1024;

/** The server's own default, which proxies share: cookies and a long URL fit. */
const HEADER_BYTES_MAX = 16 * 1024;

/** Our longest URL is a token and a wallet; common proxies cut at 8 KiB. */
const URL_CHARS_MAX = 4096;

/** Longer than any id or token in a path; a longer one is not looked up. */
const PARAM_CHARS_MAX = 256;

/** The longest time in which a request must arrive: its headers, and all of it. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;

/** The interval of checks for slow senders; Node itself checks only every 30 seconds. */
const TIMEOUT_CHECK_EVERY_MS = 1_000;

/** Longer than the idle time of common load balancers (60 s), so that they and not we hang up. */
const KEEP_ALIVE_MS = 72_000;

/**
 * Builds a host: its endpoints behind credentials, limits and schemas, and the routes about the
 * server itself. The caller listens and closes; a close answers what is in flight first.
 */
export async function createApp<Ctx>(parts: AppParts<Ctx>): Promise<FastifyInstance> {
  const docUrl = `${parts.url}/docs`;
  const headers = securityHeaders(parts.url);
  const app = fastify({
    logger: false,
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // What still arrives while closing is answered, on connections that then close.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_EVERY_MS,
    },
    routerOptions: { maxParamLength: PARAM_CHARS_MAX },
    genReqId: (request) => correlationIdOf(request.headers['x-request-id'], parts.newId),
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, ...correlationHeaders(request.id) });
      sendProblem(error, reply, { docUrl, log: parts.log });
    },
    clientErrorHandler: (error, socket) =>
      answerRawly(error, socket, { headers, docUrl, correlationId: parts.newId() }),
  });
  endUnusedConnections(app);
  takeJsonOnly(app);
  app.decorateRequest('actor');
  app.decorateRequest('address');
  app.decorateRequest('rawBody');
  app.decorateRequest('knownClientId');
  app.decorateRequest('errorCode');
  addHooks(app, parts, headers);
  app.setErrorHandler((error, request, reply) => {
    const problemDocUrl = request.routeOptions.config.docUrl ?? docUrl;
    return sendProblem(error, reply, { docUrl: problemDocUrl, log: parts.log });
  });
  mountRoutes(app, parts);
  mountHostRoutes(app, parts);
  return app;
}

/** Aborts when the host begins to close. */
function closingOf(app: FastifyInstance): AbortSignal {
  const closing = new AbortController();
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });
  return closing.signal;
}

/** Our pages, and this host itself, which browsers call same-origin. */
function ownOriginsOf({
  ownOrigins,
  url,
}: Pick<AppParts<never>, 'ownOrigins' | 'url'>): readonly string[] {
  return [...ownOrigins, new URL(url).origin];
}

function mountRoutes<Ctx>(app: FastifyInstance, parts: AppParts<Ctx>): void {
  const ownOrigins = ownOriginsOf(parts);
  const authentication = openAuthentication({ ...parts, ownOrigins });
  const checkOrigin = cachedOriginCheck((origin) => parts.isOriginListed(origin));
  app.options('*', async (request, reply) => {
    const caller = callerOf(request, reply);
    // Callers can send any origin, and each would cost a query.
    const isListed = (origin: string) =>
      checkOrigin(origin, () => authentication.refuseBlocked(caller));
    try {
      await answerPreflight(request, reply, { isListed, ownOrigins });
    } catch (refusal) {
      await authentication.countUnknownCaller(caller);
      throw refusal;
    }
    return reply.code(204).send();
  });
  const endpoints = parts.endpoints.filter(({ host }) => host === parts.host);
  const closing = closingOf(app);
  mountEndpoints(app, endpoints, {
    authentication,
    contextFor: parts.contextFor,
    runOnce: parts.runOnce,
    recordFailure: parts.recordFailure,
    openConnections: openConnectionSlots({ wake: parts.wake, log: parts.log, closing }),
    sendList: openExports({ log: parts.log, closing }),
    docsAt: `${parts.url}/docs`,
  });
  app.setNotFoundHandler(async (request, reply) => {
    await authentication.countUnknownCaller(callerOf(request, reply));
    throw new Refusal('no_such_endpoint', 404, `Nothing is here; see ${parts.url}/docs`);
  });
}

/** Hooks call back rather than return promises where they can: they run for every call. */
function addHooks<Ctx>(
  app: FastifyInstance,
  parts: AppParts<Ctx>,
  headers: Readonly<Record<string, string>>,
): void {
  const ownOrigins = ownOriginsOf(parts);
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    request.actor = { kind: 'none' };
    dropForwardedPorts(request.raw.headers);
    request.address = request.ip;
    reply.headers(headers);
    reply.headers(correlationHeaders(request.id));
    allowOwnOrigin(request, reply, ownOrigins);
    if (request.url.length > URL_CHARS_MAX) return done(urlTooLong());
    // The answer of an unknown path, as if no route had matched; the route itself does not run.
    if (hasEmptyParam(request)) return void reply.callNotFound();
    done();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', (request, reply, done) => {
    parts.log.info({ host: parts.host, ...fieldsOf(request, reply) }, 'answered');
    parts.meter.observe(
      'http_request_duration_seconds',
      {
        // The pattern and not the URL, of which callers can send any number.
        route: request.routeOptions.url ?? 'none',
        method: request.method,
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
    const call = parts.recordCall && answeredCallOf(request, reply);
    if (call !== undefined) parts.recordCall?.(call);
    done();
  });
}

/** Whether nothing stands where the path names something: the router takes `/things/` for `/things/{id}`. */
function hasEmptyParam({ params }: FastifyRequest): boolean {
  const named = Object.entries(params ?? {}).filter(([name]) => name !== '*');
  return named.some(([, value]) => value === '');
}

function urlTooLong(): Error {
  return Object.assign(new Error('the URL is too long'), { code: 'FST_ERR_MAX_PARAM_LENGTH' });
}

function sendProblem(
  error: unknown,
  reply: FastifyReply,
  { docUrl, log }: { docUrl: string; log: Log },
): FastifyReply {
  const correlationId = reply.request.id;
  const problem = problemOf(error, { docUrl, correlationId });
  reply.request.errorCode = problem.body.code;
  const { operationId } = reply.request.routeOptions.config ?? {};
  const line = { err: error, correlationId, operationId };
  if (problem.fault === 'ours') log.error(line, 'a call failed, and the fault is ours');
  if (problem.fault === 'outside') log.warn(line, 'a call failed because something did not answer');
  return reply.code(problem.status).headers(problem.headers).send(problem.body);
}

function fieldsOf(request: FastifyRequest, reply: FastifyReply): Record<string, unknown> {
  return {
    correlationId: request.id,
    operationId: request.routeOptions.config.operationId,
    method: request.method,
    // The pattern and not the URL: a token in a path is a key to what it names.
    route: request.routeOptions.url,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 100) / 100,
    ...callerFields(request),
  };
}

function callerFields({ actor }: FastifyRequest): Record<string, string | undefined> {
  switch (actor.kind) {
    case 'api_key':
      return { accountId: actor.accountId, apiKeyId: actor.apiKeyId };
    case 'client_id':
      return { accountId: actor.accountId, clientId: actor.clientId };
    case 'session':
      return { accountId: actor.accountId, sessionId: actor.sessionId };
    case 'orchestrator_key':
      return { accountId: actor.accountId, orchestratorId: actor.orchestratorId };
    case 'orchestrator_pair': {
      const { accountId, clientId, orchestratorId } = actor;
      return { accountId, clientId, orchestratorId };
    }
    case 'none':
    case 'operator':
    case 'system':
      return {};
  }
}
