import type { Context } from '#context.ts';
import { hashSecret } from '#kit/secret.ts';
import { makeOrchestratorKey, shownKeyPrefix } from './model/orchestrator-key.ts';
import type { KeyInput } from './model/shown-orchestrator.ts';
import { insertKey } from './store/partners.ts';

/** Makes and stores a key. Its text is answered this once and kept nowhere. */
export async function generateKey(
  ctx: Context,
  orchestratorId: string,
): Promise<{ readonly key: KeyInput; readonly rawKey: string }> {
  const rawKey = makeOrchestratorKey(ctx.settings.mode, ctx.random);
  const key: KeyInput = {
    id: ctx.newOrderedId(),
    orchestratorId,
    prefix: shownKeyPrefix(rawKey),
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
  };
  await insertKey(ctx, { key, keyHash: hashSecret(rawKey) });
  return { key, rawKey };
}
