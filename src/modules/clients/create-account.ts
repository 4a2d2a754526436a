import type { Context } from '#context.ts';
import { insertAccount } from './store.ts';

/** Opens an account: what owns keys, client IDs, destinations and payments. */
export async function createAccount(
  ctx: Context,
  account: { readonly name: string },
): Promise<{ readonly id: string }> {
  const id = ctx.newId();
  await insertAccount(ctx, { id, name: account.name, created_at: ctx.now() });
  return { id };
}
