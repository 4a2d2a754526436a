import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Redis as Debian has it, and what it loads that a machine may lack. */
const PACKAGES = [
  'redis-server',
  'redis-tools',
  'libatomic1',
  'libjemalloc2',
  'liblua5.1-0',
  'liblzf1',
];

/** A Redis that can be started. */
interface RedisProgram {
  readonly command: string;
  /** What its environment needs beside ours. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The Redis of this machine, or else Debian's packages unpacked into `bench/results/redis`: nothing is installed, so
 * that no service is started. Undefined where there is neither.
 */
export async function ensureRedis(): Promise<RedisProgram | undefined> {
  const own = { command: 'redis-server', env: {} };
  if (await starts(own)) return own;
  const folder = fileURLToPath(new URL('./results/redis/', import.meta.url));
  const unpacked = await programIn(folder);
  if (unpacked !== undefined) return unpacked;
  await rm(folder, { recursive: true, force: true });
  await unpack(folder);
  return await programIn(folder);
}

async function programIn(folder: string): Promise<RedisProgram | undefined> {
  const libraries = join(folder, 'usr/lib');
  const ofMachine = await readdir(libraries).catch(() => []);
  const paths = ofMachine.map((name) => join(libraries, name));
  const program = {
    command: join(folder, 'usr/bin/redis-server'),
    env: { LD_LIBRARY_PATH: paths.join(':') },
  };
  return (await starts(program)) ? program : undefined;
}

async function starts({ command, env }: RedisProgram): Promise<boolean> {
  return await succeeds(command, ['--version'], { env });
}

/** Leaves nothing behind where a package cannot be had. */
async function unpack(folder: string): Promise<void> {
  const partial = `${folder.replace(/\/$/, '')}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  const download = () => succeeds('apt-get', ['download', ...PACKAGES], { cwd: partial });
  // The lists of packages may be missing, which only an administrator can fetch.
  const isThere =
    (await download()) || ((await succeeds('apt-get', ['update'])) && (await download()));
  const packages = isThere ? await readdir(partial) : [];
  for (const name of packages) {
    await succeeds('dpkg', ['-x', join(partial, name), join(partial, 'root')]);
  }
  if (isThere) await rename(join(partial, 'root'), folder);
  await rm(partial, { recursive: true, force: true });
}

interface Where {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Whether a command is there and ends well. */
async function succeeds(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: Where = {},
): Promise<boolean> {
  const child = spawn(command, args, { cwd, stdio: 'ignore', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit').catch(() => [undefined]);
  return code === 0;
}
