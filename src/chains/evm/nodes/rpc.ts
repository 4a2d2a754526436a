import { RpcRequestError } from 'viem';
import { z } from 'zod';
import { splitIntoChunks } from '#kit/chunks.ts';
import {
  BodyTooLong,
  codeOfError,
  exchange,
  type HttpPool,
  type HttpResponse,
  readText,
  retryAfterMs,
  TimedOut,
} from '#platform/outbound/exchange.ts';
import { hideUrl, NodeFailure } from './failure.ts';
import type { Runtime } from './runtime.ts';
import { hasShape } from './shapes.ts';
import type { AcquireToken } from './token-bucket.ts';

/** How long one answer of a node may take before the next node is queried. */
const REQUEST_TIMEOUT_MS = 5_000;
/** Public nodes refuse larger batches. */
const BATCH_CALLS_MAX = 50;
/** More than the logs of a full window; a node that sends more is not listened to any further. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
/** Enough for all simultaneous calls of one process; more would overload a public node. */
const CONNECTIONS_MAX = 32;
const KEEP_ALIVE_MS = 10_000;

/** One question to a node. */
export interface RpcQuestion {
  readonly method: string;
  readonly params?: unknown;
}

/** Where a node is and what is reported about each exchange with it. */
export interface RpcEndpoint {
  readonly url: string;
  /** Replaces the URL in every message. */
  readonly name: string;
  /** Undefined lets everything pass at once. */
  readonly acquire: AcquireToken | undefined;
  readonly runtime: Runtime;
  /** Called with the methods of an answered request, and how long it took. */
  onAnswered(methods: readonly string[], ms: number): void;
}

/** JSON-RPC over HTTP: a `dataloader` without a cache, whose batches wait for the node's rate limit. */
export interface Rpc {
  /**
   * Sends a call; simultaneous calls share one request. Throws `NodeFailure`, or the error that the node
   * answered, without its URL.
   */
  query(question: RpcQuestion): Promise<unknown>;
  /** Closes connections; pending calls fail. */
  close(): Promise<void>;
}

interface Waiting {
  readonly question: RpcQuestion;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Prepares the connection; without a request. */
export function openRpc(endpoint: RpcEndpoint): Rpc {
  const { runtime } = endpoint;
  const pool = runtime.openHttpPool(new URL(endpoint.url).origin, {
    connections: CONNECTIONS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectTimeoutMs: REQUEST_TIMEOUT_MS,
  });
  const connection = { pool, runtime };
  let waiting: Waiting[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    await endpoint.acquire?.(batch.length);
    for (const some of splitIntoChunks(batch, BATCH_CALLS_MAX)) {
      void sendBatch(connection, endpoint, some);
    }
  };
  return {
    query: (question) =>
      new Promise((resolve, reject) => {
        waiting.push({ question, resolve, reject });
        // After all calls of this tick, so that they make one request.
        if (waiting.length === 1) setImmediate(() => void flush());
      }),
    close: () => pool.destroy(),
  };
}

/** Sends the calls in one request and settles each of them. */
async function sendBatch(connection: Connection, endpoint: RpcEndpoint, batch: readonly Waiting[]) {
  const { elapsedMs } = connection.runtime;
  try {
    const startedAtMs = elapsedMs();
    const answers = await post(connection, endpoint, batch);
    endpoint.onAnswered(
      batch.map(({ question }) => question.method),
      elapsedMs() - startedAtMs,
    );
    for (const [i, one] of batch.entries()) settle(endpoint, one, answers(i + 1));
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

const Answer = z.object({
  id: z.number().nullish(),
  result: z.unknown().optional(),
  error: z
    .object({ code: z.number(), message: z.string(), data: z.unknown().optional() })
    .nullish(),
});
type Answer = z.infer<typeof Answer>;

const Answers = z.union([z.array(Answer), Answer]);

function settle(endpoint: RpcEndpoint, waiting: Waiting, answer: Answer | undefined): void {
  const { question, resolve, reject } = waiting;
  const { method, params } = question;
  if (answer?.error != null) {
    const message = hideUrl(answer.error.message, endpoint.url);
    const error = { ...answer.error, message };
    reject(new RpcRequestError({ body: { method, params }, error, url: endpoint.name }));
  } else if (answer === undefined || !hasShape(method, answer.result)) {
    reject(new NodeFailure(`answered ${method} with what is no answer to it`));
  } else {
    resolve(answer.result);
  }
}

/** Posts the questions, numbered from 1, and returns what came back by number. */
async function post(connection: Connection, endpoint: RpcEndpoint, batch: readonly Waiting[]) {
  const bodies = batch.map(({ question: { method, params } }, i) => ({
    jsonrpc: '2.0',
    id: i + 1,
    method,
    ...(params !== undefined && { params }),
  }));
  const body = JSON.stringify(bodies.length === 1 ? bodies[0] : bodies);
  const { status, headers, text } = await send(connection, endpoint.url, body);
  if (status === 429) throw new NodeFailure('HTTP 429', { retryAfterMs: retryAfterMs(headers) });
  const parsed = Answers.safeParse(parseJson(text));
  // Some providers send the JSON-RPC error with an HTTP status of their own.
  const isRpcError = parsed.success && !Array.isArray(parsed.data) && parsed.data.error != null;
  if ((status < 200 || status > 299) && !isRpcError)
    throw new NodeFailure(`HTTP ${status}`, { isTooMuch: status === 413 });
  if (!parsed.success) throw new NodeFailure('answered with something else than JSON-RPC');
  const { data } = parsed;
  if (!Array.isArray(data)) {
    // An error without an id concerns the whole request.
    return (id: number) => (data.id === id || data.error != null ? data : undefined);
  }
  const byId = new Map(data.map((answer) => [answer.id, answer]));
  return (id: number) => byId.get(id);
}

/** An open connection pool, and how time passes for it. */
interface Connection {
  readonly pool: HttpPool;
  readonly runtime: Runtime;
}

interface Posted {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  readonly text: string;
}

async function send({ pool, runtime }: Connection, url: string, body: string): Promise<Posted> {
  const { pathname, search, username, password } = new URL(url);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const request = {
    method: 'POST',
    path: `${pathname}${search}`,
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'gzip',
      ...(username !== '' && {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      }),
    },
    body,
  } as const;
  try {
    return await exchange(pool, request, {
      timeoutMs: REQUEST_TIMEOUT_MS,
      startTimer: runtime.startTimer,
      read: async (response) => ({
        status: response.statusCode,
        headers: response.headers,
        text: await readText(response, ANSWER_BYTES_MAX),
      }),
    });
  } catch (error) {
    if (error instanceof TimedOut) throw new NodeFailure(error.message);
    if (error instanceof BodyTooLong)
      throw new NodeFailure('sent too long an answer', { isTooMuch: true });
    throw new NodeFailure(`the connection failed (${codeOfError(error)})`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Cut off, or a page in HTML: no answer either way.
    return undefined;
  }
}
