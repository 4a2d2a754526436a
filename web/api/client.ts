import { type Answer, request } from '../engine/request.ts';

/** The calls of the page for its link. */
export interface Api {
  /** With a wallet, as that wallet may see it. */
  view(payerAddress?: string, isSafe?: boolean): Promise<Answer>;
  /** Of a Safe, what its owners are asked to sign. */
  calldata(payerAddress: string, isSafe?: boolean): Promise<Answer>;
  /** Reports the payer's progress. Nothing waits for the answer, and nothing depends on it. */
  reportProgress(userEvent: UserEvent, properties: Readonly<Record<string, string>>): void;
}

/** The steps that are reported. */
type UserEvent = 'wallet_connected' | 'payment_sent_to_wallet' | 'payment_approved_in_wallet';

interface ApiParts {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly token: string;
  /** What comes with every call; the server passes the payer's address and `Origin` here. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How long a call may take; then the page says that it failed and tries again. */
const ANSWER_TIMEOUT_MS = 8_000;

/** Talks to the API about one link. Never throws: an outage is an answer with status 0. */
export function openApi(parts: ApiParts): Api {
  const link = `${parts.apiUrl}/v2/secure-payments/${encodeURIComponent(parts.token)}`;
  const headers = { 'x-client-id': parts.clientId, accept: 'application/json', ...parts.headers };
  const query = (url: string, init: RequestInit = {}) =>
    request(url, { headers, ...init, credentials: 'omit' }, ANSWER_TIMEOUT_MS);
  const queryOf = (payer: string, isSafe: boolean | undefined) =>
    `?wallet=${encodeURIComponent(payer)}${isSafe ? '&isSafe=true' : ''}`;
  return {
    view: (payer, isSafe) => query(payer === undefined ? link : link + queryOf(payer, isSafe)),
    calldata: (payer, isSafe) => query(`${link}/pay${queryOf(payer, isSafe)}`),
    reportProgress: (userEvent, properties) => {
      const body = JSON.stringify({ userEvent, occurredAt: new Date().toISOString(), properties });
      const json = { ...headers, 'content-type': 'application/json' };
      // It outlives the page: a wallet on a phone takes the payer away at once.
      void query(`${link}/events`, { method: 'POST', headers: json, body, keepalive: true });
    },
  };
}
