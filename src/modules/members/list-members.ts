import type { Context } from '#context.ts';
import { findAccountMembers, type ShownMember } from '#modules/identity/index.ts';

/** The members of the caller's account, at most a hundred, who has been in it for the longest time first. */
export async function listMembers(ctx: Context): Promise<{ readonly members: ShownMember[] }> {
  return { members: await findAccountMembers(ctx) };
}
