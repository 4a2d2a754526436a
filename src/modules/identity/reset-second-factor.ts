import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { emailKeyOf } from './model/email-key.ts';
import { findEmailLogin } from './store/logins.ts';
import { deletePendingSignInsOf } from './store/pending-sign-ins.ts';
import {
  deleteFactors,
  findSecondFactors,
  lockPerson,
  replaceCodes,
} from './store/second-factors.ts';
import { endPasswordSessions } from './store/sessions.ts';

/** What an operator's reset has removed. */
interface ResetSecondFactor {
  readonly accountId: string;
  readonly removed: number;
  readonly sessionsEnded: number;
}

/**
 * Removes every second factor of the person with this email address, and their recovery codes, and ends what their password opened: for
 * an operator, once it is certain who asks. Refuses (404) an address that nobody registered.
 */
export async function resetSecondFactor(ctx: Context, email: string): Promise<ResetSecondFactor> {
  const login = await findEmailLogin(ctx, emailKeyOf(email));
  if (login === undefined) {
    throw new Refusal('email_not_found', 404, `Nobody has registered ${email}`);
  }
  const { accountId, personId } = login;
  return await transact(ctx, async (ctx) => {
    await lockPerson(ctx, personId);
    const removed = (await findSecondFactors(ctx, personId)).length;
    await deleteFactors(ctx, { personId });
    await replaceCodes(ctx, { personId, hashes: [] });
    await deletePendingSignInsOf(ctx, personId);
    const ended = await endPasswordSessions(ctx, personId);
    for (const session of ended) {
      const object = { kind: 'session', id: session.id };
      await recordAudit(ctx, { accountId: session.accountId, action: 'session.ended', object });
    }
    await recordAudit(ctx, {
      accountId,
      action: 'second_factor.reset',
      object: { kind: 'person', id: personId },
      details: { removed },
    });
    return { accountId, removed, sessionsEnded: ended.length };
  });
}
