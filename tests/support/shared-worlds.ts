import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { z } from 'zod';
import { readSandboxFile } from '../../src/sandbox/sandbox-file.ts';
import { addDiagnosis, summarizeOutput } from './diagnosis.ts';
import { atFileEnd } from './file-end.ts';
import type { TestServer } from './test-server.ts';
import type { ReachedWorld, World } from './world.ts';
import { type Lent, openWorldPool, type WorldSettings } from './world-pool.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test file asks for a world, and finds where it is. */
    sharedWorlds: string;
  }
}

/** Between two polls of a worker that waits for an answer. */
const POLL_MS = 50;
/** Between two polls for what is asked: they go on during the whole run, in which files ask some hundred times. */
const SERVE_MS = 250;

const Settings = z.record(z.string(), z.string());

const Started = z.union([
  z.object({
    home: z.string(),
    databaseUrl: z.string(),
    settings: z.record(z.string(), z.string()),
  }),
  z.object({ failure: z.string() }),
]);

/** Worlds that are started as test files ask for them. */
interface SharedWorlds {
  /** What workers receive, to find them. */
  readonly folder: string;
  /** Ends them all. */
  end(): Promise<void>;
}

/** How long a world waits for another file: as long as it costs what starting it again would. */
const IDLE_MS = 45_000;

/** Starts a world for each file that asks for one while all of its settings are lent; a file has its world to itself. */
export async function openSharedWorlds(server: TestServer): Promise<SharedWorlds> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-worlds-'));
  const ended = new AbortController();
  const pool = openWorldPool<World>({
    // Loaded here: most runs want no world and should not wait for what one is made of.
    start: async (settings) => (await import('./world.ts')).startWorld(settings, server),
    stop: async (world) => await world[Symbol.asyncDispose](),
    idleMs: IDLE_MS,
  });
  const lent = new Map<string, Promise<Lent<World> | undefined>>();
  const lend = async (file: string): Promise<Lent<World> | undefined> => {
    let world: Lent<World> | undefined;
    let started: z.infer<typeof Started>;
    try {
      world = await pool.lend(Settings.parse(JSON.parse(await take(join(folder, file, 'wanted')))));
      const { home, databaseUrl, settings } = world.world;
      started = { home, databaseUrl, settings };
    } catch (error) {
      started = { failure: error instanceof Error ? error.message : String(error) };
    }
    // A file that ended meanwhile has no folder any more.
    await writeWhole(join(folder, file, 'started'), JSON.stringify(started)).catch(ifGone);
    return world;
  };
  const takeBack = async (file: string): Promise<void> => {
    if (!(await readdir(join(folder, file))).includes('given-back')) return;
    await take(join(folder, file, 'given-back'));
    const world = lent.get(file)?.then(async (one) => {
      lent.delete(file);
      one?.giveBack();
    });
    // What still starts is given back later; nobody waits for that.
    await Promise.race([world, wait(0)]);
    await rm(join(folder, file), { recursive: true });
  };
  const serve = async (file: string): Promise<void> => {
    const asked = await readdir(join(folder, file));
    if (asked.includes('wanted') && !lent.has(file)) lent.set(file, lend(file));
    if (!asked.includes('output-wanted')) return;
    await take(join(folder, file, 'output-wanted'));
    const output = (await lent.get(file))?.world.output() ?? '';
    await writeWhole(join(folder, file, 'output'), summarizeOutput(output));
  };
  const serving = (async () => {
    while (!ended.signal.aborted) {
      // Before anything is lent, so that the next file gets what the last one had.
      for (const file of await readdir(folder)) await takeBack(file);
      for (const file of await readdir(folder)) await serve(file);
      await wait(SERVE_MS);
    }
  })();
  return {
    folder,
    end: async () => {
      ended.abort();
      await serving;
      await Promise.all(lent.values());
      await pool.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A world of these settings that this file has to itself until it ends, with an account and a payee that no other file has: for
 * a file that ends no process. The payer is that of the sandbox, so what earlier files paid and allowed stands on
 * the chain.
 */
export async function sharedWorld(settings: WorldSettings = {}): Promise<ReachedWorld> {
  const folder = await mkdtemp(join(inject('sharedWorlds'), 'file-'));
  await writeWhole(join(folder, 'wanted'), JSON.stringify(settings));
  atFileEnd(() => writeWhole(join(folder, 'given-back'), ''));
  addDiagnosis('what the shared product printed', async () => {
    await rm(join(folder, 'output'), { force: true });
    await writeWhole(join(folder, 'output-wanted'), '');
    return await readWhenWritten(join(folder, 'output'));
  });
  return await reach(Started.parse(JSON.parse(await readWhenWritten(join(folder, 'started')))));
}

function ifGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Reads a file and removes it. */
async function take(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  await rm(path);
  return text;
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
