import { member } from '../engine/members.ts';
import { request } from '../engine/request.ts';

interface EmbeddingQuery {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly clientId: string;
  readonly token: string;
}

const ANSWER_TIMEOUT_MS = 8_000;

/** Whether a page of the payer has reported that a wallet is connected; false too where the API does not answer. */
export async function isWalletConnected({
  apiUrl,
  clientId,
  token,
}: EmbeddingQuery): Promise<boolean> {
  const url = `${apiUrl}/v2/secure-payments/${encodeURIComponent(token)}/embedding`;
  const headers = { 'x-client-id': clientId, accept: 'application/json' };
  const { body } = await request(url, { headers, credentials: 'omit' }, ANSWER_TIMEOUT_MS);
  return member(body, 'isWalletConnected') === true;
}
