import { spawn } from 'node:child_process';
import { elapsedMs } from '#kit/clock.ts';

/** The static checks, in the order of house.md: what fails fastest comes first. */
const CHECKS: readonly (readonly [name: string, ...command: readonly string[]])[] = [
  ['format and lint', 'biome', 'check', '--error-on-warnings'],
  ['types of the server', 'tsc', '-p', 'tsconfig.json'],
  ['types of the pages', 'tsc', '-p', 'web/tsconfig.json'],
  ["types of the receivers' kit", 'tsc', '-p', 'sdk/tsconfig.json'],
  ['imports', 'depcruise', 'src', 'web', 'sdk', '--config', '.dependency-cruiser.cjs'],
  ['dead code', 'knip'],
  ['generated files', 'node', 'scripts/generate.ts', '--check'],
  ['contracts', 'node', 'scripts/make-contracts.ts', '--check'],
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

let failed = 0;
for (const [name, ...command] of CHECKS) {
  const start = elapsedMs();
  const { ok, output } = await runCheck(command);
  const seconds = ((elapsedMs() - start) / 1000).toFixed(1);
  process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds} s)\n`);
  if (ok) continue;
  failed += 1;
  process.stdout.write(`${output.trimEnd()}\n`);
}
process.stdout.write(failed === 0 ? 'All checks passed.\n' : `${failed} of the checks failed.\n`);
process.exitCode = failed === 0 ? 0 : 1;
