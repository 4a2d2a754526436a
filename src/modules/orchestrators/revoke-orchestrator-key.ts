import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type ShownKey, showKey } from './model/shown-orchestrator.ts';
import { findKey, findOrchestrator, revokeKey } from './store/partners.ts';

/**
 * Ends a key of the caller's for good, also the one it calls with; revoking it again changes
 * nothing. Refuses (404) a key that does not exist or belongs to somebody else.
 */
export async function revokeOrchestratorKey(
  ctx: Context,
  { id: keyId }: { readonly id: string },
): Promise<{ readonly key: ShownKey }> {
  const accountId = accountOf(ctx);
  return await transact(ctx, async (ctx) => {
    const partner = await findOrchestrator(ctx, accountId);
    if (partner === undefined) throw keyNotFound();
    const named = { orchestratorId: partner.id, keyId };
    const revoked = await revokeKey(ctx, named);
    const key = revoked ?? (await findKey(ctx, named));
    if (key === undefined) throw keyNotFound();
    if (revoked !== undefined) {
      await recordAudit(ctx, {
        accountId,
        action: 'orchestrator_key.revoked',
        object: { kind: 'orchestrator_key', id: keyId },
        details: { keyPrefix: key.prefix },
      });
    }
    return { key: showKey(key, ctx.now()) };
  });
}

/** 404: a key that does not exist, or is another's. */
export function keyNotFound(): Refusal {
  return new Refusal('orchestrator_key_not_found', 404, 'Orchestrator key not found');
}
