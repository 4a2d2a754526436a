import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';
import type { Actor } from '#kit/actor.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import type { RequestMetadata } from '#kit/request-metadata.ts';
import type { Authentication, Caller } from './authorize.ts';
import { sendCacheable } from './cacheable.ts';
import { checkAnswer } from './check-answer.ts';
import { allowListedOrigin } from './cors.ts';
import { carried } from './credentials.ts';
import {
  AnswerFile,
  AnswerWithHeaders,
  docUrlOf,
  type Endpoint,
  type RawRequest,
} from './endpoint.ts';
import { ExportedList } from './export/exported-list.ts';
import type { SendList } from './export/send-list.ts';
import { clearMessages, nameRepeated, refuseInput } from './field-issues.ts';
import { namedCall, type RunOnce, type WrittenAnswer } from './idempotency.ts';
import { refuseCompressed, refuseOtherCharset } from './json-body.ts';
import { type OpenConnections, takesStream } from './live-query.ts';
import { rateHeaders } from './rate-limit.ts';
import { NODE_CALL_LIMITS, openSemaphore, type RunLimited } from './semaphore.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is calling; `none` until they are authorized. */
    actor: Actor;
    /** `ip`, read once: behind trusted proxies Fastify parses the headers at each access. */
    address: string;
    /** The body as it was sent, where its route keeps it. */
    rawBody: Buffer | undefined;
  }
  interface FastifyContextConfig {
    operationId?: string;
    keepsRawBody?: boolean;
    /** Where the docs describe this route. */
    docUrl?: string;
  }
}

/** Makes what verbs are handed, for one call. */
export type ContextFor<Ctx> = (actor: Actor, call: RequestMetadata) => Ctx;

/**
 * Records why a call failed, after everything that the call wrote was undone. It never throws: what it cannot record changes nothing about
 * the answer.
 */
export type RecordFailure<Ctx> = (
  ctx: Ctx,
  failed: { readonly operationId: string; readonly error: unknown },
) => Promise<void>;

/** What the application brings. */
interface AppParts<Ctx> {
  readonly authentication: Authentication;
  readonly contextFor: ContextFor<Ctx>;
  readonly runOnce: RunOnce<Ctx>;
  readonly recordFailure: RecordFailure<Ctx>;
  readonly openConnections: OpenConnections;
  readonly sendList: SendList;
  /** Where the reference page is. */
  readonly docsAt: string;
}

