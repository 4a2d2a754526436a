import { relative } from 'node:path';
import process from 'node:process';
import { elapsedMs, processAgeMs } from '#kit/clock.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { openLog } from '#platform/log.ts';
import { printBox } from '#sandbox/box.ts';
import { READY_MESSAGE } from '#sandbox/spawn-sandbox.ts';
import { type Running, startFlorin } from '../start.ts';
import type { Engine } from '../start-engines.ts';
import { type Environment, readConfig } from './read-config.ts';

/** Everything must have ended by then; Ctrl-C promises it. */
const STOP_TIMEOUT_MS = 5_000;
/**
 * The terminal sends one Ctrl-C to us and to npm, and npm passes it on to us: what follows within
 * this time is the same one. A person who wants to force it presses again later than that.
 */
const SAME_SIGNAL_MS = 500;

/**
 * Runs engines until the process is stopped. A failure to start that a person can fix is one
 * sentence and exit code 1; a second Ctrl-C ends at once.
 */
export async function runEngines(
  environment: Environment,
  engines: readonly Engine[],
): Promise<void> {
  const config = readConfig(environment);
  const log = openLog({ level: config.logLevel, mode: config.mode });
  const options = untilStopped();
  const starting = startFlorin(config, { engines: new Set(engines), log });
  const running = await starting.catch((error: unknown) => {
    if (!(error instanceof Refusal || error instanceof Outage)) throw error;
    process.stderr.write(`Florin did not start: ${error.message}\n`);
    return undefined;
  });
  if (running === undefined) {
    process.exit(1);
  }
  announce(running, { home: config.home, engines });
  process.send?.(READY_MESSAGE);
  await options;
  await stop(running);
}

/** Resolves at the first signal to stop; from then on a second one ends the process. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let firstAtMs: number | undefined;
    const report = () => {
      if (firstAtMs !== undefined && elapsedMs() - firstAtMs > SAME_SIGNAL_MS) process.exit(130);
      firstAtMs ??= elapsedMs();
      resolve();
    };
    process.on('SIGINT', report);
    process.on('SIGTERM', report);
  });
}

interface Announced {
  readonly home: string;
  readonly engines: readonly Engine[];
}

function announce(running: Running, { home, engines }: Announced): void {
  const { sandbox, urls, monitoringUrl } = running;
  const startedInMs = processAgeMs();
  const watched = monitoringUrl === undefined ? '' : `; metrics ${monitoringUrl}/metrics`;
  if (sandbox !== undefined) {
    const shown = relative(process.cwd(), home) || home;
    process.stdout.write(printBox({ sandbox, home: shown, startedInMs }));
    if (monitoringUrl !== undefined) process.stdout.write(`Metrics: ${monitoringUrl}/metrics\n`);
    return;
  }
  const seconds = (startedInMs / 1000).toFixed(1);
  const where = engines.includes('serve') ? `; API ${urls.api}, pay page ${urls.pay}` : '';
  process.stdout.write(
    `Florin runs (${engines.join(', ')}), ready in ${seconds} s${where}${watched}\n`,
  );
}

async function stop(running: Running): Promise<never> {
  const late = setTimeout(() => {
    process.stderr.write('Stopping took too long; ended without waiting any further.\n');
    process.exit(1);
  }, STOP_TIMEOUT_MS);
  const well = await running.stop();
  clearTimeout(late);
  process.exit(well ? 0 : 1);
}
