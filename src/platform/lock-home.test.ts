import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockHome } from './lock-home.ts';
import { startOf } from './process-table.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'florin-lock-'));
});
afterEach(() => rm(home, { recursive: true }));

describe('locking a data folder', () => {
  it('refuses a second Florin and names the first', async () => {
    const unlock = await lockHome(home);
    await expect(lockHome(home)).rejects.toThrow(
      `Another Florin (process ${process.pid}) already runs on the data folder ${home}`,
    );
    await unlock();
    await (await lockHome(home))();
    expect(await readdir(home)).toEqual([]);
  });

  it('is taken over from one that was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const pid = child.pid ?? 0;
    const startedAt = await startOf(pid);
    await writeFile(join(home, 'florin.lock'), JSON.stringify({ pid, startedAt }));
    await expect(lockHome(home)).rejects.toThrow(`process ${pid}`);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    await (await lockHome(home))();
  });

  // In a container, the Florin of every start has the same number.
  it('is taken over when the number now belongs to another process', async () => {
    const holder = { pid: process.pid, startedAt: 'another time' };
    await writeFile(join(home, 'florin.lock'), JSON.stringify(holder));
    await (await lockHome(home))();
  });

  it('is taken over when it cannot be read', async () => {
    await writeFile(join(home, 'florin.lock'), '{"pid":');
    const unlock = await lockHome(home);
    expect(await readFile(join(home, 'florin.lock'), 'utf8')).toContain(`${process.pid}`);
    await unlock();
  });
});
