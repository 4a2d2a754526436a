import type { Answer } from './answer.ts';

/** The two questions that the page asks about its link. */
export interface Api {
  view(): Promise<Answer>;
  calldata(payerAddress: string): Promise<Answer>;
}

interface ApiParts {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly token: string;
  /** What comes with every call; the server passes the payer's address and `Origin` here. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A payer gives up on a spinner at about this point; the page then says so and tries again. */
const ANSWER_TIMEOUT_MS = 8_000;

/** Talks to the API about one link. Never throws: an outage is an answer with status 0. */
export function openApi(parts: ApiParts): Api {
  const link = `${parts.apiUrl}/v2/secure-payments/${encodeURIComponent(parts.token)}`;
  const headers = { 'x-client-id': parts.clientId, accept: 'application/json', ...parts.headers };
  return {
    view: () => ask(link, headers),
    calldata: (payer) => ask(`${link}/pay?wallet=${encodeURIComponent(payer)}`, headers),
  };
}

async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  try {
    const response = await fetch(url, {
      headers,
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    const retryAfterS = Number(response.headers.get('retry-after'));
    return retryAfterS > 0
      ? { status: response.status, body, retryAfterS }
      : { status: response.status, body };
  } catch {
    return { status: 0, body: undefined };
  }
}
