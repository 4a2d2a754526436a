import { type Context, isPublicCaller, isRestrictedCaller } from '#context.ts';
import { Refusal } from '#kit/failure.ts';

/**
 * Refuses (403) a caller that does not prove that the account itself changes where its money goes: a
 * client ID with allowed domains, which every visitor of a page has, and one that is linked to a partner,
 * who has it too, unless an API key or the session of a wallet of the account comes with it.
 */
export function checkAccountCalls(ctx: Pick<Context, 'actor'>): void {
  if (isPublicCaller(ctx) || isLinkedAlone(ctx)) throw proofRequired();
}

/** Refuses (403) to show destinations to a public client ID in production, as it reads nothing of its account. */
export function checkAccountReads(ctx: Pick<Context, 'actor' | 'settings'>): void {
  if (isRestrictedCaller(ctx) || isLinkedAlone(ctx)) throw proofRequired();
}

function isLinkedAlone({ actor }: Pick<Context, 'actor'>): boolean {
  return actor.kind === 'client_id' && actor.linkedTo !== undefined && actor.provenBy === undefined;
}

/** 403: a client ID that others have, without a proof of its account. */
export function proofRequired(): Refusal {
  const message =
    "This client ID is public or linked to an orchestrator, and the payee's signature does not speak for the account: send an x-api-key or the session of a wallet of its account with it";
  return new Refusal('proof_required', 403, message);
}
