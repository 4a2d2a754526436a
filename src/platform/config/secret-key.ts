import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '#kit/failure.ts';
import type { RandomSource } from '#kit/secret.ts';

/** Fewer than 32 characters cannot hold the 128 bits of randomness that the encryption needs. */
export const SECRET_KEY_CHARACTERS_MIN = 32;

/** Marks a key that a sandbox made, so that production can refuse it. */
const SANDBOX_PREFIX = 'sandbox-';
const KEY_BYTES = 32;
const FILE_NAME = 'secret.key';

/** Whether a key was made by a sandbox. */
export function isSandboxSecretKey(key: string): boolean {
  return key.startsWith(SANDBOX_PREFIX);
}

/**
 * The key of a sandbox, stored in its data folder in a file that only its owner can read; created
 * at the first start.
 */
export async function loadOrCreateSecretKey(home: string, random: RandomSource): Promise<string> {
  const path = join(home, FILE_NAME);
  const stored = await readKey(path);
  if (stored !== undefined) return stored;
  await mkdir(home, { recursive: true, mode: 0o711 });
  const key = `${SANDBOX_PREFIX}${random(KEY_BYTES).toString('hex')}`;
  const draft = `${path}.${random(8).toString('hex')}`;
  await writeFile(draft, `${key}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
    return key;
  } catch (error) {
    // Another process created the file first; values that it encrypted need its key.
    const made = await readKey(path);
    if (made === undefined) throw error;
    return made;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readKey(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  const key = text.trim();
  if (key.length >= SECRET_KEY_CHARACTERS_MIN) return key;
  throw new Refusal(
    'broken_secret_key',
    409,
    `${path} holds no key of at least ${SECRET_KEY_CHARACTERS_MIN} characters: restore it, or start again with \`npm run reset\`.`,
  );
}
