import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** Of this checkout alone, and gone with the packages it was unpacked from. */
const FOLDER = join(modules, '.cache', 'florin-chromium');

/** Unpacks into the folder of `TMPDIR`, the libraries too where it takes the machine for a cloud's. */
const PROGRAM = fileURLToPath(new URL('./unpack-here.ts', import.meta.url));
const TAKEN_FOR_A_CLOUD = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };

/** A browser, and where it finds libraries that a machine without a desktop lacks. */
export interface PackagedChromium {
  readonly executablePath: string;
  readonly libraries: string;
}

/**
 * The browser of the package `@sparticuz/chromium`, unpacked into a private folder. It appears there
 * whole, by one rename: of several processes that unpack at once, the first to end puts it there and
 * the others use that one, so that nobody starts a browser which is still being written.
 */
export async function unpackChromium(folder = FOLDER): Promise<PackagedChromium> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(modules, '@sparticuz/chromium/package.json'), 'utf8')));
  const unpacked = join(folder, version);
  const found = {
    executablePath: join(unpacked, 'chromium'),
    libraries: join(unpacked, 'al2023/lib'),
  };
  if (await exists(unpacked)) return found;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const fresh = await mkdtemp(join(folder, 'unpacking-'));
  try {
    const env = { ...process.env, ...TAKEN_FOR_A_CLOUD, TMPDIR: fresh };
    await run(process.execPath, [PROGRAM], { env });
    await rename(fresh, unpacked);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!(await exists(unpacked))) throw error;
  }
  return found;
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
