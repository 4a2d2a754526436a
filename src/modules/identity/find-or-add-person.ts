import type { Context } from '#context.ts';
import { addPerson } from './add-person.ts';
import { findFirstMember } from './store/members.ts';

/** The first member of an account; a new person, its owner, where it has none. */
export async function findOrAddPerson(ctx: Context, accountId: string): Promise<string> {
  return (await findFirstMember(ctx, accountId)) ?? (await addPerson(ctx, accountId));
}
