import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes generated files, given by their path in the project; with `--check` on the command line it
 * writes nothing and ends the process with 1 when one of them is not what it should be.
 */
export function keepFresh(files: Readonly<Record<string, string>>): void {
  const stale = Object.entries(files).filter(([path, text]) => {
    const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
    if (!process.argv.includes('--check')) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return true;
  });
  for (const [path] of stale) process.stdout.write(`${path} was not up to date\n`);
  if (process.argv.includes('--check') && stale.length > 0) process.exitCode = 1;
}
