import process from 'node:process';
import { elapsedMs } from '#kit/clock.ts';

/** Seldom enough to be read. */
const REPORT_EVERY_MS = 2_000;

/** Shows a person the progress of a long command, on standard error: the result goes to standard output. */
export function openProgress(): { report(text: string): void; end(): void } {
  const startedAt = elapsedMs();
  let reportedAt = startedAt;
  let options = false;
  return {
    report: (text) => {
      if (elapsedMs() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = elapsedMs();
      options = true;
      process.stderr.write(`… ${text}\n`);
    },
    end: () => {
      if (!options) return;
      const seconds = ((elapsedMs() - startedAt) / 1000).toFixed(1);
      process.stderr.write(`… done after ${seconds} s\n`);
    },
  };
}
