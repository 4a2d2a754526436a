import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { World } from './world.ts';

/** A second watcher on the world's database and nodes, in a process of its own. */
export async function spawnWatcher(world: World): Promise<AsyncDisposable> {
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, 'watch'], {
    env: { ...process.env, ...world.settings, FLORIN_HOME: world.home },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const printed: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    ended.then(() => Promise.reject(new Error(Buffer.concat(printed).toString()))),
  ]);
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
