import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { insertAccount } from './store/logins.ts';

/** Opens an account: what owns keys, client IDs, destinations and payments. */
export async function createAccount(
  ctx: Context,
  account: { readonly name: string },
): Promise<{ readonly id: string }> {
  const id = ctx.newOrderedId();
  await transact(ctx, async (ctx) => {
    await insertAccount(ctx, { id, name: account.name, created_at: ctx.now() });
    await recordAudit(ctx, {
      accountId: id,
      action: 'account.created',
      object: { kind: 'account', id },
    });
  });
  return { id };
}
