import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { checkStillMember } from '#modules/identity/index.ts';
import { transact } from '#platform/db/transact.ts';
import { generateKey } from './generate-key.ts';
import { LIVE_KEYS_MAX } from './model/orchestrator-key.ts';
import { type ShownKey, showKey } from './model/shown-orchestrator.ts';
import { countLiveKeys, endKeys, lockOrchestrator } from './store/partners.ts';
import { orchestratorNotFound } from './view-orchestrator.ts';

const SECOND_MS = 1000;

/**
 * Makes a new key, which is returned only here, and lets the others end after the overlap: a server
 * that still uses the old one keeps working until then. No overlap ends them at once.
 *
 * Refuses (404) an account that is no partner, and (409) an overlap while the one before lasts:
 * a third key would have to end one of two before its announced end.
 */
export async function rotateOrchestratorKey(
  ctx: Context,
  { overlapSeconds }: { readonly overlapSeconds: number },
): Promise<{ readonly key: ShownKey; readonly rawKey: string }> {
  const accountId = accountOf(ctx);
  return await transact(ctx, async (ctx) => {
    // First, as whoever removes a member locks in this order.
    await checkStillMember(ctx, 'developer');
    const orchestratorId = await lockOrchestrator(ctx, accountId);
    if (orchestratorId === undefined) throw orchestratorNotFound();
    const live = await countLiveKeys(ctx, orchestratorId);
    if (overlapSeconds > 0 && live >= LIVE_KEYS_MAX) throw tooManyKeys();
    const end = new Date(ctx.now().getTime() + overlapSeconds * SECOND_MS);
    await endKeys(ctx, orchestratorId, end);
    const { key, rawKey } = await generateKey(ctx, orchestratorId);
    await recordAudit(ctx, {
      accountId,
      action: 'orchestrator_key.rotated',
      object: { kind: 'orchestrator_key', id: key.id },
      details: { overlapSeconds, keyPrefix: key.prefix },
    });
    return { key: showKey(key, ctx.now()), rawKey };
  });
}

/** 409: a rotation while two keys work. */
export function tooManyKeys(): Refusal {
  const message =
    'Two keys work already; wait until the older one ends, revoke it, or rotate with overlapSeconds 0';
  return new Refusal('too_many_keys', 409, message);
}
