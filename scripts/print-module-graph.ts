import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;

/** The house as a Mermaid graph: floors and rooms, and which import which. */
export function printModuleGraph(): string {
  const cruiser = join(ROOT, 'node_modules/.bin/depcruise');
  const argv = [cruiser, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const output = execFileSync(process.execPath, argv, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  const { modules }: { modules: { source: string; dependencies: { resolved: string }[] }[] } =
    JSON.parse(output.toString());
  const arrows = new Set<string>();
  for (const { source, dependencies } of modules) {
    if (source.endsWith('.test.ts')) continue;
    for (const { resolved } of dependencies) {
      const [from, to] = [placeOf(source), placeOf(resolved)];
      if (from !== undefined && to !== undefined && from !== to) arrows.add(`  ${from} --> ${to}`);
    }
  }
  return ['```mermaid', 'flowchart TD', ...[...arrows].sort(), '```'].join('\n');
}

/** Floors that everything stands on would cross every line, so only rooms and worlds are drawn. */
const GROUND = /^src\/(kit|catalog|platform|context\.ts)/;

function placeOf(path: string): string | undefined {
  if (GROUND.test(path)) return undefined;
  return /^src\/(?:modules\/)?([a-z-]+)/.exec(path)?.[1];
}
