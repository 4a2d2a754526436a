import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `florin` with these words and settings in a process of its own, as an operator does. */
export function runFlorin(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], { env: { PATH: '', ...settings } });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    printed.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed.stderr += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...printed })));
}
