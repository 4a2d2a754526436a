import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { systemClock } from '#kit/clock.ts';

/** What one pass of one contestant measured: named numbers, such as `requestsPerSecond`. */
export type Sample = Readonly<Record<string, number>>;

/** The passes of each contestant, in the order in which they ran. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

/** One of the things that are compared. */
export interface Contestant {
  readonly name: string;
  measure(): Promise<Sample>;
}

/** The question of a benchmark, and how it is measured. */
export interface Question {
  readonly name: string;
  readonly purpose: string;
  run(report: (line: string) => void): Promise<Reading>;
}

/** The answer to a question. */
export interface Reading {
  /** How much was done: connections, seconds, payments. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly samples: Samples;
  readonly ratios: readonly Ratio[];
}

/** A ratio of medians, or a median by itself, compared with its bar. */
export interface Ratio {
  readonly name: string;
  readonly value: number;
  /** The lowest and the highest ratio that any single pass had. */
  readonly spread: readonly [low: number, high: number];
  readonly wanted: 'at least' | 'at most';
  readonly bar: number;
}

/** Three passes show whether a median is an outlier, and keep a run within minutes. */
export const PASSES = 3;

/**
 * Runs the contestants in turn, pass after pass, so that a noisy minute of the machine hits all of
 * them; each pass begins with another one.
 */
export async function compare(
  contestants: readonly Contestant[],
  report: (line: string) => void,
  passes = PASSES,
): Promise<Samples> {
  const samples = new Map<string, Sample[]>(contestants.map(({ name }) => [name, []]));
  for (let pass = 1; pass <= passes; pass += 1) {
    const first = (pass - 1) % contestants.length;
    for (const { name, measure } of [...contestants.slice(first), ...contestants.slice(0, first)]) {
      const sample = await measure();
      samples.get(name)?.push(sample);
      report(`pass ${pass} of ${passes}  ${name.padEnd(16)} ${describe(sample)}`);
    }
  }
  return samples;
}

interface Comparison extends Pick<Ratio, 'name' | 'wanted' | 'bar'> {
  /** Which of the numbers of a pass. */
  readonly number: string;
  /** The contestant that is measured, and the one that it is measured against. */
  readonly of: string;
  readonly to: string;
}

/** How many times as much of a number one contestant has as another. */
export function ratioOf(samples: Samples, comparison: Comparison): Ratio {
  const { number, of, to, ...held } = comparison;
  const [ours, theirs] = [numbersOf(samples, of, number), numbersOf(samples, to, number)];
  const byPass = ours.map((value, pass) => value / (theirs[pass] ?? Number.NaN));
  return {
    ...held,
    value: median(ours) / median(theirs),
    spread: [Math.min(...byPass), Math.max(...byPass)],
  };
}

/** The median of a number of one contestant, compared with a bar of its own unit. */
export function medianOf(
  samples: Samples,
  {
    number,
    of,
    ...held
  }: Pick<Ratio, 'name' | 'wanted' | 'bar'> & Pick<Comparison, 'number' | 'of'>,
): Ratio {
  const numbers = numbersOf(samples, of, number);
  return { ...held, value: median(numbers), spread: [Math.min(...numbers), Math.max(...numbers)] };
}

function numbersOf(samples: Samples, contestant: string, number: string): number[] {
  return (samples.get(contestant) ?? []).map((sample) => sample[number] ?? Number.NaN);
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Stores a reading as a JSON row beside those of other runs, and returns it as text. */
export async function conclude({ name, purpose }: Question, reading: Reading): Promise<string> {
  const at = systemClock().toISOString();
  const row = {
    question: name,
    purpose,
    at,
    machine: machine(),
    ...reading,
    samples: Object.fromEntries(reading.samples),
  };
  await mkdir('bench/results', { recursive: true });
  const file = `bench/results/${name}-${at.replaceAll(':', '-')}.json`;
  await writeFile(file, `${JSON.stringify(row, null, 2)}\n`);
  const ratios = reading.ratios.map(
    (ratio) =>
      `${clears(ratio) ? '✓' : '✗'} ${ratio.name}: ${shorten(ratio.value)} ` +
      `(${ratio.spread.map(shorten).join(' to ')}), wanted ${ratio.wanted} ${ratio.bar}`,
  );
  const [where, sizes] = [row.machine, reading.sizes].map((fields) =>
    Object.entries(fields).map((fact) => fact.join(' ')),
  );
  return [...ratios, `${sizes?.join(', ')}`, `${where?.join(', ')}`, `Kept in ${file}`].join('\n');
}

function machine() {
  return {
    cores: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadOfLastMinute: shorten(loadavg()[0] ?? Number.NaN),
    node: process.version,
  };
}

function clears({ value, bar, wanted }: Ratio): boolean {
  return wanted === 'at least' ? value >= bar : value <= bar;
}

function describe(sample: Sample): string {
  return Object.entries(sample)
    .map(([name, value]) => `${name} ${shorten(value)}`)
    .join('  ');
}

function shorten(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
