import { createHash, type KeyObject, verify } from 'node:crypto';

/** Older ones are refused, as the provider's documentation advises; each repetition is signed anew. */
const AGE_MS_MAX = 10 * 60_000;
/** How far the provider's clock may be ahead of ours. */
const AHEAD_MS_MAX = 60_000;
const HEADER = /^t=(\d{1,15}),v0=([A-Za-z0-9+/]+={0,2})$/;

/** A signed callback. */
interface SignedCallback {
  readonly rawBody: Buffer;
  /** `X-Webhook-Signature`, as it came. */
  readonly signature: unknown;
  readonly publicKey: KeyObject;
  readonly now: Date;
}

/**
 * Whether the provider signed these bytes within the last ten minutes. The signature is RSA with SHA-256 over the
 * SHA-256 digest of time and body, so that the text is hashed twice.
 */
export function isSignedCallback({ rawBody, signature, publicKey, now }: SignedCallback): boolean {
  const [, time, base64] = typeof signature === 'string' ? (HEADER.exec(signature) ?? []) : [];
  if (time === undefined || base64 === undefined) return false;
  const ageMs = now.getTime() - Number(time);
  if (ageMs > AGE_MS_MAX || ageMs < -AHEAD_MS_MAX) return false;
  const digest = createHash('sha256').update(`${time}.`).update(rawBody).digest();
  return verify('RSA-SHA256', digest, publicKey, Buffer.from(base64, 'base64'));
}
