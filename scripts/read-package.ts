import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The text of a file of a published package, given as `name@version`. It is fetched for this alone,
 * from the registry that npm is set to, and checked by npm against the registry's hash: data that is
 * read once need not be a dependency.
 */
export function readPackageFiles(source: string, paths: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'florin-package-'));
  try {
    execFileSync('npm', ['pack', source, '--silent', '--pack-destination', folder]);
    execFileSync('sh', ['-c', 'tar xzf *.tgz'], { cwd: folder });
    return paths.map((path) => readFileSync(join(folder, 'package', path), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
