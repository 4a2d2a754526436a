import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { elapsedMs } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';
import { hashSources } from './hash-sources.ts';

/** Where the sources of the pages and their builds are. */
export const ROOT: string = fileURLToPath(new URL('../../../', import.meta.url));

/** What a build is made of, and how. */
interface KeptBuild<Built> {
  /** Its folder below `dist`, and its name in messages. */
  readonly name: string;
  /** Files and folders that it is made from; the lockfile stands for the libraries in it. */
  readonly sources: readonly string[];
  /** Whether a file below `sources` is one of its own. */
  readonly isSource: (path: string) => boolean;
  /** What a build holds beside what its sources say; one of another format is made again. */
  readonly format: string;
  readonly build: (folder: string) => Promise<void>;
  /** What is in a folder, where it is a whole build. */
  readonly read: (folder: string) => Promise<Built | undefined>;
  readonly log: Log;
}

/** Another process may still be loading a build that is younger than this. */
const OLD_BUILD_MS = 10 * 60_000;

/**
 * A build, made now if its sources changed since the last time. A shipped image has no sources, and its
 * one build is taken as it is.
 */
export async function keepBuild<Built>(kept: KeptBuild<Built>): Promise<Built> {
  const builds = join(ROOT, 'dist', kept.name);
  const hash = await hashSources({
    ...kept,
    root: ROOT,
    paths: kept.sources,
    memory: join(ROOT, 'dist/sources', kept.name),
  });
  const folder = hash === undefined ? await findShipped(builds) : join(builds, hash);
  const known = await kept.read(folder);
  if (known !== undefined) return known;

  const begin = elapsedMs();
  await buildOnce(kept, folder);
  kept.log.info({ ms: Math.round(elapsedMs() - begin), pages: kept.name }, 'built the pages');
  const built = await kept.read(folder);
  if (built === undefined) throw new Outage('The pages could not be built.');
  await removeOldBuilds(builds, folder);
  return built;
}

/** Builds under way in this process: two hosts that start together share one. */
const underWay = new Map<string, Promise<void>>();

function buildOnce(kept: KeptBuild<unknown>, folder: string): Promise<void> {
  const building = underWay.get(folder) ?? buildWhole(kept, folder);
  underWay.set(folder, building);
  return building.finally(() => underWay.delete(folder));
}

/** Nobody finds half of a build: it gets its name when it is whole. */
async function buildWhole({ build, read }: KeptBuild<unknown>, folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await build(unfinished);
  await mkdir(join(folder, '..'), { recursive: true });
  await rename(unfinished, folder).catch(async (error: unknown) => {
    // Another process built the same sources at the same time; either build will do.
    await rm(unfinished, { recursive: true, force: true });
    if ((await read(folder)) === undefined) throw error;
  });
}

async function findShipped(builds: string): Promise<string> {
  const names = (await readdir(builds).catch(ifMissing)) ?? [];
  const [name] = names;
  if (name === undefined)
    throw new Outage(`There are no pages in ${builds} and nothing to build them from.`);
  return join(builds, name);
}

async function removeOldBuilds(builds: string, kept: string): Promise<void> {
  for (const name of await readdir(builds)) {
    const folder = join(builds, name);
    const age = await stat(folder).catch(ifMissing);
    // Wall-clock ages of files, not of ours: a build of tomorrow is simply kept.
    const old = age !== undefined && performance.timeOrigin - age.mtimeMs > OLD_BUILD_MS;
    if (folder !== kept && old) await rm(folder, { recursive: true, force: true });
  }
}

/** What is not there is an answer here; every other failure is one. */
export function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
