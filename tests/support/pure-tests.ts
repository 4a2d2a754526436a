import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDERS = ['src', 'web', 'sdk'];
/** A file that imports one of these needs a database or a node. */
const OUTSIDE: ReadonlySet<string> = new Set([
  'tests/support/database.ts',
  'src/sandbox/local-nodes.ts',
  'src/sandbox/database/start.ts',
]);
/** A test that itself starts processes, serves or calls others, or waits; and those that try hundreds of random cases. */
const REACHES_OUT =
  /node:(child_process|net|https?|timers)|'(pg|fastify|undici|vite|fast-check)'|setTimeout/;
/** Loading the program for each test would take longer than all of them. */
const MODULES_MAX = 60;

/** The unit tests that need no database, node or process, found by what they import; paths from `root`. */
export function findPureTests(root: string): string[] {
  const imports = new Map<string, readonly string[]>();
  const importsOf = (path: string) => {
    const known = imports.get(path) ?? readImports(root, path);
    imports.set(path, known);
    return known;
  };
  const isPure = (test: string) => {
    const reached = new Set([test]);
    for (const path of reached) {
      if (OUTSIDE.has(path) || reached.size > MODULES_MAX) return false;
      for (const next of importsOf(path)) reached.add(next);
    }
    return !REACHES_OUT.test(readFileSync(join(root, test), 'utf8'));
  };
  return FOLDERS.flatMap((folder) => testsBelow(root, folder)).filter(isPure);
}

function testsBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testsBelow(root, path);
    return path.endsWith('.test.ts') ? [path] : [];
  });
}

/** The files of ours that a file imports; types too, which does no harm. */
function readImports(root: string, path: string): readonly string[] {
  const named = readFileSync(join(root, path), 'utf8').matchAll(
    /(?:from|import)\s*\(?\s*'([^']+)'/g,
  );
  return [...named].flatMap(([, name = '']) => {
    const file = name.startsWith('#') ? join('src', name.slice(1)) : join(dirname(path), name);
    return /^[#.]/.test(name) && existsSync(join(root, file)) ? [file] : [];
  });
}
