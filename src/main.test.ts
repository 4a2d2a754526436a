import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

it('names a command that it does not know, and starts nothing', () => {
  const { status, stderr } = spawnSync(process.execPath, [MAIN, 'migrat'], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain("unknown command 'migrat'");
  expect(stderr).toContain('Did you mean migrate?');
});
