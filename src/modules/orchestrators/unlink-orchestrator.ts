import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { endLink, type LinkEnded } from './end-link.ts';

/**
 * Ends the link of one of the platform's own client IDs, named by its row: what a platform agreed
 * to, it can end without its partner. Doing so again changes nothing.
 * Refuses (404) a client ID that was never linked or belongs to somebody else.
 */
export async function unlinkOrchestrator(
  ctx: Context,
  { clientIdId }: { readonly clientIdId: string },
): Promise<LinkEnded> {
  return await endLink(ctx, { accountId: accountOf(ctx), clientIdId }, linkNotFound);
}

/** 404: a client ID without a link, or of somebody else. */
export function linkNotFound(): Refusal {
  return new Refusal('link_not_found', 404, 'This client ID is not linked to an orchestrator');
}
