import { spawn } from 'node:child_process';
import process from 'node:process';
import { vi } from 'vitest';
import { describeCommands } from '../../src/processes/commands/describe-commands.ts';
import { programFile } from './program.ts';

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
  input = '',
): Promise<Ended> {
  const child = spawn(process.execPath, [programFile(), ...args], {
    env: { PATH: '', ...settings },
  });
  child.stdin.end(input);
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    printed.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed.stderr += chunk.toString();
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...printed })));
}

/** Ends a command that is run here where it would end its process. */
class ProcessExit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`the process would end with ${code}`);
    this.code = code;
  }
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `florin` in this process, which takes a hundredth of what one of its own takes. That processes end by themselves, and what
 * they read, is shown by tests that start one.
 */
export function runFlorinHere(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ended> {
  // One after the other, as they share what is printed and the exit code.
  const ended = last.then(() => runAlone(args, settings));
  last = ended.catch(() => undefined);
  return ended;
}

async function runAlone(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ended> {
  const printed = { stdout: '', stderr: '' };
  const exitCodeBefore = process.exitCode;
  const spies = [
    ...(['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
        printed[name] += String(chunk);
        return true;
      }),
    ),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new ProcessExit(Number(code ?? 0));
    }),
  ];
  process.exitCode = undefined;
  try {
    const program = describeCommands({ PATH: '', ...settings });
    await program.parseAsync([...args], { from: 'user' });
    return { code: Number(process.exitCode ?? 0), ...printed };
  } catch (error) {
    if (!(error instanceof ProcessExit)) throw error;
    return { code: error.code, ...printed };
  } finally {
    process.exitCode = exitCodeBefore;
    for (const spy of spies) spy.mockRestore();
  }
}
