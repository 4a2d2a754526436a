import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { findLinkScreening } from '#modules/orchestrators/index.ts';

/**
 * Refuses who may not ask for money with these credentials: (403) a client ID that was linked to a
 * partner and comes without that partner's key, (400) a pair whose plan screens payers, because to
 * let them through unscreened would ignore the plan.
 */
export async function checkCreator(ctx: Context): Promise<void> {
  const { actor } = ctx;
  if (actor.kind === 'client_id' && actor.linkedTo !== undefined) throw clientIdLinked();
  if (actor.kind !== 'orchestrator_pair') return;
  const screening = await findLinkScreening(ctx, actor.clientIdId);
  if (screening === 'required') throw screeningNotSupported();
}

/** 400: a pair whose plan screens payers. */
export function screeningNotSupported(): Refusal {
  const message =
    'The link of this client ID to its orchestrator asks for screening, which is not supported yet';
  return new Refusal('screening_not_supported', 400, message);
}

/** 403: a client ID that was linked to a partner, without that partner's key. */
export function clientIdLinked(): Refusal {
  const message =
    'This client ID is linked to an orchestrator, which alone creates payments with it';
  return new Refusal('client_id_linked', 403, message);
}
