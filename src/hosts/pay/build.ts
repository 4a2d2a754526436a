import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { elapsedMs } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import type { Log } from '#platform/log.ts';

/** The folder of a built page, and under which paths its first files are served. */
export interface BuiltPage {
  /** Has `assets/` for browsers, `compressed/` with the same files compressed, and `server.js` for this process. */
  readonly folder: string;
  readonly script: string;
  readonly style: string;
  readonly icon: string;
}

/** The finished pages: the pay page, and the others beside it. */
export interface PageBuild extends BuiltPage {
  readonly onboarding: BuiltPage;
  readonly recurring: BuiltPage;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BUILDS = join(ROOT, 'dist', 'pay');
const ICON_SOURCE = 'web/pay/icon.svg';

/** The folders of the pages beside the pay page, in the build's folder and in `web`. */
const BESIDE = ['onboarding', 'recurring'] as const;

/** Everything that the page is made from; the lockfile stands for the libraries in it. */
const SOURCES = ['web', 'vite.config.ts', 'package-lock.json'] as const;

/** What a build holds beside what its sources say; a build of another format is made again. */
const FORMAT = 'compressed assets';

/** Another process may still be loading a build that is younger than this. */
const OLD_BUILD_MS = 10 * 60_000;

/**
 * The built pages, built now if their sources changed since the last time; that takes about two
 * seconds. A shipped image has no sources, and its one build is taken as it is.
 */
export async function ensurePageBuild({ log }: { readonly log: Log }): Promise<PageBuild> {
  const hash = await hashSources();
  const folder = hash === undefined ? await findShipped() : join(BUILDS, hash);
  const known = await readBuild(folder);
  if (known !== undefined) return known;

  const begin = elapsedMs();
  await buildOnce(folder);
  log.info({ ms: Math.round(elapsedMs() - begin) }, 'built the pages');
  const built = await readBuild(folder);
  if (built === undefined) throw new Outage('The pages could not be built.');
  await removeOldBuilds(folder);
  return built;
}

/** Builds under way in this process: two hosts that start together share one. */
const underWay = new Map<string, Promise<void>>();

function buildOnce(folder: string): Promise<void> {
  const building = underWay.get(folder) ?? build(folder);
  underWay.set(folder, building);
  return building.finally(() => underWay.delete(folder));
}

async function build(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  // Each page is a build of its own, so that what one of them needs never weighs on the other.
  await buildPage(unfinished, 'web/pay');
  for (const name of BESIDE) await buildPage(join(unfinished, name), `web/${name}`);
  await mkdir(BUILDS, { recursive: true });
  await rename(unfinished, folder).catch(async (error: unknown) => {
    // Another process built the same sources at the same time; either build will do.
    await rm(unfinished, { recursive: true, force: true });
    if ((await readBuild(folder)) === undefined) throw error;
  });
}

/** What later parts of the pay page share: one file for the controller, and one for other networks, where the builder would make one for each. */
const OUTPUT = {
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'controller', test: /web\/pay\/(finality|memory|settled)\.ts$/ },
      { name: 'client', test: /web\/api\/client\.ts$/ },
      {
        name: 'crosschain',
        test: /web\/pay\/crosschain\/(record-route|sent-route|time-text)\.ts$/,
      },
    ],
  },
};

async function buildPage(outDir: string, page: string): Promise<void> {
  const options = { root: ROOT, configFile: join(ROOT, 'vite.config.ts'), mode: 'production' };
  const inputOf = (file: string) => ({ rolldownOptions: { input: `${page}/${file}` } });
  const browser = { rolldownOptions: { ...inputOf('main.tsx').rolldownOptions, output: OUTPUT } };
  // One file: a second one would lie among those that browsers are served.
  const server = {
    rolldownOptions: {
      ...inputOf('server.tsx').rolldownOptions,
      output: { codeSplitting: false },
    },
  };
  // Vite is a development dependency: a shipped image has a build and never comes here.
  const vite = await import('vite');
  await vite.build({ ...options, build: { outDir, emptyOutDir: true, ...browser } });
  await vite.build({
    ...options,
    build: { outDir, emptyOutDir: false, ssr: true, ...server },
  });
  await describe(outDir, page);
}

