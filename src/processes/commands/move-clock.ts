import { systemClock } from '#kit/clock.ts';
import { parseDuration } from '#kit/duration.ts';
import { Refusal } from '#kit/failure.ts';
import { moveClock, readClockOffset } from '#platform/db/sandbox-clock.ts';
import { moveNodes } from '#sandbox/move-nodes.ts';
import { readSandboxFile } from '#sandbox/sandbox-file.ts';
import { type OutputOptions, printAnswer } from './print-answer.ts';
import { type Environment, readConfig } from './read-config.ts';
import { withContext } from './with-context.ts';

/** Moves the clock of a running sandbox ahead, its own nodes' with it; everything that is due by then happens. */
export async function advanceClock(
  environment: Environment,
  text: string,
  options: OutputOptions,
): Promise<void> {
  await withContext(environment, async ({ db }) => {
    const aheadMs = parseDuration(text);
    if (aheadMs === undefined) {
      const message = `"${text}" is no length of time: write it like 31d, 1d12h or 90s (w, d, h, m and s).`;
      throw new Refusal('invalid_duration', 400, message);
    }
    const { home, rpcUrls } = readConfig(environment);
    const networks = Object.entries((await readSandboxFile(home))?.networks ?? {});
    const own = networks.filter(([id]) => !rpcUrls.has(id));
    const nodes = new Map(own.map(([id, { rpcUrl }]) => [id, [rpcUrl]] as const));
    const offsetMs = await moveClock(db, {
      aheadMs,
      movedAt: systemClock(),
      moveOthers: (offset) => moveNodes({ home, rpcUrls: nodes }, offset),
    });
    printClock(offsetMs, options);
  });
}

/** Prints the time of a sandbox, and how far its clock was moved. */
export async function showClock(environment: Environment, options: OutputOptions): Promise<void> {
  await withContext(environment, async ({ db }) => {
    printClock(await readClockOffset(db), options);
  });
}

function printClock(offsetMs: number, options: OutputOptions): void {
  const now = new Date(systemClock().getTime() + offsetMs).toISOString();
  const offsetSeconds = Math.round(offsetMs / 1_000);
  const text =
    offsetMs === 0
      ? `It is ${now}: the clock was not moved.`
      : `It is ${now}: the clock is ${wordsOf(offsetSeconds)} ahead.`;
  printAnswer(options, { now, offsetSeconds }, text);
}

/** Such as `31 days, 2 hours`; the two largest units that are not 0. */
function wordsOf(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  let left = seconds;
  const parts = units.flatMap(([name, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`];
  });
  return parts.slice(0, 2).join(', ');
}
