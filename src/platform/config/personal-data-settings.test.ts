import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '#kit/secret.ts';
import { loadConfig } from './load.ts';
import { isSandboxDataKey, loadOrCreateDataKeys } from './personal-data-settings.ts';

const text = (seed: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, i) => (i * 7 + seed) % 256)).toString('base64');
const sandboxText = Buffer.concat([Buffer.from('sandbox-'), systemRandom(24)]).toString('base64');

/** What is said of the setting with this value; undefined where it is taken. */
function problemOf(value: string, more: Record<string, string> = { FLORIN_MODE: 'sandbox' }) {
  const loaded = loadConfig({ ...more, PERSONAL_DATA_KEYS: value }, ['base']);
  if (loaded.ok) return undefined;
  return loaded.problems.find(({ setting }) => setting === 'PERSONAL_DATA_KEYS');
}

describe('the keys for personal data', () => {
  it('are read with their versions', () => {
    const loaded = loadConfig(
      { FLORIN_MODE: 'sandbox', PERSONAL_DATA_KEYS: `12:${text(1)}, 3:${text(2)}` },
      ['base'],
    );
    expect(loaded.ok && loaded.config.personalDataKeys).toEqual([
      { version: 12, bytes: Buffer.from(text(1), 'base64') },
      { version: 3, bytes: Buffer.from(text(2), 'base64') },
    ]);
  });

  it.each([
    [text(1), 'must be versions'],
    [`0:${text(1)}`, 'must be versions'],
    [`01:${text(1)}`, 'must be versions'],
    [`32768:${text(1)}`, 'must be versions'],
    [`1:${text(1)},`, 'must be versions'],
    [`1:${text(1).slice(0, 40)}`, 'must be versions'],
    ['1:not base64 at all, though long enough to be one', 'must be versions'],
    [`1:${text(1)},1:${text(2)}`, 'must have each version and each key once'],
    [`1:${text(1)},2:${text(1)}`, 'must have each version and each key once'],
    [`1:${Buffer.alloc(32, 5).toString('base64')}`, 'must be random'],
  ])('are refused as %s, and never printed', (value, problem) => {
    expect(problemOf(value)).toMatchObject({
      problem: expect.stringContaining(problem),
      value: '(hidden)',
    });
  });

  it('of a sandbox are refused in production', () => {
    expect(problemOf(`1:${sandboxText}`)).toBeUndefined();
    expect(problemOf(`1:${sandboxText}`, { FLORIN_MODE: 'production' })).toMatchObject({
      problem: 'has the key of a sandbox: make another one',
      value: '(hidden)',
    });
    expect(problemOf(`1:${text(1)}`, { FLORIN_MODE: 'production' })).toBeUndefined();
  });
});

describe('the keys of a sandbox', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'florin-data-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are made once, by starts at the same time too, and only their owner can read them', async () => {
    const [first, second] = await Promise.all([
      loadOrCreateDataKeys(folder, systemRandom),
      loadOrCreateDataKeys(folder, systemRandom),
    ]);
    expect(second).toEqual(first);
    expect(first.map(isSandboxDataKey)).toEqual([true]);
    expect((await stat(join(folder, 'personal-data.keys'))).mode & 0o777).toBe(0o600);
  });

  it('are never replaced silently when their file was damaged', async () => {
    await writeFile(join(folder, 'personal-data.keys'), '1:short');
    await expect(loadOrCreateDataKeys(folder, systemRandom)).rejects.toThrow('must be versions');
  });
});
