import { setTimeout as sleepInProcess } from 'node:timers/promises';
import type { z } from 'zod';
import { type BackOffRule, backOffMs } from '#kit/back-off.ts';
import { elapsedMs as elapsedMsOfProcess } from '#kit/clock.ts';
import { invariant, Outage } from '#kit/failure.ts';
import { openBreaker } from './circuit-breaker.ts';
import { BodyTooLong, retryAfterMs } from './exchange.ts';
import type { Outbound, OutboundResponse } from './outbound.ts';

/** So often a read is tried in all: more would keep its caller waiting without news. */
const READ_TRIES_MAX = 3;
const READ_BACK_OFF: BackOffRule = { firstMs: 200, mostMs: 2_000 };
/** More than any answer of a price, a route or a screening; longer ones are a mistake or an attack. */
const BYTES_MAX = 1024 * 1024;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** What went wrong: nothing came, the service answered with an error, or with what cannot be read. */
type FailureKind = 'unreachable' | 'refused' | 'unreadable';

/** A service did not answer as it should. Its message names the service and never its URL or a header. */
export class ServiceFailure extends Outage {
  override name = 'ServiceFailure';
  readonly kind: FailureKind;
  /** Undefined where nothing came. */
  readonly status: number | undefined;
  readonly #body: unknown;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    parts: {
      readonly cause?: unknown;
      readonly body?: unknown;
      readonly from?: OutboundResponse;
    } = {},
  ) {
    super(message, { cause: parts.cause });
    this.kind = kind;
    this.status = parts.from?.status;
    this.#body = parts.body;
    this.retryAfterMs = parts.from && retryAfterMs(parts.from.headers);
  }

  /** What the service said of its refusal, not parsed; undefined unless it was JSON. No log shows it: it may repeat what was sent. */
  get body(): unknown {
    return this.#body;
  }
}

interface Call<Answer> {
  /** Begins with `/`, below the base URL, its variable parts encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** What the answer must look like. */
  readonly schema: z.ZodType<Answer>;
  /** For each try of this call; that of the client by default. */
  readonly timeoutMs?: number;
}

interface Read<Answer> extends Call<Answer> {
  /** Sent by POST where it is given, as services do whose questions do not fit in a URL. */
  readonly body?: unknown;
}

interface Command<Answer> extends Call<Answer> {
  readonly body: unknown;
  /** Beside those of the client, such as an idempotency key. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Speaks JSON with one service. All its methods throw `ServiceFailure`. */
export interface JsonClient {
  /**
   * Reads, and changes nothing at the service: tried again, up to `readTriesMax` times in all, while the service is
   * unreachable or says 429 or 5xx, unless it asks to be left alone for longer than we wait.
   */
  read<Answer>(read: Read<Answer>): Promise<Answer>;
  /** Sends a command by POST, once. After a failure it may or may not have been carried out. */
  send<Answer>(command: Command<Answer>): Promise<Answer>;
}

/** What a signature of a request is over. */
export interface SignedRequest {
  readonly method: 'GET' | 'POST';
  /** As it is sent, with the query. */
  readonly path: string;
  /** As it is sent; empty where there is none. */
  readonly body: string;
}

interface JsonClientOptions {
  readonly outbound: Outbound;
  /** What messages and metrics call the service. */
  readonly name: string;
  readonly baseUrl: string;
  /** Sent with every request, such as an API key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further headers of each request, for services whose requests are signed. */
  readonly signRequest?: (request: SignedRequest) => Readonly<Record<string, string>>;
  /** For each try, from resolving the name to the end of the answer. */
  readonly timeoutMs: number;
  /** How often a read is tried in all; 3 by default. */
  readonly readTriesMax?: number;
  /** How long an answer may be, decompressed; 1 MiB by default. */
  readonly bytesMax?: number;
  /** Whether a service that fails again and again is left alone for a while; on by default. */
  readonly hasBreaker?: boolean;
  /** Whether answers that cannot be read count as failures for it; on by default. Off where anybody can write what is answered. */
  readonly breaksOnUnreadable?: boolean;
  /** The machine's time by default. */
  readonly time?: { elapsedMs(): number; sleep(ms: number): Promise<unknown> };
}

const TIME_OF_PROCESS = { elapsedMs: elapsedMsOfProcess, sleep: sleepInProcess };

/** Opens a client of one service. Nothing is sent yet, and `outbound` stays its caller's to close. */
export function openJsonClient(options: JsonClientOptions): JsonClient {
  const { time = TIME_OF_PROCESS, readTriesMax = READ_TRIES_MAX } = options;
  const tryOnce = withBreaker(options, time);
  return {
    send: tryOnce,
    read: async (read) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await tryOnce(read);
        } catch (error) {
          const waitMs = tries < readTriesMax ? waitAfter(error, tries) : undefined;
          if (waitMs === undefined) throw error;
          await time.sleep(waitMs);
        }
      }
    },
  };
}

