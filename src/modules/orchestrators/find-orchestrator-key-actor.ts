import type { Context } from '#context.ts';
import type { Actor } from '#kit/actor.ts';
import { hashSecret } from '#kit/secret.ts';
import { isUseDue } from '#modules/clients/index.ts';
import { accountBlocked } from '#platform/http/authentication-errors.ts';
import { isOrchestratorKey } from './model/orchestrator-key.ts';
import { findUsableKey, noteKeyUse } from './store/partners.ts';

/** Which partner carries this key, or undefined when it is unknown, expired or revoked. Refuses (403) one of a blocked account. */
export async function findOrchestratorKeyActor(
  ctx: Context,
  raw: string,
): Promise<Extract<Actor, { kind: 'orchestrator_key' }> | undefined> {
  if (!isOrchestratorKey(raw)) return undefined;
  const found = await findUsableKey(ctx, hashSecret(raw));
  if (found === undefined) return undefined;
  if (found.blocked !== null) throw accountBlocked();
  const { keyId, orchestratorId, accountId, lastUsedAt } = found;
  if (isUseDue(lastUsedAt, ctx.now())) await noteKeyUse(ctx, keyId);
  return { kind: 'orchestrator_key', accountId, orchestratorId, orchestratorKeyId: keyId };
}
