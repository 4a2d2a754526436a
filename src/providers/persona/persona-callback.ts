import type { Clock } from '#kit/clock.ts';
import { callbackNotVerified } from '#platform/http/callback-not-verified.ts';
import {
  headerOf,
  isSignedByAny,
  parseJsonBody,
  refuseStale,
  unreadableCallback,
} from '../callback-checks.ts';
import type { CallbackRequest } from '../callback-request.ts';
import type { IdentityCallback } from '../identity-provider.ts';
import { Event, EventInquiry, statusOf } from './persona-shapes.ts';

/** Each repetition is signed anew; what comes later is read by the background job anyway. */
const AGE_MAX_MS = 10 * 60_000;
/** Two while a secret is being replaced. */
const PAIRS_MAX = 2;
const PAIR = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** Verifies and reads a callback of Persona: `t=<seconds>,v1=<HMAC of t.body>`, in `Persona-Signature`. */
export function parsePersonaCallback(
  request: CallbackRequest,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: Clock },
): IdentityCallback | undefined {
  const pairs = headerOf(request, 'persona-signature')?.split(' ') ?? [];
  if (pairs.length > PAIRS_MAX) throw callbackNotVerified();
  const signedAt = pairs.map((pair) => timeOfSigned(pair, request, secrets)).find(Boolean);
  if (signedAt === undefined) throw callbackNotVerified();
  refuseStale(signedAt, { now: now(), ageMaxMs: AGE_MAX_MS });
  const { data: event } = Event.safeParse(parseJsonBody(request));
  if (event === undefined) throw unreadableCallback();
  const { id: eventId, attributes } = event.data;
  if (!attributes.name.startsWith('inquiry.')) return undefined;
  const { data: inquiry } = EventInquiry.safeParse(attributes.payload.data);
  if (inquiry === undefined) throw unreadableCallback();
  const { status, 'reference-id': userRef } = inquiry.attributes;
  // One that somebody made by hand there.
  if (userRef === undefined || userRef === null || userRef === '') return undefined;
  return {
    eventId,
    reference: inquiry.id,
    userRef,
    status: statusOf(status),
    reasons: [],
    at: attributes['created-at'],
  };
}

/** When a pair was signed; undefined where its signature is not by one of the secrets. */
function timeOfSigned(
  pair: string,
  { rawBody }: CallbackRequest,
  secrets: readonly string[],
): Date | undefined {
  const [, seconds = '', digest = ''] = PAIR.exec(pair) ?? [];
  const bytes = Buffer.concat([Buffer.from(`${seconds}.`), rawBody]);
  const isSigned = digest !== '' && isSignedByAny(secrets, digest, { algorithm: 'sha256', bytes });
  return isSigned ? new Date(Number(seconds) * 1_000) : undefined;
}
