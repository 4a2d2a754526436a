import { spawnSync } from 'node:child_process';
import { setImmediate as nextRound } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { gatherLines } from './gather-lines.ts';

describe('lines of a log', () => {
  it('of one round of the event loop are written together at its end', async () => {
    const written: string[] = [];
    const lines = gatherLines((text) => written.push(text));
    lines.add('a\n', false);
    lines.add('b\n', false);
    expect(written).toEqual([]);
    await nextRound();
    expect(written).toEqual(['a\nb\n']);
    lines.add('c\n', false);
    await nextRound();
    await nextRound();
    expect(written).toEqual(['a\nb\n', 'c\n']);
  });

  it('that are urgent are written at once, behind those that wait', async () => {
    const written: string[] = [];
    const lines = gatherLines((text) => written.push(text));
    lines.add('a\n', false);
    lines.add('b\n', true);
    expect(written).toEqual(['a\nb\n']);
    await nextRound();
    expect(written).toEqual(['a\nb\n']);
  });

  it('wait only up to some length', () => {
    const written: string[] = [];
    const lines = gatherLines((text) => written.push(text));
    for (let i = 0; i < 70; i += 1) lines.add('x'.repeat(1024), false);
    expect(written.join('').length).toBeGreaterThan(64 * 1024);
  });

  it.each([
    ['exits', 'process.exit(3)', 3],
    ['fails', 'throw new Error("nobody catches it")', 1],
    ['comes to its end', '', 0],
  ])('are all written where their process %s', (_, end, status) => {
    const log = fileURLToPath(new URL('./log.ts', import.meta.url));
    const code = `
      import { openLog } from ${JSON.stringify(log)};
      const log = openLog({ level: 'info', mode: 'production' });
      for (let n = 0; n < 3; n += 1) log.info({ n }, 'answered');
      log.warn('so far');
      log.info({ n: 3 }, 'answered');
      ${end}`;
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
    });
    const lines = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ n, msg }) => n ?? msg)).toEqual([0, 1, 2, 'so far', 3]);
    expect(ended.status).toBe(status);
  });
});
