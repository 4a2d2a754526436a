import type { Context } from '#context.ts';
import { type AuditDraft, recordAudit } from './record-audit.ts';

/** Whose log holds what is done to the installation as a whole; a migration made it. */
const INSTALLATION_ID = '0'.repeat(26);

/**
 * Records what an operator did. What an administrator did by the API stands in the log of the account without who it
 * was, and with it in that of the installation.
 */
export async function recordAdministration(ctx: Context, draft: AuditDraft): Promise<void> {
  const { accountId, details } = draft;
  const isOfAccount = accountId !== INSTALLATION_ID;
  const byAdministrator = ctx.actor.kind === 'session';
  await recordAudit(ctx, { ...draft, byOthers: byAdministrator && isOfAccount });
  if (!byAdministrator || !isOfAccount) return;
  await recordAudit(ctx, {
    ...draft,
    accountId: INSTALLATION_ID,
    details: { ...details, accountId },
  });
}
