import type { Context } from '#context.ts';
import { endLink, type LinkEnded } from './end-link.ts';
import { clientIdNotFound } from './link-client-id.ts';
import { orchestratorOfActor } from './orchestrator-of-actor.ts';

/**
 * Ends the partner's link to a client ID, named by its public text; doing so again changes nothing.
 * Refuses (404) a client ID that is not linked to this partner and never was.
 */
export async function unlinkClientId(
  ctx: Context,
  { clientId }: { readonly clientId: string },
): Promise<LinkEnded> {
  const { orchestratorId } = orchestratorOfActor(ctx);
  return await endLink(ctx, { orchestratorId, clientId }, clientIdNotFound);
}
