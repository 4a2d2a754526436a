import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { deleteWalletLogin, lockPerson } from './store/logins.ts';
import { findLoginsOf } from './store/members.ts';

/**
 * Unlinks a wallet from the caller's person: it opens nothing any more, in any account, and its sessions end at once. What it is paid and its destinations
 * stay. Refuses (404) what is no wallet of the caller's, and (409) the only login left.
 */
export async function unlinkWallet(
  ctx: Context,
  { id }: { readonly id: string },
): Promise<{ readonly endedSessions: number }> {
  const { accountId, personId } = sessionOfActor(ctx);
  return await transact(ctx, async (ctx) => {
    await lockPerson(ctx, personId);
    const logins = await findLoginsOf(ctx, [personId]);
    const login = logins.find((one) => one.id === id && one.kind === 'wallet');
    if (login === undefined) throw loginNotFound();
    if (logins.length === 1) throw lastLogin();
    const endedSessions = await deleteWalletLogin(ctx, id);
    const object = { kind: 'wallet_login', id };
    const details = { address: login.text, endedSessions };
    await recordAudit(ctx, { accountId, action: 'login.removed', object, details });
    return { endedSessions };
  });
}

/** 404: no wallet of the caller's, whether or not somebody else's. */
export function loginNotFound(): Refusal {
  return new Refusal('login_not_found', 404, 'You have no linked wallet of this id');
}

/** 409: somebody without a login could never sign in again. */
export function lastLogin(): Refusal {
  return new Refusal(
    'last_login',
    409,
    'This wallet is your only way to sign in; add another first',
  );
}
