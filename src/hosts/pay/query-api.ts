import type { Log } from '#platform/log.ts';
import type { FirstAnswer } from './load-page.ts';

interface Question {
  readonly apiUrl: string;
  /** The page's own origin, which its client ID lists. */
  readonly payUrl: string;
  readonly clientId: string;
  readonly token: string;
  readonly payerIp: string;
  readonly correlationId: string;
  readonly log: Log;
}

/** The page is rendered without an answer after this; it queries again by itself. */
const ANSWER_TIMEOUT_MS = 4_000;

/**
 * Queries the API for a link over HTTP, like any client. The payer's address is sent too, so that
 * payers do not share one rate limit. An outage is an answer with status 0.
 */
export async function queryApi(question: Question): Promise<FirstAnswer> {
  const { apiUrl, payUrl, clientId, token, payerIp, correlationId, log } = question;
  try {
    const response = await fetch(`${apiUrl}/v2/secure-payments/${encodeURIComponent(token)}`, {
      headers: {
        accept: 'application/json',
        origin: new URL(payUrl).origin,
        'x-client-id': clientId,
        'x-forwarded-for': payerIp,
        'x-request-id': correlationId,
        'x-correlation-id': correlationId,
      },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const retryAfterS = Number(response.headers.get('retry-after'));
    const body: unknown = await response.json();
    return { status: response.status, body, ...(retryAfterS > 0 && { retryAfterS }) };
  } catch (error) {
    log.warn({ err: error, correlationId }, 'the pay page cannot reach the API');
    return { status: 0, body: null };
  }
}
