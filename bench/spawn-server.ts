import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Far more than a server takes to start, so that one that hangs ends the benchmark. */
const START_TIMEOUT_MS = 30_000;

const Call = z.object({
  method: z.enum(['GET', 'POST']),
  /** One of them, or several that the callers take in turn. */
  paths: z.tuple([z.string()], z.string()),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
});
const Announced = z.object({ url: z.url(), calls: z.object({ create: Call, read: Call }) });

/** What a server reports once it listens: its address, and the calls of each question. */
export type Announced = z.infer<typeof Announced>;

/** A server of `bench/servers` in a process of its own; disposing ends it. */
export type BenchServer = Announced & AsyncDisposable;

/** Starts one of `bench/servers` on a database. */
export async function spawnServer(
  name: 'florin' | 'plain',
  databaseUrl: string,
): Promise<BenchServer> {
  const path = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  const child = fork(path, [databaseUrl], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const announced = once(child, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  try {
    const [message] = await Promise.race([announced, ended.then(() => ['ended too soon'])]);
    return { ...Announced.parse(message), [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
