import type { Log } from '#platform/log.ts';
import { callApi, type PageCaller } from './call-api.ts';
import type { FirstAnswer } from './load-page.ts';

interface Question extends PageCaller {
  /** Below `/v2/secure-payments/`. */
  readonly path: string;
  readonly log: Log;
}

/** The page is rendered without an answer after this; it queries again by itself. */
const ANSWER_TIMEOUT_MS = 4_000;

/** Queries the API about a link. An outage is an answer with status 0. */
export async function queryApi(question: Question): Promise<FirstAnswer> {
  const { path, correlationId, log } = question;
  try {
    const response = await callApi(question, { path, timeoutMs: ANSWER_TIMEOUT_MS });
    const retryAfterS = Number(response.headers.get('retry-after'));
    const body: unknown = await response.json();
    return { status: response.status, body, ...(retryAfterS > 0 && { retryAfterS }) };
  } catch (error) {
    log.warn({ err: error, correlationId }, 'the pay page cannot reach the API');
    return { status: 0, body: null };
  }
}
