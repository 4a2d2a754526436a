import type { Context } from '#context.ts';
import type { Actor } from '#kit/actor.ts';
import { refuseField } from '#kit/failure.ts';
import { findOwnClientId } from '#modules/clients/index.ts';
import { clientIdNotFound, findLinkedClientId } from '#modules/orchestrators/index.ts';

/** What the fees of a payment depend on, beside the payment. */
export interface FeeScope {
  /** The partner that creates it, and the client ID that it acts for. */
  readonly pair: { readonly orchestratorId: string; readonly clientIdId: string } | undefined;
  /** The fee of the client ID itself. */
  readonly defaultFee: { readonly percentage: string; readonly address: string } | undefined;
}

/** The scope of what the actor itself creates. */
export function scopeOfActor(actor: Actor): FeeScope {
  return {
    pair: actor.kind === 'orchestrator_pair' ? actor : undefined,
    defaultFee: 'defaultFee' in actor ? actor.defaultFee : undefined,
  };
}

/**
 * The scope of what a client ID creates that a person names: one of the account, or one that is linked to the partner
 * that the account is. Refuses (404) any other, and (400) whoever is no session, as a program sends its client ID.
 */
export async function scopeOfClientId(ctx: Context, clientId: string): Promise<FeeScope> {
  const { actor } = ctx;
  if (actor.kind !== 'session') throw clientIdNeedsSession();
  const { accountId } = actor;
  const own = await findOwnClientId(ctx, { accountId, clientId });
  if (own !== undefined) {
    const { id, orchestratorId, defaultFee } = own;
    const pair = orchestratorId === null ? undefined : { orchestratorId, clientIdId: id };
    return { pair, defaultFee };
  }
  const linked = await findLinkedClientId(ctx, { accountId, clientId });
  if (linked === undefined) throw clientIdNotFound();
  const platform = await findOwnClientId(ctx, { accountId: linked.accountId, clientId });
  return { pair: linked, defaultFee: platform?.defaultFee };
}

/** 400: a program that names a client ID in the body. */
export function clientIdNeedsSession() {
  const message = 'clientId is for sessions; send the header x-client-id in its place';
  return refuseField('clientId', message);
}
