import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { hashSecret } from '#kit/secret.ts';
import { intentState, isIntentToken } from './model/link-intent.ts';
import { findIntent, type IntentRow } from './store/intents.ts';

/**
 * The invitation that a token opens. Refuses (404) one that does not exist, and (403) one that was
 * accepted already or is too old.
 */
export async function findOpenIntent(ctx: Context, token: string): Promise<IntentRow> {
  const intent = isIntentToken(token) ? await findIntent(ctx, hashSecret(token)) : undefined;
  if (intent === undefined) throw intentNotFound();
  const state = intentState(intent, ctx.now());
  if (state === 'used') throw intentUsed();
  if (state === 'expired') throw intentExpired();
  return intent;
}

/** 404: a token that opens nothing. */
export function intentNotFound(): Refusal {
  return new Refusal('LINK_INTENT_NOT_FOUND', 404, 'Link intent not found');
}

/** 403: an invitation that somebody has accepted. */
export function intentUsed(): Refusal {
  return new Refusal('LINK_INTENT_USED', 403, 'This link intent has been used');
}

/** 403: an invitation that is too old. */
export function intentExpired(): Refusal {
  const message = 'This link intent has expired; ask the orchestrator for a new one';
  return new Refusal('LINK_INTENT_EXPIRED', 403, message);
}
