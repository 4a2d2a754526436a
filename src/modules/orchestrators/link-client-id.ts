import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { findOwnClientId, setOrchestrator } from '#modules/clients/index.ts';
import { transact } from '#platform/db/transact.ts';
import { newLink, type ShownLink, showLink } from './model/shown-link.ts';
import { orchestratorOfActor } from './orchestrator-of-actor.ts';
import { insertLink } from './store/links.ts';

/**
 * Links a client ID of the partner's own account to it. From then on the partner's key makes links
 * with it, and the client ID alone does not.
 *
 * Refuses (404) a client ID of anybody else just like one that does not exist: a client ID is
 * public, so a link without its owner's consent would let any partner lock the owner out. Refuses
 * (403) one that is not active, and (409) one that has or had a link.
 */
export async function linkClientId(
  ctx: Context,
  input: { readonly clientId: string },
): Promise<{ readonly link: ShownLink; readonly alreadyLinked: false }> {
  const { orchestratorId, accountId } = orchestratorOfActor(ctx);
  const found = await findOwnClientId(ctx, { accountId, clientId: input.clientId });
  if (found === undefined) throw clientIdNotFound();
  const parts = { orchestratorId, accountId, clientIdId: found.id, ...input };
  const link = newLink(
    { ...parts, id: ctx.newOrderedId(), kyt: null, kytChosenBy: 'platform' },
    ctx.now(),
  );
  await transact(ctx, async (ctx) => {
    if (!(await insertLink(ctx, { ...link, linkIntentId: null }))) throw clientIdAlreadyLinked();
    // Throwing undoes the link as well.
    if (!(await setOrchestrator(ctx, { clientIdId: found.id, orchestratorId }))) {
      throw clientIdNotActive();
    }
    await recordAudit(ctx, {
      accountId,
      action: 'client_id.linked',
      object: { kind: 'client_id', id: found.id },
      details: { clientId: input.clientId, orchestratorId, linkId: link.id },
    });
  });
  return { link: showLink(link), alreadyLinked: false };
}

/** 404: a client ID that does not exist, belongs to somebody else, or is not linked to the caller. */
export function clientIdNotFound(): Refusal {
  return new Refusal('client_id_not_found', 404, 'Client ID not found');
}

/** 403: a client ID that was switched off or revoked. */
export function clientIdNotActive(): Refusal {
  return new Refusal('client_id_not_active', 403, 'This client ID is not active');
}

/** 409: a client ID that has a link or had one. */
export function clientIdAlreadyLinked(): Refusal {
  const message = 'This client ID has been linked before; a client ID is linked once for good';
  return new Refusal('client_id_already_linked', 409, message);
}
