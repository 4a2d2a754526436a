import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { elapsedMs } from '#kit/clock.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/pool.ts';
import { eraseEmbeddedPostgres } from '#sandbox/database/choose-folder.ts';
import { startEmbeddedPostgres } from '#sandbox/database/start.ts';
import type { Verdict } from '../tests/soak/judge-soak.ts';
import { runSoak } from '../tests/soak/run-soak.ts';
import type { Progress } from '../tests/soak/soak-plan.ts';

const EVENTS = 20_000;
const KILLS = 10;
/** Without a terminal, a line each ten seconds is enough. */
const PLAIN_EVERY_MS = 10_000;

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: `${EVENTS}` },
    kills: { type: 'string', default: `${KILLS}` },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** A PostgreSQL of its own, durable as in production; nothing of it is left. */
async function openPostgres() {
  const home = await mkdtemp(join(tmpdir(), 'florin-soak-'));
  const log = pino({ level: 'silent' });
  const server = await startEmbeddedPostgres({ home, log });
  const { db, close } = openDatabase(server.url, { log });
  await migrate(db).finally(close);
  return {
    url: server.url,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await eraseEmbeddedPostgres(home);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** One line that is written over on a terminal, else one each ten seconds. */
function progressLine() {
  const start = elapsedMs();
  const { isTTY } = process.stderr;
  let last = start;
  return {
    show: ({ done, total, kills }: Progress) => {
      const seconds = (elapsedMs() - start) / 1000;
      const rate = done / seconds;
      const left = done === 0 ? '?' : `${Math.ceil((total - done) / rate)}`;
      const line = `${done} of ${total} deliveries ended, ${Math.round(rate)}/s, ${kills} kills, ${left} s left`;
      if (isTTY) process.stderr.write(`\r\x1b[K${line}`);
      else if (elapsedMs() - last >= PLAIN_EVERY_MS) {
        last = elapsedMs();
        process.stderr.write(`${line}\n`);
      }
    },
    end: () => void (isTTY && process.stderr.write('\r\x1b[K')),
  };
}

function describe(verdict: Verdict): string {
  const { problems, memory, underWay, seconds } = verdict;
  const caught = underWay.reduce((sum, count) => sum + count, 0);
  return [
    `${verdict.events} events, ${verdict.deliveries} deliveries, ${verdict.attempts} attempts in ${seconds.toFixed(1)} s`,
    `${verdict.posts} posts, ${verdict.repeated} of them repeated; ${underWay.length} kills caught ${caught} under way (${underWay.join(', ')})`,
    `${verdict.unseen} attempts that ended unanswered before the receiver saw them`,
    `${verdict.starved} deliveries that reached a good receiver four times too late, this machine being busy`,
    `memory of the worker that was never killed: ${memory.earlyMb} MB in the second quarter, ${memory.lateMb} MB in the last; highest of any ${memory.highestMb} MB`,
    `load of the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}`,
    ...(problems.length === 0
      ? ['✓ Nothing was lost, and nothing came twice but what the kills caught.']
      : problems.map((problem) => `✗ ${problem}`)),
  ].join('\n');
}

/** A count from the command line; anything else ends the run with a word. */
function countOf(name: string, text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new Error(`--${name} is a count, such as 1000`);
}

async function run(): Promise<void> {
  const size = { events: countOf('events', values.events), kills: countOf('kills', values.kills) };
  await using postgres = await openPostgres();
  const progress = progressLine();
  const parts = { databaseUrl: postgres.url, ...size, onProgress: progress.show };
  const verdict = await runSoak(parts).finally(progress.end);
  process.stdout.write(`${values.json ? JSON.stringify(verdict) : describe(verdict)}\n`);
  if (verdict.problems.length > 0) process.exitCode = 1;
}

if (values.help) {
  process.stdout.write('Usage: npm run soak -- [--events 20000] [--kills 10] [--json]\n');
} else {
  await run().catch((error: unknown) => {
    process.stderr.write(`The soak failed: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
}
