import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnSandbox } from '../../src/sandbox/spawn-sandbox.ts';

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-stop-'));
});

afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

describe('a Ctrl-C', () => {
  it('that npm passes on a second time still stops everything in order', async () => {
    expect(await stopTwice()).toBe(0);
    // A node removes its pid file only when it was stopped, not when it lost its parent.
    const left = await readdir(join(home, 'nodes'));
    expect(left.filter((file) => file.endsWith('.pid'))).toEqual([]);
  });
});

/**
 * Starts a sandbox and stops it by two signals; its exit code. Florin ends after 5 s whatever still runs, and is killed after 10 s:
 * where a machine full of other tests needed that long, it proves nothing and is done again.
 */
async function stopTwice(): Promise<number | null> {
  for (;;) {
    const sandbox = await spawnSandbox({ home });
    process.kill(sandbox.pid, 'SIGINT');
    process.kill(sandbox.pid, 'SIGTERM');
    const code = await sandbox.stop();
    const isLate = code === null || sandbox.output().includes('Stopping took too long');
    if (!isLate) return code;
  }
}