interface MountParts<Ctx> extends AppParts<Ctx> {
  readonly runLimited: RunLimited;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Serves the endpoints, and answers 405 to the other methods of their paths. */
export function mountEndpoints<Ctx>(
  app: FastifyInstance,
  endpoints: readonly Endpoint<Ctx>[],
  parts: AppParts<Ctx>,
): void {
  const runLimited = openSemaphore(NODE_CALL_LIMITS);
  for (const endpoint of endpoints) mountEndpoint(app, endpoint, { ...parts, runLimited });
  for (const [url, taken] of methodsByUrl(endpoints)) {
    const allow = taken.join(', ');
    const others: HTTPMethods[] = METHODS.filter((method) => !taken.includes(method));
    app.route({
      method: others,
      url,
      exposeHeadRoute: false,
      onRequest: (request, reply) =>
        parts.authentication.countUnknownCaller(callerOf(request, reply)),
      handler: (request, reply) => {
        reply.header('allow', allow);
        const message = `This path takes ${allow}, not ${request.method}`;
        throw new Refusal('method_not_allowed', 405, message);
      },
    });
  }
}

function mountEndpoint<Ctx>(
  app: FastifyInstance,
  endpoint: Endpoint<Ctx>,
  parts: MountParts<Ctx>,
): void {
  const { authentication, contextFor, runOnce, recordFailure, docsAt, runLimited } = parts;
  const { operationId, answer } = endpoint;
  const limited: RunLimited = endpoint.hasNodeQueries ? runLimited : (work) => work();
  const docUrl = docUrlOf(endpoint, docsAt);
  app.route({
    method: methodOf(endpoint),
    url: urlOf(endpoint),
    config: {
      operationId,
      docUrl,
      path: endpoint.path,
      keepsRawBody: endpoint.keepsRawBody === true,
    },
    ...(endpoint.bodyBytesMax !== undefined && { bodyLimit: endpoint.bodyBytesMax }),
    // Before the body is read, so that only those who may call make us read one.
    onRequest: async (request, reply) => {
      request.actor = await authentication.authorize(endpoint, callerOf(request, reply));
      refuseCompressed(request.headers['content-encoding']);
      refuseOtherCharset(request.headers['content-type']);
    },
    handler: async (request, reply) => {
      if (endpoint.isExport) return sendExport(endpoint, { request, reply, parts });
      if (endpoint.live !== undefined) return serveLive(endpoint, { request, reply, parts });
      const input = inputOf(endpoint, request);
      const ctx = contextFor(request.actor, requestMetadataOf(request));
      const write = (answered: unknown): WrittenAnswer => ({
        status: answer.status,
        text: answerText(endpoint, answered),
      });
      let own: Readonly<Record<string, string>> = {};
      let file: AnswerFile | undefined;
      const work = async (ctx: Ctx): Promise<WrittenAnswer> => {
        const answered = await endpoint.run(ctx, input);
        if (answered instanceof AnswerFile) {
          file = answered;
          return { status: answer.status, text: '' };
        }
        const withHeaders = answered instanceof AnswerWithHeaders;
        if (withHeaders) own = answered.headers;
        return write(withHeaders ? answered.body : answered);
      };
      const header = request.headers['idempotency-key'];
      const { method, url, body, actor } = request;
      const name = namedCall(endpoint, { actor, header, method, url, body });
      const named = name && endpoint.keepsAnswer === true ? { ...name, write } : name;
      const call = async () =>
        named === undefined
          ? { ...(await work(ctx)), replayed: false }
          : await limited(() => runOnce(ctx, named, work));
      const done = await call().catch(async (error: unknown) => {
        await recordFailure(ctx, { operationId, error });
        throw error;
      });
      // Only now is it certain: what could not be committed was not done and sets no cookie.
      reply.headers(own);
      if (file !== undefined) return sendFile(reply, file);
      if (done.replayed) reply.header('idempotent-replayed', 'true');
      const { cacheSeconds: seconds } = endpoint;
      if (seconds !== undefined) return sendCacheable({ text: done.text, seconds }, request, reply);
      return sendText(reply, done);
    },
  });
}

function sendText(reply: FastifyReply, { status, text }: WrittenAnswer): FastifyReply {
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(text);
}

/** A document; pages are shown under their own policy, everything else is saved. */
function sendFile(reply: FastifyReply, { parts }: AnswerFile): FastifyReply {
  const { type, content, fileName, policy } = parts;
  if (policy !== undefined) reply.header('content-security-policy', policy);
  const disposition = policy === undefined ? 'attachment' : 'inline';
  return reply
    .header('content-type', type === 'text/html' ? `${type}; charset=utf-8` : type)
    .header('content-disposition', `${disposition}; filename="${fileName}"`)
    .send(content);
}

interface MountedCall<Ctx> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parts: MountParts<Ctx>;
}

/** Writes a list to its caller while it is read. */
async function sendExport<Ctx>(
  endpoint: Endpoint<Ctx>,
  { request, reply, parts }: MountedCall<Ctx>,
): Promise<FastifyReply> {
  const { actor } = request;
  const { schema } = endpoint.answer;
  invariant('accountId' in actor, 'an export is of an account');
  invariant(schema instanceof z.ZodArray, 'an export is a list');
  const item = schema.element;
  invariant(item instanceof z.ZodType, 'the items of an export have a schema');
  const open = async () => {
    const input = inputOf(endpoint, request);
    const list = await endpoint.run(parts.contextFor(actor, requestMetadataOf(request)), input);
    invariant(list instanceof ExportedList, 'an export is written while it is read');
    return list;
  };
  return parts.sendList({
    accountId: actor.accountId,
    operationId: endpoint.operationId,
    reply,
    item,
    open,
  });
}

