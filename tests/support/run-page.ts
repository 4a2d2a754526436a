import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { elapsedMs } from '#kit/clock.ts';
import { programFile } from './program.ts';
import type { ShellBlock } from './shell-blocks.ts';
import { missingFrom } from './shown-output.ts';

const root = new URL('../..', import.meta.url).pathname;
/** How long a block that runs beside the others may take until it has printed what its page shows. */
const PRINT_MS = 90_000;

/** How the blocks of a page ended. */
interface PageRun {
  readonly code: number | null;
  /** What the page shows and its blocks did not print, with what they printed instead. */
  readonly missing: readonly string[];
  /** What was printed on standard error, for the message of a failing test. */
  readonly errors: string;
}

/**
 * Runs the blocks of a page in their order, as somebody does who pastes them into one fresh shell; each that runs beside the
 * others gets a fresh shell of its own. Ends at the first command that fails. All processes have ended afterwards.
 */
export async function runPage(
  blocks: readonly ShellBlock[],
  settings: Readonly<Record<string, string>>,
): Promise<PageRun> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-page-'));
  const running = blocks.filter(({ mark }) => mark !== undefined && mark.kind !== 'not run');
  await Promise.all(running.map(({ code }, i) => writeFile(join(folder, `${i}.sh`), `${code}\n`)));
  const script = running.map((block, i) => commandsFor(block, join(folder, String(i))));
  const { PATH = '', HOME = '' } = process.env;
  const shell = spawn('bash', ['-c', ['set -eu -o pipefail', ...script].join('\n')], {
    cwd: root,
    env: { PATH, HOME, ...settings },
    // A group of its own, so that what runs beside it can be ended with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  shell.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  try {
    const code = await new Promise<number | null>((resolve) => shell.once('close', resolve));
    if (code !== 0) return { code, missing: [], errors };
    const printed = (i: number) => readFile(join(folder, `${i}.out`), 'utf8');
    const found = await Promise.all(running.map((block, i) => missingOf(block, () => printed(i))));
    return { code, missing: found.flat(), errors };
  } finally {
    endGroup(shell);
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the shell does for a block: reads its lines here, or in a shell beside it until that is ready. */
function commandsFor({ mark }: ShellBlock, path: string): string {
  if (mark?.kind !== 'runs beside') return `. ${path}.sh >${path}.out`;
  return [
    `bash -eu -o pipefail ${path}.sh >${path}.out 2>&1 &`,
    `for _ in $(seq 1200); do grep -qF '${mark.readyAt}' ${path}.out && break; sleep 0.1; done`,
    `grep -qF '${mark.readyAt}' ${path}.out || { cat ${path}.out >&2; exit 1; }`,
  ].join('\n');
}

/** What a block did not print; one that runs beside the others is given time for it. */
async function missingOf(block: ShellBlock, printed: () => Promise<string>): Promise<string[]> {
  const { shown, mark, line } = block;
  if (shown === undefined) return [];
  const end = elapsedMs() + (mark?.kind === 'runs beside' ? PRINT_MS : 0);
  for (;;) {
    const output = await printed();
    const missing = missingFrom(shown, output);
    if (missing.length === 0) return [];
    if (elapsedMs() >= end) return [`line ${line} shows:`, ...missing, 'and printed:', output];
    await wait(100);
  }
}

/** Ends whatever of a process group is left. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * A folder for the front of `PATH` whose `npx florin` starts the program as npm does, without the second that npm
 * itself takes each time.
 */
export async function makeQuickNpx(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-npx-'));
  const path = join(folder, 'npx');
  await writeFile(
    path,
    `#!/bin/sh\n[ "$1" = florin ] || exit 127\nshift\nexec '${process.execPath}' '${programFile()}' "$@"\n`,
  );
  await chmod(path, 0o755);
  return folder;
}
