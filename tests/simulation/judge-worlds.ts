import { expect } from 'vitest';
import type { Plant } from './plants.ts';
import type { Outcome } from './run.ts';

interface WorldsToJudge {
  readonly seeds: readonly string[];
  /** What must happen in at least one of them. */
  readonly happens: readonly string[];
  /** How one of them is run again. */
  readonly again?: string;
}

/** Expects that no world of these seeds has a problem, and that in some of them all happens that they are there for. */
export async function expectNoProblems(
  run: (seed: string) => Promise<Outcome>,
  { seeds, happens, again }: WorldsToJudge,
): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const seed of seeds) outcomes.push(await run(seed));
  expect(
    outcomes.map(({ seed, problems }) => [seed, problems]),
    again,
  ).toEqual(seeds.map((seed) => [seed, []]));
  expect(happens.filter((what) => outcomes.every(({ tally }) => !tally[what]))).toEqual([]);
}

/** Expects that one of these worlds has a problem, and that the first one that has shows what the planted bug shows. */
export async function expectShown(
  run: (seed: string) => Promise<Outcome>,
  { seeds, shows }: Pick<Plant, 'shows'> & { readonly seeds: readonly string[] },
): Promise<void> {
  for (const seed of seeds) {
    const { problems } = await run(seed);
    if (problems.length === 0) continue;
    expect(problems).toContainEqual(expect.stringMatching(shows));
    return;
  }
  expect.unreachable('no world showed it');
}
