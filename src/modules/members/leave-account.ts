import type { Context } from '#context.ts';
import { sessionOfActor, setRole } from '#modules/identity/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { Ended } from './end-credentials.ts';
import { endMembership } from './end-membership.ts';

/**
 * Takes the caller out of the account of the session. The same ends at once as when an owner removes a member: sessions of this account, the calling one among
 * them, the keys that the caller made and open invitations. Refuses (409) the last owner.
 */
export async function leaveAccount(ctx: Context): Promise<{ readonly ended: Ended }> {
  const { personId } = sessionOfActor(ctx);
  return await transact(ctx, async (ctx) => {
    const change = await setRole(ctx, { personId, role: undefined });
    return await endMembership(ctx, { personId, action: 'member.left', ...change });
  });
}
