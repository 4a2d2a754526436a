import type { Context } from '#context.ts';
import { listCredentialsMadeBy, type MadeCredentials } from '#modules/clients/index.ts';
import {
  findMember,
  listAccountSessions,
  type ShownMember,
  sessionOfActor,
} from '#modules/identity/index.ts';
import { listOrchestratorKeysMadeBy, type MadeKey } from '#modules/orchestrators/index.ts';

/** A member, and what would end with the membership or stay. */
interface MemberView extends MadeCredentials {
  readonly member: ShownMember;
  /** How many live sessions of this account there are, at most a hundred. */
  readonly sessions: number;
  readonly orchestratorKeys: MadeKey[];
}

/**
 * One member of the caller's account, with the sessions and the working keys that end when the member is removed, and the client IDs that do not.
 * Refuses (404) who is not in it.
 */
export async function viewMember(
  ctx: Context,
  { personId }: { readonly personId: string },
): Promise<MemberView> {
  const { accountId } = sessionOfActor(ctx);
  const member = await findMember(ctx, personId);
  const made = { accountId, personId };
  const sessions = await listAccountSessions(ctx, accountId, { personId });
  return {
    member,
    sessions: sessions.length,
    ...(await listCredentialsMadeBy(ctx, made)),
    orchestratorKeys: await listOrchestratorKeysMadeBy(ctx, made),
  };
}
