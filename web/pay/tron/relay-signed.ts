import { broadcast } from '../../api/broadcast.ts';
import { readRefusal } from '../../api/read-view.ts';
import { texts } from '../../engine/members.ts';
import type { Answer } from '../../engine/request.ts';
import { backoffS, pause } from '../../engine/wait.ts';
import type { World } from '../world.ts';
import type { KeptTransaction } from './signed-transactions.ts';

/** Whether the network has a transaction: not yet where it is worth to hand it over again. */
type Taken =
  | { readonly at: 'taken' | 'not_yet' }
  | { readonly at: 'refused'; readonly code: string };

/** Codes of nodes that cannot take anything at the moment; the same bytes may be taken in the next one. */
const PASSING: ReadonlySet<string> = new Set([
  'SERVER_BUSY',
  'NO_CONNECTION',
  'NOT_ENOUGH_EFFECTIVE_CONNECTION',
  'BLOCK_UNSOLIDIFIED',
  'OTHER_ERROR',
  // The API looks such an id up; until it has found it, nothing is known.
  'DUP_TRANSACTION_ERROR',
]);

/** Whole seconds of a moment are the network's to decide, and this device's clock may be wrong. */
const LATE_MS = 60_000;

/** What the API's answer says of a transaction that was handed over. */
function readTaken({ status, body }: Answer): Taken {
  // With 409 the link is paid, or a payment of it is on its way: its display data says which.
  if (status === 0 || status === 409 || status === 429 || status >= 500) return { at: 'not_yet' };
  const { code = '' } = texts(body, ['code']);
  if (status !== 200) return { at: 'refused', code: readRefusal(body).code ?? String(status) };
  const isTaken = typeof body === 'object' && body !== null && Reflect.get(body, 'result') === true;
  if (isTaken) return { at: 'taken' };
  return PASSING.has(code) ? { at: 'not_yet' } : { at: 'refused', code };
}

/**
 * Hands a signed transaction to the network until it takes it, refuses it or could no longer take it. The same bytes
 * are handed over each time, so that nothing is ever sent twice.
 */
export async function relaySigned(
  { config, signal }: Pick<World, 'config' | 'signal'>,
  kept: KeptTransaction,
  onWaiting: () => void,
): Promise<Taken> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    const answer = await broadcast(config, kept.signed);
    const taken = readTaken(answer);
    if (taken.at !== 'not_yet') return taken;
    if (Date.now() > kept.expirationMs + LATE_MS) {
      return { at: 'refused', code: 'TRANSACTION_EXPIRATION_ERROR' };
    }
    onWaiting();
    await pause((answer.retryAfterS ?? backoffS(tries)) * 1_000);
  }
  return { at: 'not_yet' };
}
