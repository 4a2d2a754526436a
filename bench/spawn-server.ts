import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Far more than a server takes to start, so that one that hangs ends the benchmark. */
const START_TIMEOUT_MS = 120_000;

const Call = z.object({
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
});
const Calls = z.object({
  method: z.enum(['GET', 'POST']),
  /** One of them, or several that the callers take in turn. */
  each: z.tuple([Call], Call),
  /** Whether each call has an `Idempotency-Key` of its own. */
  isNamed: z.boolean().default(false),
});
const ProcessorTime = z.object({ processorUs: z.number() });
const Announced = z.object({ url: z.url(), calls: z.object({ create: Calls, read: Calls }) });

/** What a server reports once it listens: its address, and the calls of each question. */
type Announced = z.infer<typeof Announced>;

/** The same before its defaults are filled in. */
export type AnnouncedInput = z.input<typeof Announced>;

/** A server of `bench/servers` in a process of its own; disposing ends it. */
export interface BenchServer extends Announced, AsyncDisposable {
  /** The processor time that its process has taken so far, of its own and of the system for it. */
  processorUs(): Promise<number>;
}

/** Starts one of `bench/servers` on a database; its log goes to a file, as in production. */
export async function spawnServer(
  name: 'florin' | 'plain',
  databaseUrl: string,
): Promise<BenchServer> {
  const path = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), 'florin-bench-log-'));
  const log = await open(join(folder, 'log'), 'w');
  const child = fork(path, [databaseUrl], { stdio: ['ignore', log.fd, 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await log.close();
    await rm(folder, { recursive: true });
  };
  const processorUs = async () => {
    const answered = once(child, 'message');
    child.send('processor time');
    const [message] = await answered;
    return ProcessorTime.parse(message).processorUs;
  };
  const announced = once(child, 'message', { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
  try {
    const [message] = await Promise.race([announced, ended.then(() => ['ended too soon'])]);
    return { ...Announced.parse(message), processorUs, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
