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

/** So many more worlds are run at most, where those of the seeds no longer show all that they are there for. */
const MORE_WORLDS = 12;

/**
 * Expects that no world of these seeds has a problem, and that in some of them all happens that they are there for; what does not
 * is looked for in further ones.
 */
export async function expectNoProblems(
  run: (seed: string) => Promise<Outcome>,
  { seeds, happens, again }: WorldsToJudge,
): Promise<void> {
  const tallies: Outcome['tally'][] = [];
  const judge = async (seed: string) => {
    const { problems, tally } = await run(seed);
    expect([seed, problems], again).toEqual([seed, []]);
    tallies.push(tally);
  };
  const missing = () => happens.filter((what) => tallies.every((tally) => !tally[what]));
  for (const seed of seeds) await judge(seed);
  for (let i = 1; i <= MORE_WORLDS && missing().length > 0; i += 1) await judge(`further ${i}`);
  expect(missing()).toEqual([]);
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
