import type { Context } from '#context.ts';
import { Bug, Refusal } from '#kit/failure.ts';
import { findOwnClientId } from '#modules/clients/index.ts';
import type { Scope } from './model/recipients.ts';

/**
 * The scope whose endpoints a caller may manage: a client ID's own, or the platform-wide ones of
 * the account of an API key or a session. A session may name one of its account's client IDs.
 *
 * Refuses (403) a client ID that browsers carry, and which is therefore no secret, when nothing
 * comes with it and the installation asks for proof; (404) a client ID that is not the account's;
 * and (400) to name one without a session.
 */
export async function scopeOfActor(ctx: Context, clientId: string | undefined): Promise<Scope> {
  const { actor, settings } = ctx;
  if (actor.kind === 'session') return await scopeOfSession(ctx, actor.accountId, clientId);
  if (clientId !== undefined) throw clientIdInHeader();
  if (actor.kind === 'api_key') return { accountId: actor.accountId, clientIdId: null };
  if (actor.kind !== 'client_id') throw new Bug(`webhooks are not managed by "${actor.kind}"`);
  const isPublic = actor.allowedDomains.length > 0;
  const proven = settings.webhookManagementProof === 'client_id' || actor.provenBy !== undefined;
  if (isPublic && !proven) throw proofRequired();
  return { accountId: actor.accountId, clientIdId: actor.clientIdId };
}

async function scopeOfSession(
  ctx: Context,
  accountId: string,
  clientId: string | undefined,
): Promise<Scope> {
  if (clientId === undefined) return { accountId, clientIdId: null };
  const found = await findOwnClientId(ctx, { accountId, clientId });
  if (found === undefined) throw clientIdNotFound();
  return { accountId, clientIdId: found.id };
}

/** 403: a client ID that browsers carry, where the installation asks for more. */
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
  return new Refusal('invalid_request', 400, {
    message,
    errors: [{ field: 'clientId', message }],
  });
}
