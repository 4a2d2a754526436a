import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { checkStillMember } from './check-still-member.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { updateAccountName } from './store/members.ts';

/** Gives the caller's account the name that members and invited people see. */
export async function renameAccount(
  ctx: Context,
  { name }: { readonly name: string },
): Promise<{ readonly accountId: string; readonly name: string }> {
  const { accountId } = sessionOfActor(ctx);
  return await transact(ctx, async (ctx) => {
    await checkStillMember(ctx, 'owner');
    await updateAccountName(ctx, { id: accountId, name });
    const object = { kind: 'account', id: accountId };
    await recordAudit(ctx, { accountId, action: 'account.renamed', object, details: { name } });
    return { accountId, name };
  });
}
