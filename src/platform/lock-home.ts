import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Refusal } from '#kit/failure.ts';
import { startOf } from './process-table.ts';

const Holder = z.object({ pid: z.number(), startedAt: z.string() });
type Holder = z.infer<typeof Holder>;

/** More takeovers than this cannot happen by accident: another process keeps taking the lock. */
const TRIES_MAX = 5;

/**
 * Takes a data folder, made where it is missing, for this process and returns how to release it. A
 * second Florin on the same folder is refused with a message; the lock of a killed one is taken over.
 *
 * `lockIn` is another folder for the lock file. Processes of other machines or containers
 * that share the folder are not seen.
 */
export async function lockHome(
  home: string,
  options: { readonly lockIn?: string } = {},
): Promise<() => Promise<void>> {
  const folder = options.lockIn ?? home;
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const path = join(folder, 'florin.lock');
  const draft = `${path}.${process.pid}`;
  const own: Holder = { pid: process.pid, startedAt: (await startOf(process.pid)) ?? '' };
  await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      // A hard link appears atomically, so no process reads an incomplete lock.
      if (await linked(draft, path)) return () => rm(path, { force: true });
      const text = await readFile(path, 'utf8').catch(() => undefined);
      if (text === undefined) continue;
      await refuseLiving(text, home);
      await removeStale(path, text);
    }
    throw taken(home, undefined);
  } finally {
    await rm(draft, { force: true });
  }
}

async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function refuseLiving(text: string, home: string): Promise<void> {
  const holder = Holder.safeParse(parseJson(text));
  // What cannot be read is no lock of ours: a disk that filled up, or a hand that edited it.
  if (!holder.success) return;
  const running = await startOf(holder.data.pid);
  if (running === holder.data.startedAt) throw taken(home, holder.data.pid);
}

/** Two starts may find the same stale lock; the one that moved a fresh lock by mistake restores it. */
async function removeStale(path: string, stale: string): Promise<void> {
  const aside = `${path}.stale.${process.pid}`;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if ((await readFile(aside, 'utf8')) !== stale) await linked(aside, path);
  await rm(aside, { force: true });
}

function taken(home: string, pid: number | undefined): Refusal {
  const who = pid === undefined ? 'Another Florin' : `Another Florin (process ${pid})`;
  return new Refusal(
    'home_taken',
    409,
    `${who} already runs on the data folder ${home}: stop it, or choose another folder with FLORIN_HOME.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
