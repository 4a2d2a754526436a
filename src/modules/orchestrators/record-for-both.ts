import { accountOf, type Context } from '#context.ts';
import { type AuditDraft, recordAudit } from '#modules/audit/index.ts';

/**
 * Records what concerns a platform and its partner in the logs of both, once where they are one. The
 * log of the one that did not act has the action, and nothing of the person who did it.
 */
export async function recordForBoth(
  ctx: Context,
  {
    accountIds,
    ...draft
  }: Omit<AuditDraft, 'accountId'> & { readonly accountIds: readonly string[] },
): Promise<void> {
  const own = accountOf(ctx);
  for (const accountId of new Set(accountIds)) {
    await recordAudit(ctx, { ...draft, accountId, byOthers: accountId !== own });
  }
}
