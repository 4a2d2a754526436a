import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '#kit/secret.ts';
import { isSandboxSecretKey, loadOrCreateSecretKey } from './secret-key.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the secret key of a sandbox', () => {
  // What it sealed must still open after a restart.
  it('is made once, marked as a sandbox one, and only its owner can read it', async () => {
    const home = join(folder, 'home');
    const key = await loadOrCreateSecretKey(home, systemRandom);
    expect(isSandboxSecretKey(key)).toBe(true);
    expect(await loadOrCreateSecretKey(home, systemRandom)).toBe(key);
    expect((await stat(join(home, 'secret.key'))).mode & 0o777).toBe(0o600);
  });

  it('is one, also when two starts make it at once', async () => {
    const [first, second] = await Promise.all([
      loadOrCreateSecretKey(folder, systemRandom),
      loadOrCreateSecretKey(folder, systemRandom),
    ]);
    expect(second).toBe(first);
  });

  it('is never replaced silently when its file was damaged', async () => {
    await writeFile(join(folder, 'secret.key'), '');
    await expect(loadOrCreateSecretKey(folder, systemRandom)).rejects.toThrow('holds no key');
  });
});
