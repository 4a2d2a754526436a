import { Secret, TOTP } from 'otpauth';

/** RFC 4226 recommends 160 bits. */
export const TOTP_SECRET_BYTES = 20;

/** What every app understands; others are ignored by some of them (RFC 6238 names the same). */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Steps before and behind the present one that are taken: clocks differ, and people type slowly. */
const WINDOW_STEPS = 1;

/** A code as people type it: six digits, which apps show in groups. */
const CODE = /^\d{6}$/;

/** The name under which apps list the codes. */
const ISSUER = 'Florin';

interface CodeInput {
  /** In base32, as apps take it. */
  readonly secret: string;
  readonly code: string;
  readonly now: Date;
  /** The step of the last code that was taken, or null. */
  readonly lastUsedStep: number | null;
}

/** The time step of a code that is right now, or undefined. No step up to the last one that was taken is right again. */
export function stepOfCode({ secret, code, now, lastUsedStep }: CodeInput): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!CODE.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...FORM,
    token,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: WINDOW_STEPS,
  });
  if (delta === null) return undefined;
  const step = TOTP.counter({ period: FORM.period, timestamp }) + delta;
  return lastUsedStep !== null && step <= lastUsedStep ? undefined : step;
}

/** Random bytes as the secret that apps take. */
export function totpSecretOf(bytes: Buffer): string {
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
}

/** What a QR code carries, so that an app adds the codes of a person. */
export function totpUri({
  secret,
  account,
}: {
  readonly secret: string;
  readonly account: string;
}): string {
  const totp = new TOTP({
    ...FORM,
    issuer: ISSUER,
    label: account,
    secret: Secret.fromBase32(secret),
  });
  return totp.toString();
}
