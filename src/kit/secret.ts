import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash,
  randomFillSync,
  timingSafeEqual,
} from 'node:crypto';
import { invariant } from './failure.ts';

/** Hands out random bytes; handed in where a run must be repeatable. */
export type RandomSource = (bytes: number) => Buffer;

/** Asking the machine costs the same for one byte as for thousands, and a new link asks twice. */
const PAGE_BYTES = 4096;

/** The machine's secure source of randomness, read a page at a time; nothing that was handed out stays in the page. */
export const systemRandom: RandomSource = pagedRandom(PAGE_BYTES);

function pagedRandom(pageBytes: number): RandomSource {
  const page = Buffer.alloc(pageBytes);
  let used = pageBytes;
  return (bytes) => {
    if (bytes > pageBytes) return randomFillSync(Buffer.alloc(bytes));
    if (used + bytes > pageBytes) {
      randomFillSync(page);
      used = 0;
    }
    const handedOut = page.subarray(used, used + bytes);
    used += bytes;
    const copy = Buffer.from(handedOut);
    handedOut.fill(0);
    return copy;
  };
}

/** The SHA-256 of a secret, which is all that is stored of one. Random secrets need no slow hash. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Compares in a time that does not depend on where two texts differ. */
export function equalSecrets(left: string, right: string): boolean {
  return timingSafeEqual(hashSecret(left), hashSecret(right));
}

/** The HMAC-SHA256 of a text: in lower-case hex, or in base64 with its padding. */
export function signText(secret: string, text: string, as: 'hex' | 'base64' = 'hex'): string {
  return createHmac('sha256', secret).update(text).digest(as);
}

/** What a sealed secret is stored as: which key sealed it, and the sealed bytes. */
export interface Sealed {
  readonly keyVersion: number;
  readonly bytes: Buffer;
}

/** Encrypts what we must be able to read again, such as a webhook secret. */
export interface Vault {
  seal(plain: string): Sealed;
  open(sealed: Sealed): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A vault over one key: AES-256-GCM, with the key derived from `secretKey` by SHA-256.
 * The stored bytes are nonce, tag, ciphertext; the key's version is kept beside them.
 */
export function openVault(secretKey: string, random: RandomSource): Vault {
  const derived = createHash('sha256').update(`florin vault 1\n${secretKey}`).digest();
  // Importing the key once halves what sealing an answer takes.
  const key = createSecretKey(derived);
  return {
    seal: (plain) => {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return { keyVersion: 1, bytes: Buffer.concat([nonce, cipher.getAuthTag(), body]) };
    },
    open: ({ keyVersion, bytes }) => {
      invariant(keyVersion === 1, `there is no key of version ${keyVersion}`);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const plain = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([plain, decipher.final()]).toString('utf8');
    },
  };
}
