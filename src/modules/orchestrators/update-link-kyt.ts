import { accountOf, type Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { transact } from '#platform/db/transact.ts';
import { type KytProvider, planOfChoice, writePlan } from './model/kyt-plan.ts';
import { type ShownPlatformLink, showPlatformLink } from './model/shown-link.ts';
import { recordForBoth } from './record-for-both.ts';
import { findLink, updateOwnKyt } from './store/links.ts';
import { findOrchestratorAccount } from './store/partners.ts';
import { linkNotFound } from './unlink-orchestrator.ts';

/**
 * Changes who screens the wallets that pay through a linked client ID of the caller's.
 *
 * Refuses (404) a client ID that is not linked or belongs to somebody else, and (403) one whose
 * screening its partner has set.
 */
export async function updateLinkKyt(
  ctx: Context,
  input: { readonly clientIdId: string; readonly provider: KytProvider | null },
): Promise<{ readonly link: ShownPlatformLink }> {
  const key = { accountId: accountOf(ctx), clientIdId: input.clientIdId };
  return await transact(ctx, async (ctx) => {
    const found = await findLink(ctx, key);
    if (found === undefined || found.revokedAt !== null) throw linkNotFound();
    if (found.kytChosenBy !== 'platform') throw kytNotYours();
    const kyt = writePlan(planOfChoice(input.provider));
    // It was active a moment ago, so only its end can have come between.
    if (!(await updateOwnKyt(ctx, { linkId: found.id, kyt }))) throw linkNotFound();
    const { clientId, clientIdId, orchestratorId } = found;
    await recordForBoth(ctx, {
      accountIds: [found.accountId, await findOrchestratorAccount(ctx, orchestratorId)],
      action: 'client_id.screening_changed',
      object: { kind: 'client_id', id: clientIdId },
      details: { clientId, orchestratorId, linkId: found.id, provider: input.provider },
    });
    return { link: showPlatformLink({ ...found, kyt, updatedAt: ctx.now() }) };
  });
}

/** 403: a screening that the partner has set. */
export function kytNotYours(): Refusal {
  const message = 'The orchestrator has set the screening of this client ID';
  return new Refusal('kyt_set_by_orchestrator', 403, message);
}
