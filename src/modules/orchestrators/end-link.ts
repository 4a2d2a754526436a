import type { Context } from '#context.ts';
import { invariant, type Refusal } from '#kit/failure.ts';
import { setOrchestrator, switchOffClientId } from '#modules/clients/index.ts';
import { transact } from '#platform/db/transact.ts';
import { type ShownLink, showLink } from './model/shown-link.ts';
import { recordForBoth } from './record-for-both.ts';
import { findLink, type LinkKey, revokeLink } from './store/links.ts';
import { findOrchestratorAccount } from './store/partners.ts';

/** What both sides are answered when a link ends. */
export interface LinkEnded {
  readonly link: ShownLink;
  readonly wasAlreadyRevoked: boolean;
}

/**
 * Ends a link for one of its sides: the partner no longer acts for the client ID. One of
 * the partner's own account acts alone again; a platform's is switched off, as another account knows
 * it, until its owner switches it on. Payment links created in that time still name the partner.
 */
export async function endLink(
  ctx: Context,
  key: LinkKey,
  notFound: () => Refusal,
): Promise<LinkEnded> {
  return await transact(ctx, async (ctx) => {
    const found = await findLink(ctx, key);
    if (found === undefined) throw notFound();
    const ended = await revokeLink(ctx, found.id);
    if (ended) {
      // False for a client ID that was revoked meanwhile: it acts for no account any more.
      await setOrchestrator(ctx, { clientIdId: found.clientIdId, orchestratorId: null });
      const { accountId, clientId, clientIdId, orchestratorId } = found;
      const partnerAccount = await findOrchestratorAccount(ctx, orchestratorId);
      // The partner still knows it, and alone it would make links by itself again.
      if (partnerAccount !== accountId) await switchOffClientId(ctx, clientIdId);
      await recordForBoth(ctx, {
        accountIds: [accountId, partnerAccount],
        action: 'client_id.unlinked',
        object: { kind: 'client_id', id: clientIdId },
        details: { clientId, orchestratorId, linkId: found.id },
      });
    }
    const link = await findLink(ctx, key);
    invariant(link !== undefined, 'a link that ended is still there');
    return { link: showLink(link), wasAlreadyRevoked: !ended };
  });
}
