import type { Context } from '#context.ts';
import { hashSecret } from '#kit/secret.ts';
import type { Actor } from '#platform/http/actor.ts';
import { isOrchestratorKey } from './model/orchestrator-key.ts';
import { findUsableKey } from './store.ts';

/** Which partner carries this key, or undefined when it is unknown, expired or revoked. */
export async function findOrchestratorKeyActor(
  ctx: Context,
  raw: string,
): Promise<Extract<Actor, { kind: 'orchestrator_key' }> | undefined> {
  if (!isOrchestratorKey(raw)) return undefined;
  const found = await findUsableKey(ctx, hashSecret(raw));
  if (found === undefined) return undefined;
  return {
    kind: 'orchestrator_key',
    accountId: found.accountId,
    orchestratorId: found.orchestratorId,
    orchestratorKeyId: found.keyId,
  };
}
