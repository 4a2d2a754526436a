import type { ChainFamily } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import type { Role } from '#kit/role.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { findSessionById, type KnownSession } from './store/sessions.ts';

/** A session as its owner sees it. */
export interface ShownSession {
  readonly id: string;
  readonly kind: 'wallet' | 'email';
  readonly walletAddress: string | null;
  readonly walletFamily: ChainFamily | null;
  readonly email: string | null;
  readonly accountId: string;
  readonly personId: string;
  readonly role: Role | null;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
}

/** The calling session. */
interface ViewedSession extends ShownSession {
  /** Whether nothing else can be done before a second factor is added. */
  readonly mustAddSecondFactor: boolean;
  readonly isAdministrator: boolean;
}

/**
 * The session that the call is made with: who is signed in, and until when at the latest. Refuses (401) one that was removed
 * since the call was let in.
 */
export async function viewSession(ctx: Context): Promise<ViewedSession> {
  const { accountId, sessionId, ...signedIn } = sessionOfActor(ctx);
  const found = await findSessionById(ctx, { accountId, sessionId });
  if (found === undefined) throw sessionRemoved();
  const { mustAddSecondFactor = false, isAdministrator = false } = signedIn;
  return { ...showSession(found, accountId), mustAddSecondFactor, isAdministrator };
}

/** 401: the clock of a sandbox can jump over the end of a session and over its removal while a call is answered. */
function sessionRemoved(): Refusal {
  return new Refusal('invalid_credentials', 401, 'The session has ended; sign in again');
}

/** A session in the words of the wire. */
export function showSession(session: KnownSession, accountId: string): ShownSession {
  const { id, kind, login, walletFamily } = session;
  return {
    id,
    kind,
    walletAddress: kind === 'wallet' ? login : null,
    walletFamily,
    email: kind === 'email' ? login : null,
    accountId,
    personId: session.personId,
    role: session.role,
    createdAt: isoTime(session.createdAt),
    lastSeenAt: isoTime(session.lastSeenAt),
    expiresAt: isoTime(session.expiresAt),
  };
}
