import type { Context } from '#context.ts';
import { setRole } from '#modules/identity/index.ts';
import { transact } from '#platform/db/transact.ts';
import type { Ended } from './end-credentials.ts';
import { endMembership } from './end-membership.ts';

/**
 * Removes a member from the caller's account. The sessions of this account end at once, and so do the API keys and orchestrator keys that the member made and
 * the open invitations; client IDs stay, whose text every member sees. Refuses (404) who is not in it, and (409) the
 * last owner.
 */
export async function removeMember(
  ctx: Context,
  { personId }: { readonly personId: string },
): Promise<{ readonly ended: Ended }> {
  return await transact(ctx, async (ctx) => {
    const change = await setRole(ctx, { personId, role: undefined });
    return await endMembership(ctx, { personId, action: 'member.removed', ...change });
  });
}
