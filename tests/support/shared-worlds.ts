import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { z } from 'zod';
import { readSandboxFile } from '../../src/sandbox/sandbox-file.ts';
import { addDiagnosis, summarizeOutput } from './diagnosis.ts';
import type { TestServer } from './test-server.ts';
import type { ReachedWorld, World } from './world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where workers leave word that they want a world, and find where it is. */
    sharedWorlds: string;
  }
}

/** Between two polls for a wish or for a world. */
const POLL_MS = 50;

const Started = z.union([
  z.object({
    home: z.string(),
    databaseUrl: z.string(),
    settings: z.record(z.string(), z.string()),
  }),
  z.object({ failure: z.string() }),
]);

/** Worlds that are started as workers ask for them. */
interface SharedWorlds {
  /** What workers are told, to find them. */
  readonly folder: string;
  /** Ends them all. */
  end(): Promise<void>;
}

/**
 * Starts a world for each worker that asks for one, at its first wish. A worker runs one file at a time,
 * so a file has its world to itself while it runs.
 */
export async function openSharedWorlds(server: TestServer): Promise<SharedWorlds> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-worlds-'));
  const ended = new AbortController();
  const worlds = new Map<string, Promise<World | undefined>>();
  const start = async (worker: string): Promise<World | undefined> => {
    let world: World | undefined;
    let started: z.infer<typeof Started>;
    try {
      // Loaded here: most runs want no world and should not wait for what one is made of.
      const { startWorld } = await import('./world.ts');
      world = await startWorld({}, server);
      const { home, databaseUrl, settings } = world;
      started = { home, databaseUrl, settings };
    } catch (error) {
      started = { failure: error instanceof Error ? error.message : String(error) };
    }
    await writeWhole(join(folder, `${worker}.started`), JSON.stringify(started));
    return world;
  };
  const writeOutput = async (worker: string): Promise<void> => {
    await rm(join(folder, `${worker}.output-wanted`));
    const output = (await worlds.get(worker))?.output() ?? '';
    await writeWhole(join(folder, `${worker}.output`), summarizeOutput(output));
  };
  const watching = (async () => {
    while (!ended.signal.aborted) {
      for (const name of await readdir(folder)) {
        const worker = /^(\d+)\.wanted$/.exec(name)?.[1];
        if (worker !== undefined && !worlds.has(worker)) worlds.set(worker, start(worker));
        const asking = /^(\d+)\.output-wanted$/.exec(name)?.[1];
        if (asking !== undefined) await writeOutput(asking);
      }
      await wait(POLL_MS);
    }
  })();
  return {
    folder,
    end: async () => {
      ended.abort();
      await watching;
      for (const world of await Promise.all(worlds.values())) {
        await world?.[Symbol.asyncDispose]();
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The world of this worker, with an account and a payee that no other file has: for a file that ends no process and changes no
 * setting. The payer is that of the sandbox, so what earlier files paid and allowed stands on the chain.
 */
export async function sharedWorld(): Promise<ReachedWorld> {
  const at = join(inject('sharedWorlds'), env['VITEST_POOL_ID'] ?? '1');
  await writeFile(`${at}.wanted`, '');
  addDiagnosis('what the shared product printed', async () => {
    await rm(`${at}.output`, { force: true });
    await writeFile(`${at}.output-wanted`, '');
    return await readWhenWritten(`${at}.output`);
  });
  return await reach(Started.parse(JSON.parse(await readWhenWritten(`${at}.started`))));
}

async function readWhenWritten(path: string): Promise<string> {
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
    await wait(POLL_MS);
  }
}

/** By rename, so that nobody reads half of it. */
async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.writing`, text);
  await rename(`${path}.writing`, path);
}

async function reach(started: z.infer<typeof Started>): Promise<ReachedWorld> {
  if ('failure' in started) throw new Error(started.failure);
  const sandbox = await readSandboxFile(started.home);
  if (sandbox === undefined) throw new Error(`there is no sandbox in ${started.home}`);
  const { reachWorld } = await import('./world.ts');
  const { openAccount } = await import('./own-account.ts');
  return reachWorld(await openAccount(started.databaseUrl, sandbox), started);
}