/** How long to wait before a read is tried again; undefined where it is not. */
function waitAfter(error: unknown, tries: number): number | undefined {
  if (!(error instanceof ServiceFailure) || error instanceof LeftAlone) return undefined;
  if (error.kind !== 'unreachable') return undefined;
  const waitMs = Math.max(backOffMs(READ_BACK_OFF, tries), error.retryAfterMs ?? 0);
  return waitMs > READ_BACK_OFF.mostMs ? undefined : waitMs;
}

/** The service failed again and again, so that nothing was sent. */
class LeftAlone extends ServiceFailure {}

/** Sends a call unless the service is being left alone, and counts how it ended. */
function withBreaker(
  options: JsonClientOptions,
  { elapsedMs }: Pick<typeof TIME_OF_PROCESS, 'elapsedMs'>,
) {
  if (options.hasBreaker === false) {
    return <Answer>(call: Command<Answer> | Read<Answer>) => sendCall(options, call);
  }
  const breaker = openBreaker();
  return async <Answer>(call: Command<Answer> | Read<Answer>): Promise<Answer> => {
    const startedAtMs = elapsedMs();
    if (!breaker.begin(startedAtMs)) {
      throw new LeftAlone('unreachable', `${options.name} failed again and again; left alone`);
    }
    try {
      const answer = await sendCall(options, call);
      breaker.succeeded(elapsedMs());
      return answer;
    } catch (error) {
      if (!(error instanceof ServiceFailure)) breaker.ended();
      else if (isOfCall(error, options)) breaker.succeeded(elapsedMs());
      else breaker.failed({ startedAtMs, nowMs: elapsedMs(), retryAfterMs: error.retryAfterMs });
      throw error;
    }
  };
}

/** Whether a failure says something of the call alone, and nothing of the service. */
function isOfCall(
  { kind }: ServiceFailure,
  { breaksOnUnreadable = true }: JsonClientOptions,
): boolean {
  return kind === 'refused' || (kind === 'unreadable' && !breaksOnUnreadable);
}

async function sendCall<Answer>(
  options: JsonClientOptions,
  call: Command<Answer> | Read<Answer>,
): Promise<Answer> {
  const { outbound, name, timeoutMs, bytesMax = BYTES_MAX } = options;
  const body = call.body === undefined ? null : JSON.stringify(call.body);
  const method = body === null ? 'GET' : 'POST';
  const url = urlOf(options.baseUrl, call);
  const { pathname, search } = new URL(url);
  const signed = { method, path: `${pathname}${search}`, body: body ?? '' } as const;
  const request = {
    destination: name,
    method,
    url,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      ...(body !== null && { 'content-type': 'application/json' }),
      ...options.headers,
      ...options.signRequest?.(signed),
      ...('headers' in call && call.headers),
    },
    body,
    timeoutMs: call.timeoutMs ?? timeoutMs,
    bytesMax,
  } as const;
  const response = await outbound.request(request).catch((error: unknown) => {
    if (!(error instanceof Outage)) throw error;
    const kind = error.cause instanceof BodyTooLong ? 'unreadable' : 'unreachable';
    throw new ServiceFailure(kind, `${name}: ${error.message}`, { cause: error });
  });
  return parse(name, call.schema, response);
}

/** The URL of a call. A path that leads anywhere else than below the base is our mistake. */
function urlOf(
  baseUrl: string,
  { path, query = {} }: Pick<Call<unknown>, 'path' | 'query'>,
): string {
  const base = new URL(baseUrl);
  const basePath = base.pathname.replace(/\/$/, '');
  const url = new URL(`${base.origin}${basePath}${path}`);
  const isBelow = path.startsWith('/') && url.origin === base.origin;
  invariant(isBelow && url.pathname.startsWith(`${basePath}/`), 'a path leads below its base URL');
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  return url.href;
}

function parse<Answer>(
  name: string,
  schema: z.ZodType<Answer>,
  response: OutboundResponse,
): Answer {
  const { status, headers } = response;
  const type = headers['content-type'];
  const isJson = typeof type === 'string' && JSON_TYPE.test(type);
  const json = isJson ? parseJson(response.text) : undefined;
  if (status < 200 || status > 299) {
    const kind = status === 429 || status > 499 ? 'unreachable' : 'refused';
    const parts = { from: response, body: json?.value };
    throw new ServiceFailure(kind, `${name} answered ${status}`, parts);
  }
  if (json === undefined) {
    throw new ServiceFailure('unreadable', `${name} answered no JSON`, { from: response });
  }
  const parsed = schema.safeParse(json.value);
  if (parsed.success) return parsed.data;
  // The paths only: a value could be somebody's name.
  const paths = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole').slice(0, 5);
  const message = `${name} answered another shape than documented: ${paths.join(', ')}`;
  throw new ServiceFailure('unreadable', message, { from: response });
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Cut off, or no JSON in spite of its type.
    return undefined;
  }
}
