import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** Something that can tell why a test failed: what a process printed, what a page shows. */
interface DiagnosisSource {
  readonly title: string;
  readonly read: () => string | Promise<string>;
}

/** How long a source may take: what failed may also be what no longer answers. */
const READ_MS = 5_000;
/** What of a process's output is repeated. */
const LAST_LINES = 60;
const ALARMING_LINES_MAX = 40;
/** Levels as the readable log and the JSON log write them. */
const ALARMING = /^\d\d:\d\d:\d\d (warn|error|fatal) |"level":"(warn|error|fatal)"/;

// Files that share a process share these lists; each file clears what it added.
let ofFile: DiagnosisSource[] = [];
let ofTest: DiagnosisSource[] = [];
let isInTest = false;

/**
 * Adds what is printed when the running test fails, or any test of the file where none runs yet. It is read after the test has
 * disposed of what it held: what is about to end calls `readNow`, and is not read again.
 */
export function addDiagnosis(
  title: string,
  read: DiagnosisSource['read'],
): { readonly readNow: () => Promise<void> } {
  let kept: string | undefined;
  (isInTest ? ofTest : ofFile).push({ title, read: () => kept ?? readInTime(read) });
  return {
    readNow: async () => {
      kept = await readInTime(read);
    },
  };
}

/** Begins the sources of a test. */
export function beginTest(): void {
  isInTest = true;
  ofTest = [];
}

/** Ends the sources of a test. */
export function endTest(): void {
  isInTest = false;
  ofTest = [];
}

/** Ends the sources of a file. */
export function endFile(): void {
  ofFile = [];
}

/** What all sources say, each under its title; empty when there are none. */
export async function readDiagnosis(): Promise<string> {
  const sources = [...ofFile, ...ofTest];
  if (sources.length === 0) return '';
  const load = loadavg().map((value) => value.toFixed(1));
  const texts = await Promise.all(
    sources.map(async ({ title, read }) => `--- ${title}\n${await read()}`),
  );
  return [`--- load of the machine: ${load.join(', ')}`, ...texts].join('\n');
}

async function readInTime(read: DiagnosisSource['read']): Promise<string> {
  const ended = new AbortController();
  try {
    const late = wait(READ_MS, 'did not answer in time', { signal: ended.signal });
    return await Promise.race([Promise.resolve().then(read), late]);
  } catch (error) {
    return `could not be read: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    ended.abort();
  }
}

/** The end of a process's output, below the warnings and errors that came before it. */
export function summarizeOutput(output: string): string {
  const lines = output.trimEnd().split('\n');
  const earlier = lines.slice(0, -LAST_LINES).filter((line) => ALARMING.test(line));
  const shown = earlier.slice(-ALARMING_LINES_MAX);
  const heading = `(${lines.length} lines; warnings and errors among the first: ${earlier.length})`;
  return [heading, ...shown, '...', ...lines.slice(-LAST_LINES)].join('\n');
}
