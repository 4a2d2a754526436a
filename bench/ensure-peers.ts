import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./peers/', import.meta.url));

/** Installs the peers of Florin, unless it is installed already. */
export async function ensurePeers(): Promise<void> {
  if (!(await isInstalled())) await install();
}

/** Whether what is installed is newer than the lockfile that says what should be. */
async function isInstalled(): Promise<boolean> {
  const installed = await stat(`${FOLDER}node_modules/.package-lock.json`).catch(() => undefined);
  return (
    installed !== undefined && installed.mtime > (await stat(`${FOLDER}package-lock.json`)).mtime
  );
}

async function install(): Promise<void> {
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error('npm could not install bench/peers');
}
