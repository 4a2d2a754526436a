import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { InlineConfig, Plugin } from 'vite';
import { z } from 'zod';
import { Outage } from '#kit/failure.ts';
import { fileOfPart, importedAtOnce } from './imported-files.ts';
import { ifMissing, ROOT } from './kept-build.ts';
import { messagesIn } from './messages-in.ts';

/** The folder of a built page, and under which paths its first files are served. */
export interface BuiltPage extends PageFiles {
  /** Has `assets/` for browsers, and `compressed/` with the same files compressed. */
  readonly folder: string;
}

const PageFiles = z.object({
  script: z.string(),
  style: z.string(),
  icon: z.string(),
  /** By the name of a later part, its scripts without those of the first one. */
  parts: z.record(z.string(), z.array(z.string())),
});
type PageFiles = z.infer<typeof PageFiles>;

interface PageSource {
  /** The folder with its `main.tsx`, such as `web/pay`. */
  readonly page: string;
  /** The settings of its build, below the root. */
  readonly configFile: string;
  /** How its later parts are cut, where the builder's own way will not do. */
  readonly output?: NonNullable<
    NonNullable<NonNullable<InlineConfig['build']>['rolldownOptions']>['output']
  >;
  /** What the builder does with its scripts beside what its settings say. */
  readonly plugins?: readonly Plugin[];
  /** Its later parts that a document may have loaded at once: by name, what the builder calls the files of each. */
  readonly parts?: Readonly<Record<string, readonly string[]>>;
  /** Scripts of its folder that are loaded before `main.tsx`. */
  readonly scriptsBefore?: readonly string[];
  /** The language of its texts, by the folder that they are in; English where left out. */
  readonly language?: string;
  /** Whether its `server.tsx` is built beside it, as the one file `server.js`. */
  readonly hasServer: boolean;
}

const ICON_SOURCE = 'web/pay/icon.svg';

/** Builds a page into a folder; Vite is a development dependency, and a shipped image never comes here. */
export async function buildPage(outDir: string, source: PageSource): Promise<void> {
  const { page, output, plugins = [], scriptsBefore = [], language, hasServer } = source;
  const configFile = join(ROOT, source.configFile);
  const translating = language === undefined ? [] : [messagesIn(language)];
  const options = { root: ROOT, configFile, mode: 'production' };
  const input = (file: string) => `${page}/${file}`;
  const vite = await import('vite');
  const scripts = ['main.tsx', ...scriptsBefore].map(input);
  const browser = { input: scripts, ...(output !== undefined && { output }) };
  await vite.build({
    ...options,
    plugins: [...plugins, ...translating],
    build: { outDir, emptyOutDir: true, rolldownOptions: browser },
  });
  // One file: a second one would lie among those that browsers are served.
  const server = { input: input('server.tsx'), output: { codeSplitting: false } };
  if (hasServer) {
    const build = { outDir, emptyOutDir: false, ssr: true, rolldownOptions: server };
    await vite.build({ ...options, plugins: translating, build });
  }
  await describe(outDir, source);
}

/** Builds a script for pages of others, as one file that needs no module. */
export async function buildScript(
  outDir: string,
  {
    script,
    name,
    configFile,
  }: { readonly script: string; readonly name: string; readonly configFile: string },
): Promise<void> {
  const vite = await import('vite');
  const output = { format: 'iife' as const, entryFileNames: `assets/${name}` };
  await vite.build({
    root: ROOT,
    configFile: join(ROOT, configFile),
    mode: 'production',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: script, output } },
  });
  await compressAssets(outDir);
}

/** Adds the icon and notes under which names the first files are served. */
async function describe(folder: string, { page, parts = {} }: PageSource): Promise<void> {
  const names = await readdir(join(folder, 'assets'));
  const manifest = await readManifest(folder);
  const icon = await readFile(join(ROOT, ICON_SOURCE));
  const iconName = `icon-${digest(icon).slice(0, 8)}.svg`;
  await writeFile(join(folder, 'assets', iconName), icon);
  const style = names.find((name) => name.endsWith('.css'));
  const script = `/${entryOf(manifest, page)}`;
  const first: PageFiles = {
    script,
    style: `/assets/${style}`,
    icon: `/assets/${iconName}`,
    parts: await scriptsOf(folder, parts, basename(script)),
  };
  await compressAssets(folder);
  await writeFile(join(folder, 'page.json'), JSON.stringify(first));
}

/** The scripts of each part, without those that the first script has loaded. */
async function scriptsOf(
  folder: string,
  parts: NonNullable<PageSource['parts']>,
  script: string,
): Promise<PageFiles['parts']> {
  const known = await importedAtOnce(folder, script);
  const scripts: Record<string, string[]> = {};
  for (const [name, files] of Object.entries(parts)) {
    const found = new Set<string>();
    for (const file of files) {
      const whole = await importedAtOnce(folder, await fileOfPart(folder, file));
      for (const one of whole) if (!known.has(one)) found.add(`/assets/${one}`);
    }
    scripts[name] = [...found];
  }
  return scripts;
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

/** What Vite says of a build: by source file, the file that was built and the sources of what it imports. */
export async function readManifest(folder: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
}

function entryOf(manifest: unknown, page: string): string {
  const entry: unknown = memberOf(memberOf(manifest, `${page}/main.tsx`), 'file');
  if (typeof entry !== 'string') throw new Outage('The page build names no first script.');
  return entry;
}

/** The page in a folder; undefined where there is no whole one. */
export async function readBuiltPage(folder: string): Promise<BuiltPage | undefined> {
  const text = await readFile(join(folder, 'page.json'), 'utf8').catch(ifMissing);
  if (text === undefined) return undefined;
  return { folder, ...PageFiles.parse(JSON.parse(text)) };
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
