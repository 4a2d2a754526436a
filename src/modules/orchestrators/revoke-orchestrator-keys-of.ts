import type { Context } from '#context.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { findLiveKeysBy, lockOrchestrator, revokeKey } from './store/partners.ts';

/** Ends the keys of an account's partner that a person made, in the caller's transaction, and returns how many worked. */
export async function revokeOrchestratorKeysOf(
  ctx: Context,
  made: { readonly accountId: string; readonly personId: string },
): Promise<number> {
  const { accountId } = made;
  // A rotation that came first has written its key by now, and one that comes later asks who may still rotate.
  await lockOrchestrator(ctx, accountId);
  const keys = await findLiveKeysBy(ctx, made);
  for (const { id, orchestratorId, prefix } of keys) {
    await revokeKey(ctx, { orchestratorId, keyId: id });
    await recordAudit(ctx, {
      accountId,
      action: 'orchestrator_key.revoked',
      object: { kind: 'orchestrator_key', id },
      details: { keyPrefix: prefix },
    });
  }
  return keys.length;
}
