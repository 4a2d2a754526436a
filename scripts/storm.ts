import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Verdict } from '../tests/storm/judge-storm.ts';
import { type Progress, runStorm } from '../tests/storm/run-storm.ts';
import { relayedDatabase } from '../tests/support/relayed-database.ts';

const SECONDS = 300;
const DATABASE_CRASHES = 1;
/** A line each so many kills; there is one each second. */
const REPORT_EVERY = 10;

const USAGE =
  'Usage: npm run storm -- [--seconds 300] [--database-crashes 1] [--seed 1] [--json]\n';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: `${SECONDS}` },
    'database-crashes': { type: 'string', default: `${DATABASE_CRASHES}` },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** A count from the command line; anything else ends the run with a word. */
function countOf(name: 'seconds' | 'database-crashes' | 'seed'): number {
  const count = Number(values[name]);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new Error(`--${name} is a count, such as 10`);
}

function print({ kills, links, payments }: Progress): void {
  if (kills % REPORT_EVERY !== 0) return;
  process.stderr.write(`${kills} kills, ${links} links made, ${payments} paid\n`);
}

function describe(verdict: Verdict): string {
  const { problems, calls, unanswered, unavailable, posts, repeated } = verdict;
  return [
    `${verdict.kills} processes and ${verdict.databaseCrashes} databases killed; all at rest after ${verdict.seconds.toFixed(0)} s`,
    `${verdict.links} links made and ${verdict.payments} of them paid; ${verdict.sent} schedules and held payments; ${calls} calls, ${unanswered} unanswered, ${unavailable} answered 503`,
    `${posts} webhooks of payments came, ${repeated} of them again under the same id`,
    `load of the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}`,
    ...(problems.length === 0
      ? ['✓ Nothing was lost, doubled or invented.']
      : problems.map((problem) => `✗ ${problem}`)),
  ].join('\n');
}

async function run(): Promise<void> {
  const size = {
    seconds: countOf('seconds'),
    databaseCrashes: countOf('database-crashes'),
    seed: countOf('seed'),
  };
  await using database = await relayedDatabase();
  const verdict = await runStorm({ database, ...size, onProgress: print });
  process.stdout.write(`${values.json ? JSON.stringify(verdict) : describe(verdict)}\n`);
  if (verdict.problems.length > 0) process.exitCode = 1;
}

if (values.help) {
  process.stdout.write(USAGE);
} else {
  await run().catch((error: unknown) => {
    process.stderr.write(`The storm failed: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
}
