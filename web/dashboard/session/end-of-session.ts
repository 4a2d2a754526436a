import type { SessionFields } from '../api/shapes.ts';

/** The API ends a wallet's session so long after its last call. */
const WALLET_IDLE_MS = 15 * 60_000;

/** When a session ends unless a call is made before, in milliseconds since 1970. */
export function endOfSession(
  { kind, expiresAt }: Pick<SessionFields, 'kind' | 'expiresAt'>,
  lastContactMs: number,
): number {
  const latest = Date.parse(expiresAt);
  return kind === 'wallet' ? Math.min(latest, lastContactMs + WALLET_IDLE_MS) : latest;
}
