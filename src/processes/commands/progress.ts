import process from 'node:process';
import { elapsedMs } from '#kit/clock.ts';

/** Seldom enough to be read. */
const TELL_EVERY_MS = 2_000;

/** Tells a person how far something long got, and nobody else: the answer stands elsewhere. */
export function openProgress(): { tell(words: string): void; end(): void } {
  const startedAt = elapsedMs();
  let toldAt = startedAt;
  let told = false;
  return {
    tell: (words) => {
      if (elapsedMs() - toldAt < TELL_EVERY_MS) return;
      toldAt = elapsedMs();
      told = true;
      process.stderr.write(`… ${words}\n`);
    },
    end: () => {
      if (!told) return;
      const seconds = ((elapsedMs() - startedAt) / 1000).toFixed(1);
      process.stderr.write(`… done after ${seconds} s\n`);
    },
  };
}
