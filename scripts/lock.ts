import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * Some registries do not carry the packages of foreign platforms. `npm install` then drops these
 * optional packages from the lockfile, and `npm ci` refuses a lockfile that lacks them. So after an
 * install this adds what is missing, as far as the name of a package shows it.
 */
const LOCKFILE = fileURLToPath(new URL('../package-lock.json', import.meta.url));

const Entry = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  /** A workspace: what is resolved is its folder here, which npm needs to find it. */
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const Lockfile = z.looseObject({ packages: z.record(z.string(), Entry) });

/** A lockfile, with the members that are used here. */
export type Lockfile = z.infer<typeof Lockfile>;
type Entry = z.infer<typeof Entry>;

/** The committed lockfile. */
export function readLockfile(): Lockfile {
  return Lockfile.parse(JSON.parse(readFileSync(LOCKFILE, 'utf8')));
}

/** An optional package that a lockfile names and has no entry for. */
export interface Gap {
  readonly name: string;
  readonly version: string;
  /** The entry that names it. */
  readonly wantedBy: Entry;
}

/** Every optional package that the lockfile names but lacks, each once. */
export function findGaps({ packages }: Lockfile): readonly Gap[] {
  const gaps = new Map<string, Gap>();
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (!isWithin(packages, path, name)) gaps.set(name, { name, version, wantedBy: entry });
    }
  }
  return [...gaps.values()];
}

/** Entries that name the registry they came from, which only the installer needs. */
export function findNamedHosts({ packages }: Lockfile): readonly string[] {
  return Object.entries(packages).flatMap(([path, { resolved, link }]) =>
    resolved === undefined || link === true ? [] : [path],
  );
}

/** Searches a package where Node would: inside the one that wants it, and then further out. */
function isWithin(packages: Lockfile['packages'], from: string, name: string): boolean {
  const folders = from === '' ? [] : from.split(/\/(?=node_modules\/)/);
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    if ([...folders.slice(0, depth), `node_modules/${name}`].join('/') in packages) return true;
  }
  return false;
}

/** What the parts of a platform package's name mean to npm. */
const SYSTEMS = [
  'linux',
  'darwin',
  'win32',
  'android',
  'freebsd',
  'netbsd',
  'openbsd',
  'openharmony',
  'aix',
  'sunos',
];
const PROCESSORS: Readonly<Record<string, string>> = {
  x64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  ia32: 'ia32',
  arm: 'arm',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
};

/** The entry that a gap is filled with. */
export function entryOf({ name, version, wantedBy }: Gap): Record<string, unknown> {
  const parts = name.split('/').at(-1)?.split('-') ?? [];
  const os = parts.find((part) => SYSTEMS.includes(part));
  const cpu = parts.map((part) => PROCESSORS[part]).find((found) => found !== undefined);
  // WebAssembly names no system: any that runs it will do.
  const isNamed = cpu === 'wasm32' || (os !== undefined && cpu !== undefined);
  if (!isNamed || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(`${name}@${version} does not name its platform: extend scripts/lock.ts`);
  }
  const libc = os === 'linux' ? libcOf(parts) : undefined;
  return {
    version,
    cpu: [cpu],
    ...(wantedBy.dev === true ? { dev: true } : {}),
    ...(libc === undefined ? {} : { libc: [libc] }),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  };
}

function libcOf(parts: readonly string[]): 'glibc' | 'musl' | undefined {
  if (parts.some((part) => part.startsWith('musl'))) return 'musl';
  return parts.some((part) => part.startsWith('gnu')) ? 'glibc' : undefined;
}

function completeLockfile(): void {
  const lockfile = readLockfile();
  const gaps = findGaps(lockfile);
  for (const gap of gaps) lockfile.packages[`node_modules/${gap.name}`] = entryOf(gap);
  for (const entry of Object.values(lockfile.packages)) {
    if (entry.link !== true) delete entry.resolved;
  }
  const sorted = Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  const text = JSON.stringify({ ...lockfile, packages: Object.fromEntries(sorted) }, null, 2);
  writeFileSync(LOCKFILE, `${text}\n`);
  process.stdout.write(`package-lock.json: ${gaps.length} packages of other platforms added\n`);
}

if (import.meta.main) {
  const flags = ['install', '--no-audit', '--no-fund', '--omit-lockfile-registry-resolved'];
  const { status } = spawnSync('npm', flags, { stdio: 'inherit' });
  if (status === 0) completeLockfile();
  else process.exitCode = 1;
}
