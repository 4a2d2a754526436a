import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';

/** The response to a request; its body may still be arriving. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Readable;
}

/** What is sent in one request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null sends none. */
  readonly body: string | null;
}

/** The connections to one origin, as far as they are used; `Pool` of undici is one. */
export interface HttpPool {
  /** Sends a request and resolves once the response begins to arrive. */
  request(options: HttpRequest & { readonly signal: AbortSignal }): Promise<HttpResponse>;
  /** Closes all connections; requests that are waiting fail. */
  destroy(): Promise<void>;
}

/** Calls back once after so many milliseconds; the answer cancels that. */
export type StartTimer = (ms: number, run: () => void) => () => void;

/** The machine's own timer. */
export const startSystemTimer: StartTimer = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** An exchange did not end in its time. */
export class TimedOut extends Error {
  override name = 'TimedOut';
}

/** A body is longer than its reader allows, decompressed. */
export class BodyTooLong extends Error {
  override name = 'BodyTooLong';
}

/** How long an exchange may take, on which clock, and what becomes of the response. */
interface ExchangeOptions<Answer> {
  readonly timeoutMs: number;
  /** The machine's by default. */
  readonly startTimer?: StartTimer;
  read(response: HttpResponse, signal: AbortSignal): Promise<Answer>;
}

/**
 * Sends one request and reads its response, all within the time limit: waiting for a connection, resolving
 * the name, connecting and the whole body included. Follows no redirect. Throws `TimedOut`, what `read`
 * throws, or the error of the network.
 */
export async function exchange<Answer>(
  pool: HttpPool,
  request: HttpRequest,
  { timeoutMs, startTimer = startSystemTimer, read }: ExchangeOptions<Answer>,
): Promise<Answer> {
  // Not `AbortSignal.timeout`, which would keep each finished exchange in memory until its time is over.
  const timeout = new AbortController();
  const { signal } = timeout;
  const over = Promise.withResolvers<never>();
  // A request that waits for a connection learns of the abort only when it gets one.
  const stopTimer = startTimer(timeoutMs, () => {
    const error = new TimedOut(`no answer within ${timeoutMs} ms`);
    timeout.abort(error);
    over.reject(error);
  });
  try {
    const sent = pool.request({ ...request, signal }).then((response) => read(response, signal));
    return await Promise.race([sent, over.promise]);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    stopTimer();
  }
}

/**
 * Reads a whole body as text, which may be compressed by gzip. Throws `BodyTooLong` as soon as it is longer
 * than `bytesMax`, so that neither an endless body nor a small one that expands fills the memory.
 */
export async function readText({ headers, body }: HttpResponse, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const keep = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new BodyTooLong(`the answer is longer than ${bytesMax} bytes`);
      chunks.push(chunk);
    }
  };
  if (headers['content-encoding'] === 'gzip') await pipeline(body, createGunzip(), keep);
  // A pipeline ends by aborting its own signal, which makes an error with its stack for each response.
  else await keep(body);
  return Buffer.concat(chunks).toString('utf8');
}

/** How long a server asks not to be called, in milliseconds; undefined unless it says so in seconds. */
export function retryAfterMs(headers: HttpResponse['headers']): number | undefined {
  const retryAfter = headers['retry-after'];
  return typeof retryAfter === 'string' && /^\d{1,6}$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : undefined;
}

/** The kind of a network error, such as ECONNREFUSED: its message would name the address. */
export function codeOfError(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown';
}
