import type { Context } from '#context.ts';
import { clientIdNotFound } from './link-client-id.ts';
import { orchestratorOfActor } from './orchestrator-of-actor.ts';
import { findLink } from './store/links.ts';

/** A client ID that the calling partner may act for. */
export interface PartnerLink {
  /** The row of the client ID. */
  readonly clientIdId: string;
  /** The public `cli_...` text. */
  readonly clientId: string;
  /** The platform's account. */
  readonly accountId: string;
}

/**
 * The active link of the calling partner to a client ID, named by its public text. Refuses (404) one
 * that is not linked to it now, of any account.
 */
export async function findPartnerLink(ctx: Context, clientId: string): Promise<PartnerLink> {
  const { orchestratorId } = orchestratorOfActor(ctx);
  const link = await findLink(ctx, { orchestratorId, clientId });
  if (link === undefined || link.revokedAt !== null) throw clientIdNotFound();
  return { clientIdId: link.clientIdId, clientId, accountId: link.accountId };
}
