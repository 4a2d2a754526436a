import type { Context } from '#context.ts';
import { personOf } from '#kit/actor.ts';
import { type AuditDraft, recordAudit } from './record-audit.ts';

/** Whose log holds what is done to the installation as a whole; a migration made it. */
export const INSTALLATION_ID = '0'.repeat(26);

/**
 * Records what an operator or an administrator did, in the log of the account without which administrator it was, and with
 * it in that of the installation: by the person too, as sessions are pruned.
 */
export async function recordAdministration(ctx: Context, draft: AuditDraft): Promise<void> {
  const { accountId, details } = draft;
  const isOfAccount = accountId !== INSTALLATION_ID;
  const personId = personOf(ctx.actor);
  if (isOfAccount) await recordAudit(ctx, { ...draft, byOthers: personId !== null });
  await recordAudit(ctx, {
    ...draft,
    accountId: INSTALLATION_ID,
    details: {
      ...details,
      ...(isOfAccount && { accountId }),
      ...(personId !== null && { personId }),
    },
  });
}
