import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAdministration } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { deleteAccountBlock, findAccountWithBlock } from './store/administration.ts';
import { accountNotFound } from './view-account.ts';

/**
 * Ends the block of an account: its sessions and keys that are not over work again. Refuses (404) an account that is not
 * there, and (409) one that is not blocked.
 */
export async function unblockAccount(
  ctx: Context,
  { id }: { readonly id: string },
): Promise<{ readonly success: true }> {
  await transact(ctx, async (ctx) => {
    if ((await findAccountWithBlock(ctx, id)) === undefined) throw accountNotFound();
    if (!(await deleteAccountBlock(ctx, id))) throw accountNotBlocked();
    await recordAdministration(ctx, {
      accountId: id,
      action: 'account.unblocked',
      object: { kind: 'account', id },
    });
  });
  return { success: true };
}

/** 409: nothing is changed. */
export function accountNotBlocked(): Refusal {
  return new Refusal('account_not_blocked', 409, 'This account is not blocked');
}
