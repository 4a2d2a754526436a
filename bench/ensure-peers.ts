import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The servers, or what the pay page is measured with. */
type PeerFolder = 'peers' | 'page-peers';

/** Installs the peers of Florin of a folder, unless they are installed already; answers where they are. */
export async function ensurePeers(name: PeerFolder = 'peers'): Promise<string> {
  const folder = fileURLToPath(new URL(`./${name}/`, import.meta.url));
  if (!(await isInstalled(folder))) await install(folder);
  return folder;
}

/** Whether what is installed is newer than the lockfile that says what should be. */
async function isInstalled(folder: string): Promise<boolean> {
  const installed = await stat(`${folder}node_modules/.package-lock.json`).catch(() => undefined);
  return (
    installed !== undefined && installed.mtime > (await stat(`${folder}package-lock.json`)).mtime
  );
}

async function install(folder: string): Promise<void> {
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`npm could not install ${folder}`);
}
