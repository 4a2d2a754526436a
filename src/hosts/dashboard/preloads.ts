import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Outage } from '#kit/failure.ts';
import { readManifest } from '../pages/build-page.ts';
import { ifMissing, ROOT } from '../pages/kept-build.ts';

const Manifest = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);
type Manifest = z.infer<typeof Manifest>;

const Preloads = z.object({
  sessionScript: z.string(),
  frame: z.array(z.string()),
  pages: z.array(z.object({ path: z.string(), files: z.array(z.string()) })),
});

/**
 * The scripts of the dashboard by what needs them. Without them a browser would learn of each only from the one that
 * imports it, one round trip after the other.
 */
export type Preloads = z.infer<typeof Preloads>;

const NAME = 'preloads.json';
const SOURCES = 'web/dashboard';

/** The script that reads who is signed in while the others are on their way. */
export const SCRIPT_BEFORE = 'session/request-session.ts';

/** Notes beside a build which scripts its frame and each of its pages need. */
export async function writePreloads(folder: string): Promise<void> {
  const manifest = Manifest.parse(await readManifest(folder));
  const router = await readFile(join(ROOT, SOURCES, 'router.tsx'), 'utf8');
  const frame = filesOf(manifest, `${SOURCES}/main.tsx`);
  const pages = listRoutes(router).map(({ path, source }) => ({
    path,
    files: filesOf(manifest, source).filter((file) => !frame.includes(file)),
  }));
  const sessionScript = `/${entryOf(manifest, `${SOURCES}/${SCRIPT_BEFORE}`).file}`;
  const preloads: Preloads = { sessionScript, frame, pages };
  await writeFile(join(folder, NAME), JSON.stringify(preloads));
}

/** What was noted beside a build; undefined where nothing was. */
export async function readPreloads(folder: string): Promise<Preloads | undefined> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(ifMissing);
  return text === undefined ? undefined : Preloads.parse(JSON.parse(text));
}

/** The scripts to load for a path: those of the frame, and of the page where the path is one of a page. */
export function preloadsOf({ frame, pages }: Preloads, path: string): readonly string[] {
  const segments = path.split('/');
  const page = pages.find((one) => isPath(one.path.split('/'), segments));
  return [...frame, ...(page?.files ?? [])];
}

/** Pages are in the order of the router, whose fixed paths stand before those with parameters. */
function isPath(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, i) => part === segments[i] || (part.startsWith('$') && segments[i] !== ''))
  );
}

interface Route {
  readonly path: string;
  /** The file of its page, from the root. */
  readonly source: string;
}

/** The routes of the router's source, each of which names its path before its page. */
export function listRoutes(router: string): readonly Route[] {
  return [...router.matchAll(/path: '([^']+)',[^}]*?import\('\.\/([^']+)'\)/g)].map(
    ([, path = '', file = '']) => ({ path, source: `${SOURCES}/${file}` }),
  );
}

/** The file that was built of a source, and all that it imports at once. */
function filesOf(manifest: Manifest, source: string, known: string[] = []): string[] {
  const { file, imports } = entryOf(manifest, source);
  if (known.includes(`/${file}`)) return known;
  known.push(`/${file}`);
  for (const imported of imports) filesOf(manifest, imported, known);
  return known;
}

function entryOf(manifest: Manifest, source: string): Manifest[string] {
  const entry = manifest[source];
  if (entry === undefined) throw new Outage(`The build has nothing of ${source}.`);
  return entry;
}
