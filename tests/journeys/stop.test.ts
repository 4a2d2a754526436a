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
  // Florin ends after 5 s with code 1 whatever still runs, and a machine full of other tests may need
  // longer for that once. A second signal that is not understood ends it with code 130 each time.
  it('that npm passes on a second time still stops everything in order', { retry: 2 }, async () => {
    const sandbox = await spawnSandbox({ home });
    process.kill(sandbox.pid, 'SIGINT');
    process.kill(sandbox.pid, 'SIGTERM');
    expect(await sandbox.stop()).toBe(0);
    // A node removes its pid file only when it was stopped, not when it lost its parent.
    const left = await readdir(join(home, 'nodes'));
    expect(left.filter((file) => file.endsWith('.pid'))).toEqual([]);
  });
});
