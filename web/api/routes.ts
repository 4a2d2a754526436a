import { type Answer, request } from '../engine/request.ts';

/** The calls of the page for payments from other networks. Never throw: an outage is an answer with status 0. */
export interface RoutesApi {
  /** What to sign to pay the link from a token of another network. */
  prepare(source: SourceQuery): Promise<Answer>;
  /** The same by a quote of this moment; `step` is the `rawStep` of the answer before. */
  refresh(step: unknown): Promise<Answer>;
  /** Reports the transaction that pays the link; the same one may be reported again. It outlives the page. */
  recordIntent(intent: IntentReport): Promise<Answer>;
}

/** A token of another network, as the API names both, and whose it is. */
interface SourceQuery {
  readonly wallet: string;
  readonly chain: string;
  readonly token: string;
  /** Whether the wallet is a Safe, and to which of its owners returns what does not arrive where it is not to itself. */
  readonly isSafe?: boolean;
  readonly refundWallet?: string | undefined;
}

/** A transaction that a wallet has sent on another network. */
interface IntentReport {
  readonly txHash: string;
  readonly chain: string;
  readonly token: string;
  readonly payerAddress: string;
}

interface RoutesParts {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly token: string;
}

/** Longer than other calls: the route provider is asked twice before the API says that it is away. */
const QUOTE_TIMEOUT_MS = 20_000;
const RECORD_TIMEOUT_MS = 8_000;

/** Talks to the API about payments of one link from other networks. */
export function openRoutesApi({ apiUrl, clientId, token }: RoutesParts): RoutesApi {
  const link = `${apiUrl}/v2/secure-payments/${encodeURIComponent(token)}`;
  const headers = { 'x-client-id': clientId, accept: 'application/json' };
  const post = (path: string, body: unknown, timeoutMs: number) =>
    request(
      `${link}/${path}`,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        credentials: 'omit',
        keepalive: true,
      },
      timeoutMs,
    );
  return {
    prepare: ({ wallet, chain, token: symbol, isSafe, refundWallet }) => {
      const query = new URLSearchParams({
        ...{ wallet, chain, token: symbol },
        ...(isSafe && { isSafe: 'true' }),
        ...(refundWallet !== undefined && { refundWallet }),
      });
      return request(`${link}/pay?${query}`, { headers, credentials: 'omit' }, QUOTE_TIMEOUT_MS);
    },
    refresh: (step) => post('refresh-step-transaction', { step }, QUOTE_TIMEOUT_MS),
    recordIntent: (intent) => post('intent', intent, RECORD_TIMEOUT_MS),
  };
}
