import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from '#kit/failure.ts';
import type { CallbackRequest } from './callback-request.ts';

/** Clocks of two machines differ by less. */
const AHEAD_MAX_MS = 5 * 60_000;

/** The one value of a header; undefined where there is none, or several. */
export function headerOf({ headers }: CallbackRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Whether a hexadecimal digest is the HMAC of these bytes by one of the secrets, compared in constant time. */
export function isSignedByAny(
  secrets: readonly string[],
  digest: string,
  { algorithm, bytes }: { readonly algorithm: 'sha256' | 'sha512'; readonly bytes: Buffer },
): boolean {
  const found = Buffer.from(digest, 'hex');
  // All are compared, so that the time does not tell which one it was.
  const matches = secrets.map((secret) => {
    const expected = createHmac(algorithm, secret).update(bytes).digest();
    return found.length === expected.length && timingSafeEqual(found, expected);
  });
  return found.toString('hex') === digest.toLowerCase() && matches.includes(true);
}

/** Whether a text is one of the secrets, compared in constant time. */
export function isOneOf(secrets: readonly string[], text: string | undefined): boolean {
  const found = digestOf(text ?? '');
  // All are compared, so that the time does not tell which one it was.
  const matches = secrets.map((secret) => timingSafeEqual(found, digestOf(secret)));
  return text !== undefined && matches.includes(true);
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Refuses (400) what was sent too long ago, or is dated ahead of our clock. */
export function refuseStale(
  sentAt: Date,
  { now, ageMaxMs }: { readonly now: Date; readonly ageMaxMs: number },
): void {
  const ageMs = now.getTime() - sentAt.getTime();
  if (ageMs <= ageMaxMs && ageMs >= -AHEAD_MAX_MS) return;
  throw new Refusal('callback_too_old', 400, 'The callback is too old, or is dated in the future');
}

/** 400: a signed callback of another shape than the provider documents. */
export function unreadableCallback(): Refusal {
  return new Refusal(
    'invalid_callback',
    400,
    'The callback has another shape than the provider documents',
  );
}

/** Hexadecimal addresses in lower case, as vendors write them in any; others as they are. Each once. */
export function uniqueAddresses(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses.map((text) => (text.startsWith('0x') ? text.toLowerCase() : text)))];
}

/** The JSON of a body; undefined for what is none. */
export function parseJsonBody({ rawBody }: CallbackRequest): unknown {
  return parseJsonText(rawBody.toString('utf8'));
}

/** As above, of a text. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
