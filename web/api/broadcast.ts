import { type Answer, request } from '../engine/request.ts';

/** A transaction with its signature, as Tron nodes take it. */
export interface SignedTransaction {
  readonly txID: string;
  readonly raw_data: unknown;
  readonly raw_data_hex: string;
  readonly visible: boolean;
  readonly signature: readonly string[];
}

interface BroadcastParts {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly token: string;
}

/** Longer than other calls: the API asks the network's nodes before it answers. */
const ANSWER_TIMEOUT_MS = 15_000;

/**
 * Hands a signed transaction of a link to the network. The same one may be handed over again: it is sent once. Never
 * throws: an outage is an answer with status 0.
 */
export async function broadcast(
  { apiUrl, clientId, token }: BroadcastParts,
  signedTransaction: SignedTransaction,
): Promise<Answer> {
  const url = `${apiUrl}/v2/secure-payments/${encodeURIComponent(token)}/tron/broadcast`;
  const headers = {
    'x-client-id': clientId,
    accept: 'application/json',
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ signedTransaction });
  return await request(
    url,
    { method: 'POST', headers, body, credentials: 'omit' },
    ANSWER_TIMEOUT_MS,
  );
}
