import type { Context } from '#context.ts';
import { findLink } from './store/links.ts';
import { findOrchestrator } from './store/partners.ts';

/** A client ID for which the partner of an account acts. */
interface LinkedClientId {
  readonly orchestratorId: string;
  /** The row of the client ID. */
  readonly clientIdId: string;
  /** The platform's account. */
  readonly accountId: string;
}

/** The client ID with this text that is linked to the partner of an account now; undefined where there is none. */
export async function findLinkedClientId(
  ctx: Context,
  { accountId, clientId }: { readonly accountId: string; readonly clientId: string },
): Promise<LinkedClientId | undefined> {
  const partner = await findOrchestrator(ctx, accountId);
  if (partner === undefined) return undefined;
  const link = await findLink(ctx, { orchestratorId: partner.id, clientId });
  if (link === undefined || link.revokedAt !== null) return undefined;
  const { clientIdId, accountId: platformId } = link;
  return { orchestratorId: partner.id, clientIdId, accountId: platformId };
}
