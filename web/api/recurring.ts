import { type Answer, request } from '../engine/request.ts';

/** The calls of the page of a schedule. Never throw: an outage is an answer with status 0. */
export interface RecurringApi {
  view(): Promise<Answer>;
  /** Hands in the payer's signature; the same one may be handed in again. */
  activate(permitSignature: string): Promise<Answer>;
  /** Stops it by the payer's signature of its stop message. */
  stop(signature: string): Promise<Answer>;
}

interface RecurringParts {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly token: string;
}

/** How long a call may take; then the page says that it failed. The API asks nodes. */
const ANSWER_TIMEOUT_MS = 15_000;

/** Talks to the API about one schedule. */
export function openRecurringApi({ apiUrl, clientId, token }: RecurringParts): RecurringApi {
  const page = `${apiUrl}/v2/recurring-payouts/${encodeURIComponent(token)}`;
  const headers = { 'x-client-id': clientId, accept: 'application/json' };
  const send = (method: 'POST' | 'PATCH', body: object) =>
    request(
      page,
      {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        credentials: 'omit',
      },
      ANSWER_TIMEOUT_MS,
    );
  return {
    view: () => request(page, { headers, credentials: 'omit' }, ANSWER_TIMEOUT_MS),
    activate: (permitSignature) => send('POST', { permitSignature }),
    stop: (signature) => send('PATCH', { action: 'cancel', signature }),
  };
}
