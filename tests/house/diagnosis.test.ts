import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import config from '../../vitest.config.ts';
import { summarizeOutput } from '../support/diagnosis.ts';

/** What the tests in `failing` print, which fail on purpose. */
function runFailing(): Promise<string> {
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
  const folder = fileURLToPath(new URL('./failing', import.meta.url));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [vitest, 'run', '--root', folder], {
    env: { PATH, HOME, NO_COLOR: '1' },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  return new Promise((resolve) => child.once('close', () => resolve(printed)));
}

describe('a test that fails', () => {
  it('prints what its processes printed and its pages showed, and nothing of other tests', async () => {
    expect(config.test?.setupFiles).toEqual([
      'tests/support/load-pages.ts',
      'tests/support/print-diagnosis.ts',
    ]);
    const printed = await runFailing();
    expect(printed).toContain('What is known of the failure of "fails":\n--- load of the machine');
    expect(printed).toContain('--- the process of the file\nas the test failed\n');
    expect(printed).toContain('--- the page of the test\nas the page was closed\n');
    expect(printed).toContain('--- what is broken\ncould not be read: it is gone\n');
    expect(printed).toContain('--- the process that did not do\nprinted before any test\n');
    expect(printed).not.toContain('never printed');
  });
});

describe('the output of a process', () => {
  it('is shown from its end, with the warnings and errors before that', () => {
    const quiet = Array.from({ length: 100 }, (_, i) => `12:00:00 info  step ${i}`);
    const shown = summarizeOutput(
      ['12:00:00 info  begin', '12:00:01 error it broke', '{"level":"warn"}', ...quiet].join('\n'),
    ).split('\n');
    expect(shown.slice(1, 4)).toEqual(['12:00:01 error it broke', '{"level":"warn"}', '...']);
    expect(shown.slice(4)).toEqual(quiet.slice(-60));
  });
});
