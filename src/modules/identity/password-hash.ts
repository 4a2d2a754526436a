import { hash, verify } from '@node-rs/argon2';
import type { RandomSource } from '#kit/secret.ts';

/** OWASP's parameters for argon2id, which is the library's default: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const SALT_BYTES = 16;

/** The hash of a random password, with the same cost, for checks of an unknown address. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$hQvOppZpYI8NlT6L5PlDPA$QQuoRPX2jmBdNAUHpBf2Gs/usdBjlQ4N6giYPbM8dfY';

/** What is kept of a password. Takes some 50 ms by design. */
export async function hashPassword(password: string, random: RandomSource): Promise<string> {
  return await hash(normalOf(password), { ...COST, salt: random(SALT_BYTES) });
}

/**
 * Whether a password is the one behind a hash. Without a hash it takes as long and returns false,
 * so that nobody learns who is registered.
 */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  const matches = await verify(kept ?? NOBODYS_HASH, normalOf(password));
  return matches && kept !== undefined;
}

/** Keyboards write the same letter in two ways. */
function normalOf(password: string): string {
  return password.normalize('NFC');
}
