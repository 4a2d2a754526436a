import { expect, it } from 'vitest';
import type { Fate } from '../support/faulty-database.ts';
import { useRunDatabase } from './run-database.ts';
import { type Death, type Ending, runScenario } from './scenario.ts';

const database = useRunDatabase();

/** Runs the scenario in an empty database, as often as needed. */
async function rebuild(death?: Death): Promise<Ending> {
  return await runScenario(await database.empty(), death);
}

/**
 * To be killed after a statement is to be killed before the next, as nothing of the process is left; and
 * a lost read-only answer is like a call that was never made.
 */
const WALKS: readonly (readonly [Fate, (what: string) => boolean])[] = [
  ['killed_before', () => true],
  ['lost_before', () => true],
  ['lost_after', (what) => !/^\s*select\b/i.test(what)],
];

it.each(WALKS)(
  'a payment, its end and its return end alike wherever somebody is %s a statement or a call',
  { timeout: 240_000 },
  async (fate, matters) => {
    const undisturbed = await rebuild();
    expect(undisturbed.stored).toContain('link completed false');
    expect(undisturbed.points).toContain('commit');
    for (const [index, what] of undisturbed.points.entries()) {
      if (!matters(what)) continue;
      const { stored, diedOver } = await rebuild({ at: index + 1, fate });
      expect(diedOver).toBe(what);
      expect(stored, `${fate} point ${index + 1}: ${what}`).toEqual(undisturbed.stored);
    }
  },
);
