/** The specification's time after which the session of a wallet that does nothing has ended. */
const WALLET_IDLE_MS = 15 * 60 * 1000;

/** An estimate: a working day and a half. A wallet signs again after that, in use or not. */
const WALLET_LIFE_MS = 12 * 60 * 60 * 1000;

/** The specification's life of a session that a password opened. */
const EMAIL_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** How a session was opened. */
export type SessionKind = 'wallet' | 'email';

/** The latest moment to which a session that is opened now can live. */
export function endOfLife(kind: SessionKind, now: Date): Date {
  return new Date(now.getTime() + (kind === 'wallet' ? WALLET_LIFE_MS : EMAIL_LIFE_MS));
}

/** Whether a session has been idle for too long. Only those of wallets can be. */
export function hasIdledOut(kind: SessionKind, lastSeenAt: Date, now: Date): boolean {
  return kind === 'wallet' && lastSeenAt <= idleSince(now);
}

/** The sessions of wallets that were last used at this moment or before have idled out. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - WALLET_IDLE_MS);
}

/** A use is noted at most this often, so that reading does not become writing. */
const NOTED_EVERY_MS = 5_000;

/** Whether a use is to be noted, because the last one that was noted is some seconds ago. */
export function isSeenDue(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= NOTED_EVERY_MS;
}
