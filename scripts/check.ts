import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { elapsedMs } from '#kit/clock.ts';
import { COMPILER } from './compiler.ts';

/** One thread takes half the processor time of several, and the other checks run beside it. */
const TYPES = [COMPILER, '--singleThreaded', '-p'] as const;

/** The static checks. What takes longest begins first, so that the others run beside it. */
const CHECKS: readonly (readonly [name: string, ...command: readonly string[]])[] = [
  ['types of the server', ...TYPES, 'tsconfig.json'],
  ['format and lint', 'biome', 'check', '--error-on-warnings'],
  ['types of the pages', ...TYPES, 'web/tsconfig.json'],
  ['types of the dashboard', ...TYPES, 'web/dashboard/tsconfig.json'],
  ['generated files', 'node', 'scripts/generate.ts', '--check'],
  ['contracts', 'node', 'scripts/make-contracts.ts', '--check'],
  ['imports', 'depcruise', 'src', 'web', 'sdk', '--config', '.dependency-cruiser.cjs'],
  ["types of the receivers' kit", ...TYPES, 'sdk/tsconfig.json'],
  ['dead code', 'knip'],
  ['page build and sizes', 'node', 'scripts/check-sizes.ts'],
];

/** Runs one check; its output is shown only when it fails. */
function runCheck(command: readonly string[]): Promise<{ ok: boolean; output: string }> {
  const [program = '', ...argv] = command;
  const child = spawn(program, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    const end = (ok: boolean, more = '') =>
      resolve({ ok, output: Buffer.concat(chunks).toString() + more });
    child.on('error', (error) => end(false, error.message));
    child.on('close', (code) => end(code === 0));
  });
}

const waiting = CHECKS.values();
let failed = 0;

/** Runs one check after the other, until another runner has begun the last. */
async function runNext(): Promise<void> {
  for (const [name, ...command] of waiting) {
    const start = elapsedMs();
    const { ok, output } = await runCheck(command);
    const seconds = ((elapsedMs() - start) / 1000).toFixed(1);
    process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds} s)\n`);
    if (ok) continue;
    failed += 1;
    process.stdout.write(`${output.trimEnd()}\n`);
  }
}

// More would hold a gigabyte each.
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, runNext));
process.stdout.write(failed === 0 ? 'All checks passed.\n' : `${failed} of the checks failed.\n`);
process.exitCode = failed === 0 ? 0 : 1;
