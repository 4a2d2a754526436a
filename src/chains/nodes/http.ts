import {
  BodyTooLong,
  codeOfError,
  exchange,
  type HttpRequest,
  type HttpResponse,
  readText,
  retryAfterMs,
  TimedOut,
} from '#platform/outbound/exchange.ts';
import { NodeFailure } from './failure.ts';
import type { Runtime } from './runtime.ts';

/** How long one answer of a node may take before the next node is queried. */
const REQUEST_TIMEOUT_MS = 5_000;
/** More than the logs of a full window; a node that sends more is not listened to any further. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
/** Enough for all simultaneous calls of one process; more would overload a public node. */
const CONNECTIONS_MAX = 32;
const KEEP_ALIVE_MS = 10_000;

/** What is sent to a node. */
export interface HttpQuestion extends Pick<HttpRequest, 'method' | 'body'> {
  /** Appended to the path of the node's URL, with its own query. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response of a node, as far as it was read. */
interface HttpAnswer {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  readonly text: string;
}

/** The HTTP connections to one node. */
export interface NodeHttp {
  /** Sends one request. Throws `NodeFailure` without a response, at one that is too long, and at status 429. */
  send(question: HttpQuestion): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** Prepares the connections to a node; without a request. Credentials in its URL become a header. */
export function openHttp(nodeUrl: string, runtime: Runtime): NodeHttp {
  const url = new URL(nodeUrl);
  const pool = runtime.openHttpPool(url.origin, {
    connections: CONNECTIONS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectTimeoutMs: REQUEST_TIMEOUT_MS,
  });
  const headersOfAll = {
    'content-type': 'application/json',
    'accept-encoding': 'gzip',
    ...authorizationOf(url),
  };
  const send = async ({ method, path = '', headers, body }: HttpQuestion) => {
    const request: HttpRequest = {
      method,
      path: pathOf(url, path),
      headers: { ...headersOfAll, ...headers },
      body,
    };
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
      if (error instanceof BodyTooLong) {
        throw new NodeFailure('sent too long an answer', { isTooMuch: true });
      }
      throw new NodeFailure(`the connection failed (${codeOfError(error)})`);
    }
  };
  return {
    send: async (question) => {
      const answer = await send(question);
      if (answer.status !== 429) return answer;
      throw new NodeFailure('HTTP 429', { retryAfterMs: retryAfterMs(answer.headers) });
    },
    close: () => pool.destroy(),
  };
}

/** The failure that a status other than 2xx stands for. */
export function failureOfStatus(status: number): NodeFailure | undefined {
  if (status >= 200 && status <= 299) return undefined;
  return new NodeFailure(`HTTP ${status}`, { isTooMuch: status === 413 });
}

/** JSON as it was parsed, or undefined for what is none: cut off, or a page in HTML. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No answer either way; the caller says so.
    return undefined;
  }
}

/** The path of the node's URL with the question's after it; the URL's own query, often a key, stays. */
function pathOf({ pathname, search }: URL, path: string): string {
  if (path === '') return `${pathname}${search}`;
  const [own = '', query] = path.split('?', 2);
  const base = pathname.replace(/\/$/, '');
  const queries = [search.slice(1), query].filter((part) => part !== undefined && part !== '');
  return `${base}/${own}${queries.length > 0 ? `?${queries.join('&')}` : ''}`;
}

function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}