/** Adds the icon and notes under which names the first files are served. */
async function describe(folder: string, page: string): Promise<void> {
  const names = await readdir(join(folder, 'assets'));
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const icon = await readFile(join(ROOT, ICON_SOURCE));
  const iconName = `icon-${digest(icon).slice(0, 8)}.svg`;
  await writeFile(join(folder, 'assets', iconName), icon);
  const style = names.find((name) => name.endsWith('.css'));
  const first: PageFiles = {
    script: `/${entryOf(manifest, page)}`,
    style: `/assets/${style}`,
    icon: `/assets/${iconName}`,
  };
  await compressAssets(folder);
  await writeFile(join(folder, 'page.json'), JSON.stringify(first));
}

/** Done once with the build: with the highest quality it takes half a second, which each start would take again. */
async function compressAssets(folder: string): Promise<void> {
  const compressed = join(folder, 'compressed');
  await mkdir(compressed, { recursive: true });
  const names = await readdir(join(folder, 'assets'));
  const compressAsset = async (name: string): Promise<void> => {
    const plain = await readFile(join(folder, 'assets', name));
    await writeFile(join(compressed, `${name}.gz`), await promisify(gzip)(plain, { level: 9 }));
    await writeFile(join(compressed, `${name}.br`), await promisify(brotliCompress)(plain));
  };
  await Promise.all(names.map(compressAsset));
}

type PageFiles = Omit<BuiltPage, 'folder'>;

function entryOf(manifest: unknown, page: string): string {
  const entry: unknown = memberOf(memberOf(manifest, `${page}/main.tsx`), 'file');
  if (typeof entry !== 'string') throw new Outage('The page build names no first script.');
  return entry;
}

async function readBuild(folder: string): Promise<PageBuild | undefined> {
  const pay = await readPage(folder);
  const [onboarding, recurring] = await Promise.all(
    BESIDE.map((name) => readPage(join(folder, name))),
  );
  return pay && onboarding && recurring && { ...pay, onboarding, recurring };
}

async function readPage(folder: string): Promise<BuiltPage | undefined> {
  const text = await readFile(join(folder, 'page.json'), 'utf8').catch(ifMissing);
  if (text === undefined) return undefined;
  const files: unknown = JSON.parse(text);
  const [script, style, icon] = ['script', 'style', 'icon'].map((name) => memberOf(files, name));
  if (typeof script !== 'string' || typeof style !== 'string' || typeof icon !== 'string') {
    return undefined;
  }
  return { folder, script, style, icon };
}

async function hashSources(): Promise<string | undefined> {
  const files = (await Promise.all(SOURCES.map((source) => listFiles(join(ROOT, source))))).flat();
  const pages = files.filter((file) => !file.includes('.test.')).sort();
  if (!pages.some((file) => file.endsWith('main.tsx'))) return undefined;
  const hash = createHash('sha256').update(FORMAT);
  for (const file of pages) hash.update(file.slice(ROOT.length)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(path: string): Promise<string[]> {
  const kind = await stat(path).catch(ifMissing);
  if (kind === undefined) return [];
  if (kind.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function findShipped(): Promise<string> {
  const names = (await readdir(BUILDS).catch(ifMissing)) ?? [];
  const [name] = names;
  if (name === undefined)
    throw new Outage(`There is no pay page in ${BUILDS} and nothing to build it from.`);
  return join(BUILDS, name);
}

async function removeOldBuilds(kept: string): Promise<void> {
  for (const name of await readdir(BUILDS)) {
    const folder = join(BUILDS, name);
    const age = await stat(folder).catch(ifMissing);
    // Wall-clock ages of files, not of ours: a build of tomorrow is simply kept.
    const old = age !== undefined && performance.timeOrigin - age.mtimeMs > OLD_BUILD_MS;
    if (folder !== kept && old) await rm(folder, { recursive: true, force: true });
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** What is not there is an answer here; every other failure is one. */
function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