/** Returns a call that may wait, as one answer or as a stream of what is found. */
async function serveLive<Ctx>(
  endpoint: Endpoint<Ctx>,
  { request, reply, parts }: MountedCall<Ctx>,
): Promise<FastifyReply> {
  const { live, answer, run, operationId } = endpoint;
  invariant(live !== undefined, 'only what can be followed is followed');
  const streams = takesStream(request);
  const input = inputOf(endpoint, request, streams ? request.headers['last-event-id'] : undefined);
  const ctx = parts.contextFor(request.actor, requestMetadataOf(request));
  let last: unknown;
  const poll = async (cursor?: string) => {
    const query = cursor === undefined ? input.query : live.from(input.query, cursor);
    last = checkAnswer(answer.schema, await run(ctx, { ...input, query }), operationId);
    return live.foundIn(last);
  };
  const waitingCall = {
    request,
    channel: live.channel,
    subject: live.subjectOf(request.actor),
    poll,
  };
  if (streams) return await parts.openConnections.stream(waitingCall, reply);
  const waitSeconds = live.waitSecondsOf(input.query);
  if (waitSeconds > 0) await parts.openConnections.wait(waitingCall, waitSeconds);
  if (last === undefined) await poll();
  return sendText(reply, { status: answer.status, text: JSON.stringify(last) });
}

/** Longer than what browsers send by themselves; it is stored and shown to people. */
const USER_AGENT_CHARS_MAX = 500;

function requestMetadataOf(request: FastifyRequest): RequestMetadata {
  const { origin, 'user-agent': agent } = request.headers;
  // What a trusted proxy passed on unread may be any text, and this one is stored.
  const { address } = request;
  const ip = isIP(address) === 0 ? 'unknown' : address;
  const userAgent = agent?.slice(0, USER_AGENT_CHARS_MAX);
  const sessionToken = carried(request.headers, 'session')?.raw;
  return { correlationId: request.id, ip, origin, userAgent, sessionToken };
}

/** What authentication needs of a request, and what it may do to the reply. */
export function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  return {
    headers: request.headers,
    ip: request.address,
    learnOrigins: (domains) => allowListedOrigin(request, reply, domains),
    learnClientId: (found) => {
      if (found.payersOnly !== true) request.knownClientId = found;
    },
    learnRate: (state) => reply.headers(rateHeaders(state)),
  };
}

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly raw: RawRequest | undefined;
}

/**
 * The parsed parts of a request, with the cursor that its headers name; refuses (400) with all that
 * is wrong with all of them.
 */
function inputOf<Ctx>(endpoint: Endpoint<Ctx>, request: FastifyRequest, cursor?: unknown): Input {
  const issues: z.core.$ZodIssue[] = [];
  const parse = (schema: z.ZodType | undefined, value: unknown, wording = same): unknown => {
    const parsed = schema?.safeParse(value, clearMessages);
    if (parsed?.success === false) issues.push(...wording(parsed.error.issues));
    return parsed?.data;
  };
  const { rawBody, headers } = request;
  const input = {
    raw: rawBody && { rawBody, headers },
    params: parse(endpoint.params, request.params),
    query: parse(
      endpoint.query,
      cursor === undefined ? request.query : withCursor(request, cursor),
      (wrong) => nameRepeated(wrong, request.query),
    ),
    body: parse(endpoint.body, request.body ?? (endpoint.isBodyOptional ? {} : request.body)),
  };
  if (issues.length > 0) throw refuseInput(issues, endpoint);
  return input;
}

type Issues = readonly z.core.$ZodIssue[];
const same = (issues: Issues): Issues => issues;

function withCursor({ query }: FastifyRequest, cursor: unknown): unknown {
  return typeof query === 'object' ? { ...query, cursor } : { cursor };
}

function answerText<Ctx>(endpoint: Endpoint<Ctx>, answered: unknown): string {
  return JSON.stringify(checkAnswer(endpoint.answer.schema, answered, endpoint.operationId));
}

function methodsByUrl<Ctx>(endpoints: readonly Endpoint<Ctx>[]): Map<string, HTTPMethods[]> {
  const byUrl = new Map<string, HTTPMethods[]>();
  for (const endpoint of endpoints) {
    byUrl.set(urlOf(endpoint), [...(byUrl.get(urlOf(endpoint)) ?? []), methodOf(endpoint)]);
  }
  return byUrl;
}

function methodOf<Ctx>({ method }: Endpoint<Ctx>): (typeof METHODS)[number] {
  const upper = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;
  return upper[method];
}

/** `/v2/things/{id}` as the router writes it: `/v2/things/:id`. */
function urlOf<Ctx>({ path }: Endpoint<Ctx>): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
