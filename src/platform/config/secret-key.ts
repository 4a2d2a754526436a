import { Refusal } from '#kit/failure.ts';
import type { RandomSource } from '#kit/secret.ts';
import { loadOrCreateKeyFile } from './key-file.ts';

/** Fewer than 32 characters cannot hold the 128 bits of randomness that the encryption needs. */
export const SECRET_KEY_CHARACTERS_MIN = 32;

/** Marks a key that a sandbox made, so that production can refuse it. */
const SANDBOX_PREFIX = 'sandbox-';
const KEY_BYTES = 32;

/** Whether a key was made by a sandbox. */
export function isSandboxSecretKey(key: string): boolean {
  return key.startsWith(SANDBOX_PREFIX);
}

/**
 * The key of a sandbox, stored in its data folder in a file that only its owner can read; created
 * at the first start.
 */
export function loadOrCreateSecretKey(home: string, random: RandomSource): Promise<string> {
  return loadOrCreateKeyFile({
    home,
    name: 'secret.key',
    make: () => `${SANDBOX_PREFIX}${random(KEY_BYTES).toString('hex')}`,
    read: (key, path) => {
      if (key.length >= SECRET_KEY_CHARACTERS_MIN) return key;
      throw new Refusal(
        'broken_secret_key',
        409,
        `${path} holds no key of at least ${SECRET_KEY_CHARACTERS_MIN} characters: restore it, or start again with \`npm run reset\`.`,
      );
    },
  });
}
