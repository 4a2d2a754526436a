import type { Context } from '#context.ts';
import { insertMember, insertPerson } from './store/members.ts';

/** Adds a person, who owns an account. */
export async function addPerson(ctx: Context, accountId: string): Promise<string> {
  const personId = ctx.newId();
  await insertPerson(ctx, { id: personId, created_at: ctx.now() });
  const role = 'owner';
  await insertMember(ctx, { accountId, personId, role });
  return personId;
}
