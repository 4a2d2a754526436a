import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Outage } from '#kit/failure.ts';
import { readSandboxFile, type SandboxFile } from './sandbox-file.ts';

/** How long a start may take before it is given up: far above what a machine full of others needs. */
const START_TIMEOUT_MS = 240_000;
/** How long a stop may take before the process is killed. */
const STOP_TIMEOUT_MS = 10_000;

/** The message that a starting Florin sends to the process which spawned it, once it is ready. */
export const READY_MESSAGE = 'florin is ready';

/** A sandbox in a process of its own. */
export interface SpawnedSandbox {
  readonly sandbox: SandboxFile;
  readonly pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Asks it to stop and waits; returns its exit code. */
  stop(): Promise<number | null>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
}

interface SpawnOptions {
  /** The data folder. */
  readonly home: string;
  /** Settings on top of this process's environment. Ports are free ones unless set here. */
  readonly env?: Readonly<Record<string, string>>;
  /** What starts the program, in place of its sources. */
  readonly main?: string;
}

/**
 * Starts `florin all` as a child process with the same Node and waits until it is ready.
 *
 * Throws `Outage` with what it printed when it ends or takes too long instead.
 */
export async function spawnSandbox(options: SpawnOptions): Promise<SpawnedSandbox> {
  for (let tried = 1; ; tried++) {
    try {
      return await spawnOnce(options);
    } catch (error) {
      // A port that was free a moment ago may be somebody else's now; then another one is taken.
      const again = error instanceof Outage && error.message.includes(PORT_LOST);
      if (!again || tried === TRIES_MAX) throw error;
    }
  }
}

/** How often free ports are looked for: that two programs find the same one is rare. */
const TRIES_MAX = 3;
const PORT_LOST = 'is taken by another program';

async function spawnOnce(options: SpawnOptions): Promise<SpawnedSandbox> {
  const main = options.main ?? fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, 'all'], {
    env: { ...inherited(), ...FREE_PORTS, ...options.env, FLORIN_HOME: options.home },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const output = () => printed.join('');
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  if (!(await becomesReady(child, ended))) {
    child.kill('SIGKILL');
    throw new Outage(`the sandbox did not become ready:\n${output()}`);
  }
  const sandbox = await readSandboxFile(options.home);
  if (sandbox === undefined || child.pid === undefined) {
    child.kill('SIGKILL');
    throw new Outage(`the sandbox wrote no sandbox.json:\n${output()}`);
  }
  return {
    sandbox,
    pid: child.pid,
    output,
    stop: () => end(child, ended, 'SIGTERM'),
    kill: async () => void (await end(child, ended, 'SIGKILL')),
  };
}

const FREE_PORTS = { API_PORT: '0', AUTH_PORT: '0', PAY_PORT: '0', DASHBOARD_PORT: '0' };

/** This process's environment without what would change how the child starts or prints. */
function inherited(): Record<string, string> {
  const { env } = process;
  return { PATH: env['PATH'] ?? '', HOME: env['HOME'] ?? '', NO_COLOR: '1', CI: env['CI'] ?? '' };
}

function becomesReady(child: ChildProcess, ended: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), START_TIMEOUT_MS);
    const answer = (ready: boolean) => {
      clearTimeout(timer);
      resolve(ready);
    };
    child.on('message', (message) => message === READY_MESSAGE && answer(true));
    void ended.then(() => answer(false));
    child.once('error', () => answer(false));
  });
}

async function end(
  child: ChildProcess,
  ended: Promise<number | null>,
  signal: NodeJS.Signals,
): Promise<number | null> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  const code = await ended;
  clearTimeout(timer);
  return code;
}
