import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePort } from '../../src/processes/ports.ts';
import { addDiagnosis, summarizeOutput } from './diagnosis.ts';
import { programFile } from './program.ts';

/** Engines of Florin in a process of their own. */
export interface SpawnedServer extends AsyncDisposable {
  readonly apiUrl: string;
  readonly authUrl: string;
  /** Everything it has printed so far. */
  output(): string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

const HOST = '127.0.0.1';

/** How often free ports are looked for: that two programs find the same one is rare. */
const TRIES_MAX = 3;
const PORT_LOST = 'is taken by another program';

/** Starts a server with these settings on ports of its own, and waits until it serves. */
export async function spawnServer(
  settings: Readonly<Record<string, string>>,
  engines: 'serve' | 'all' = 'serve',
): Promise<SpawnedServer> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await spawnOnce(settings, engines);
    } catch (error) {
      // A port that was free a moment ago may be somebody else's now; then another one is taken.
      const isPortLost = error instanceof Error && error.message.includes(PORT_LOST);
      if (!isPortLost || tried === TRIES_MAX) throw error;
    }
  }
}

async function spawnOnce(
  settings: Readonly<Record<string, string>>,
  engines: 'serve' | 'all',
): Promise<SpawnedServer> {
  const home = await mkdtemp(join(tmpdir(), 'florin-server-'));
  const port = () => choosePort(HOST, 0, 'PORT');
  const [api, auth, pay] = [await port(), await port(), await port()];
  const ports = { API_PORT: `${api}`, AUTH_PORT: `${auth}`, PAY_PORT: `${pay}` };
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [programFile(), engines], {
    env: { PATH, HOME, NO_COLOR: '1', HOST, ...ports, ...settings, FLORIN_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const output = () => printed.join('');
  addDiagnosis(`what process ${child.pid} (${engines}) printed`, () => summarizeOutput(output()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    ended.then(() => Promise.reject(new Error(`the server did not start:\n${output()}`))),
  ]);
  return {
    apiUrl: `http://${HOST}:${api}`,
    authUrl: `http://${HOST}:${auth}`,
    output,
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGTERM');
      await rm(home, { recursive: true, force: true });
    },
  };
}
