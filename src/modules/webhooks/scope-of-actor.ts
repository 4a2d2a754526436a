import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import type { Scope } from './model/recipients.ts';

/**
 * The scope whose endpoints a caller may manage: a client ID's own, or the platform-wide ones of an
 * API key's account.
 *
 * Refuses (403) a client ID that browsers carry, and which is therefore no secret, when nothing
 * comes with it and the installation asks for proof.
 */
export function scopeOfActor({ actor, settings }: Context): Scope {
  if (actor.kind === 'api_key') return { accountId: actor.accountId, clientIdId: null };
  if (actor.kind !== 'client_id') {
    throw new Refusal('not_allowed', 403, 'Webhooks are managed with an API key or a client ID');
  }
  const isPublic = actor.allowedDomains.length > 0;
  const proven = settings.webhookManagementProof === 'client_id' || actor.provenBy !== undefined;
  if (isPublic && !proven) throw proofRequired();
  return { accountId: actor.accountId, clientIdId: actor.clientIdId };
}

/** 403: a client ID that browsers carry, where the installation asks for more. */
export function proofRequired(): Refusal {
  const message =
    'A client ID with allowed domains is public; send an x-api-key of its account with it';
  return new Refusal('proof_required', 403, message);
}
