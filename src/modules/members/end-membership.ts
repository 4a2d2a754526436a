import type { Context } from '#context.ts';
import type { Role } from '#kit/role.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { sessionOfActor } from '#modules/identity/index.ts';
import { type Ended, endCredentials } from './end-credentials.ts';

/** A membership of the caller's account that has just ended, with its sessions. */
interface EndedMembership {
  readonly personId: string;
  readonly from: Role;
  readonly endedSessions: number;
  readonly action: 'member.removed' | 'member.left';
}

/** Ends what else goes with a membership, and records it; in the transaction that ended it. */
export async function endMembership(
  ctx: Context,
  { personId, from, endedSessions, action }: EndedMembership,
): Promise<{ readonly ended: Ended }> {
  const { accountId } = sessionOfActor(ctx);
  const lost = { losesKeys: true, losesInvitations: true };
  const others = await endCredentials(ctx, { accountId, personId, ...lost });
  const ended = { sessions: endedSessions, ...others };
  await recordAudit(ctx, {
    accountId,
    action,
    object: { kind: 'member', id: personId },
    details: { role: from, ended },
  });
  return { ended };
}
