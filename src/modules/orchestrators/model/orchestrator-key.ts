import type { RandomSource } from '#kit/secret.ts';

/** 128 bits of randomness, as the keys of the public API have. */
const KEY_BYTES = 16;

const KEY = /^orc_(sandbox|live)_[0-9a-f]{32}$/;

/** The public API keeps this many characters for people to recognise a key by. */
const SHOWN_CHARACTERS = 4;

/** The new key and the one that it replaces. More would hide which of them is still in use. */
export const LIVE_KEYS_MAX = 2;

/** A new key: `orc_live_` or `orc_sandbox_` and 32 hex digits. */
export function makeOrchestratorKey(mode: 'sandbox' | 'production', random: RandomSource): string {
  const kind = mode === 'sandbox' ? 'sandbox' : 'live';
  return `orc_${kind}_${random(KEY_BYTES).toString('hex')}`;
}

/** Whether a text has the form of an orchestrator key. False needs no look-up. */
export function isOrchestratorKey(text: string): boolean {
  return KEY.test(text);
}

/** The start of a key, by which people distinguish it from their others; it gives no access. */
export function shownKeyPrefix(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1 + SHOWN_CHARACTERS);
}

/** The status of a key. Only an active one gives access; one that a rotation ends is active until then. */
export type OrchestratorKeyStatus = 'active' | 'expired' | 'revoked';

/** Where a key stands at this moment. */
export function keyStatus(
  key: { readonly expiresAt: Date | null; readonly revokedAt: Date | null },
  now: Date,
): OrchestratorKeyStatus {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}
