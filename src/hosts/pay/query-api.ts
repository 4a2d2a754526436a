import type { Log } from '#platform/log.ts';
import { callApi, type PageCaller } from './call-api.ts';
import type { FirstAnswer } from './load-page.ts';

interface Question extends PageCaller {
  /** Below `/v2/`. */
  readonly path: string;
  /** Sent as JSON by POST; left out, the path is read. */
  readonly body?: object;
  /** Where the answer may take longer than that of a read. */
  readonly timeoutMs?: number;
  readonly log: Log;
}

/** The page is rendered without an answer after this; it queries again by itself. */
const ANSWER_TIMEOUT_MS = 4_000;

/** Queries the API. An outage is an answer with status 0. */
export async function queryApi(question: Question): Promise<FirstAnswer> {
  const { path, body: sent, correlationId, log, timeoutMs = ANSWER_TIMEOUT_MS } = question;
  try {
    const response = await callApi(question, { path, ...(sent && { body: sent }), timeoutMs });
    const retryAfterS = Number(response.headers.get('retry-after'));
    const body: unknown = await response.json();
    return { status: response.status, body, ...(retryAfterS > 0 && { retryAfterS }) };
  } catch (error) {
    log.warn({ err: error, correlationId }, 'the pay page cannot reach the API');
    return { status: 0, body: null };
  }
}
