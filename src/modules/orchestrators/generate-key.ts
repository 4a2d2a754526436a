import type { Context } from '#context.ts';
import { personOf } from '#kit/actor.ts';
import { Refusal } from '#kit/failure.ts';
import { hashSecret } from '#kit/secret.ts';
import { checkStillMember } from '#modules/identity/index.ts';
import { makeOrchestratorKey, shownKeyPrefix } from './model/orchestrator-key.ts';
import type { KeyInput } from './model/shown-orchestrator.ts';
import { findKey, insertKey } from './store/partners.ts';

/**
 * Makes and stores a key. Its text is answered this once and kept nowhere. One that a partner makes with another key is made by who made
 * that, so that it ends with the same membership. Refuses (403) somebody who may make none by now.
 */
export async function generateKey(
  ctx: Context,
  orchestratorId: string,
): Promise<{ readonly key: KeyInput; readonly rawKey: string }> {
  await checkStillMember(ctx, 'developer');
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
    createdBy: await findMaker(ctx, orchestratorId),
  };
  await insertKey(ctx, { key, keyHash: hashSecret(rawKey) });
  return { key, rawKey };
}

async function findMaker(ctx: Context, orchestratorId: string): Promise<string | null> {
  const { actor } = ctx;
  if (actor.kind !== 'orchestrator_key') return personOf(actor);
  const key = await findKey(ctx, { orchestratorId, keyId: actor.orchestratorKeyId });
  if (key === undefined || key.revokedAt !== null) throw keyEnded();
  return key.createdBy;
}

/** 401: a key that was revoked since the call was let in. */
function keyEnded(): Refusal {
  return new Refusal('invalid_credentials', 401, 'The x-orchestrator-key was revoked');
}
