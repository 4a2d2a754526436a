import type { Context } from '#context.ts';
import { Bug, Refusal, refuseField } from '#kit/failure.ts';
import { findOwnClientId } from '#modules/clients/index.ts';
import { orchestratorOfActor } from '#modules/orchestrators/index.ts';
import type { Holder, Reach } from './model/holder.ts';

/**
 * For whom a caller registers and tests endpoints: a client ID for itself, a partner for itself, an
 * API key or a session for the whole platform; a session that acts as a partner for that. A session may name one of its
 * account's client IDs.
 *
 * Refuses (403) a client ID that browsers carry, and which is therefore no secret, when no proof
 * comes with it and the installation requires one; (404) a client ID that is not the account's;
 * and (400) to name one without a session.
 */
export async function scopeOfActor(ctx: Context, clientId: string | undefined): Promise<Holder> {
  const { actor, settings } = ctx;
  if (actor.kind === 'session' && actor.orchestratorId === undefined) {
    return await scopeOfSession(ctx, actor.accountId, clientId);
  }
  if (clientId !== undefined) throw clientIdInHeader();
  if (actor.kind === 'api_key') return platformOf(actor.accountId);
  if (actor.kind === 'orchestrator_key' || actor.kind === 'session') {
    const { orchestratorId, accountId } = orchestratorOfActor(ctx);
    return { accountId, clientIdId: null, orchestratorId };
  }
  if (actor.kind !== 'client_id') throw new Bug(`webhooks are not managed by "${actor.kind}"`);
  const isPublic = actor.allowedDomains.length > 0;
  const proven = settings.webhookManagementProof === 'client_id' || actor.provenBy !== undefined;
  if (isPublic && !proven) throw proofRequired();
  return { ...platformOf(actor.accountId), clientIdId: actor.clientIdId };
}

/**
 * The endpoints that a caller may manage one by one: those of its scope, and for a session every
 * one of its account that is no partner's, unless it acts as that. Refuses as `scopeOfActor` does.
 */
export async function reachOfActor(ctx: Context): Promise<Reach> {
  const { actor } = ctx;
  if (actor.kind === 'session' && actor.orchestratorId === undefined) {
    return { accountId: actor.accountId, everyScope: true };
  }
  return await scopeOfActor(ctx, undefined);
}

function platformOf(accountId: string): Holder {
  return { accountId, clientIdId: null, orchestratorId: null };
}

async function scopeOfSession(
  ctx: Context,
  accountId: string,
  clientId: string | undefined,
): Promise<Holder> {
  if (clientId === undefined) return platformOf(accountId);
  const found = await findOwnClientId(ctx, { accountId, clientId });
  if (found === undefined) throw clientIdNotFound();
  return { ...platformOf(accountId), clientIdId: found.id };
}

/** 403: a client ID that browsers carry, where the installation requires a proof. */
export function proofRequired(): Refusal {
  const message =
    'A client ID with allowed domains is public; send an x-api-key or a session of its account with it';
  return new Refusal('proof_required', 403, message);
}

/** 404: a client ID that this account does not have. */
export function clientIdNotFound(): Refusal {
  return new Refusal('client_id_not_found', 404, 'This account has no such client ID');
}

/** 400: the name of a scope where the credential is the scope. */
export function clientIdInHeader(): Refusal {
  const message = 'clientId goes with a session only; send the client ID as x-client-id';
  return refuseField('clientId', message);
}
