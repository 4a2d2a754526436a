import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { elapsedMs } from '#kit/clock.ts';

/** How the workers of a soak deliver. */
export interface Pace {
  readonly timeoutMs: number;
  readonly delaysMs: readonly number[];
  readonly leaseSlackMs: number;
}

/** The resident memory of a worker at a moment of the soak. */
interface MemorySample {
  readonly atMs: number;
  readonly bytes: number;
}

/** One worker in a process of its own. */
export interface Worker {
  readonly name: string;
  readonly memory: readonly MemorySample[];
  /** Everything it has printed: warnings and errors only. */
  output(): string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Signals it to stop; returns whether it ended well, and how long that took. */
  stop(): Promise<{ readonly well: boolean; readonly tookMs: number }>;
}

/** Starts a worker and waits until it listens. */
export async function startWorker(
  name: string,
  parts: Pace & { readonly databaseUrl: string },
): Promise<Worker> {
  const path = fileURLToPath(new URL('./soak-worker.ts', import.meta.url));
  const child = fork(path, [JSON.stringify({ ...parts, name })], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const printed: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
  const output = () => Buffer.concat(printed).toString();
  const memory: MemorySample[] = [];
  child.on('message', (message) => {
    if (typeof message === 'number') memory.push({ atMs: elapsedMs(), bytes: message });
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await Promise.race([
    new Promise<void>((resolve) => {
      child.on('message', (message) => message === 'ready' && resolve());
    }),
    ended.then(() => Promise.reject(new Error(`worker ${name} did not start:\n${output()}`))),
  ]);
  return {
    name,
    memory,
    output,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      const start = elapsedMs();
      child.kill('SIGTERM');
      return { well: (await ended) === 0, tookMs: elapsedMs() - start };
    },
  };
}
