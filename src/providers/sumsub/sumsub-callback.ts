import { createHash } from 'node:crypto';
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
import { Callback, callbackTime, statusOf } from './sumsub-shapes.ts';

/** The last repetition comes some 24 hours after the event; those of two days may be late. */
const AGE_MAX_MS = 48 * 3_600_000;

/** The documented algorithms but for SHA-1, which is refused. */
const ALGORITHMS = {
  HMAC_SHA256_HEX: 'sha256',
  HMAC_SHA512_HEX: 'sha512',
} as const;

/** Verifies and reads a callback of Sumsub: the HMAC of the raw body, in `X-Payload-Digest`. */
export function parseSumsubCallback(
  request: CallbackRequest,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: Clock },
): IdentityCallback | undefined {
  const digest = headerOf(request, 'x-payload-digest');
  const named = headerOf(request, 'x-payload-digest-alg') ?? 'HMAC_SHA256_HEX';
  const algorithm = new Map<string, 'sha256' | 'sha512'>(Object.entries(ALGORITHMS)).get(named);
  if (digest === undefined || algorithm === undefined) throw callbackNotVerified();
  const bytes = request.rawBody;
  if (!isSignedByAny(secrets, digest, { algorithm, bytes })) throw callbackNotVerified();
  const body = parseJsonBody(request);
  if (typeof body !== 'object' || body === null) throw unreadableCallback();
  // Of companies, transactions and others: nothing that was started here.
  if (!('externalUserId' in body)) return undefined;
  const { data } = Callback.safeParse(body);
  const at = data && callbackTime(data.createdAtMs);
  if (data === undefined || at === undefined) throw unreadableCallback();
  refuseStale(at, { now: now(), ageMaxMs: AGE_MAX_MS });
  return {
    // The service gives its events no id of their own; a repetition has the same bytes.
    eventId: createHash('sha256').update(bytes).digest('hex'),
    reference: data.externalUserId,
    userRef: data.externalUserId,
    status: statusOf(data),
    reasons: data.reviewResult?.rejectLabels ?? [],
    at,
  };
}
