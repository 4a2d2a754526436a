import type { Context } from '#context.ts';
import { findApiKeyActor, findClientId } from '#modules/clients/index.ts';
import { findSession } from '#modules/identity/index.ts';
import { findOrchestratorKeyActor } from '#modules/orchestrators/index.ts';
import type { CredentialLookups } from '#platform/http/credentials.ts';

/** How authentication resolves credentials through the modules: one function for each kind. */
export function credentialLookups(ctx: Context): CredentialLookups {
  return {
    apiKey: (raw) => findApiKeyActor(ctx, raw),
    clientId: (raw) => findClientId(ctx, raw),
    session: (raw) => findSession(ctx, raw),
    orchestratorKey: (raw) => findOrchestratorKeyActor(ctx, raw),
  };
}
