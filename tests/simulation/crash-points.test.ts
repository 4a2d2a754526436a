import { expect, it } from 'vitest';
import type { Fate, Reach } from '../support/faulty-database.ts';
import { useRunDatabase } from './run-database.ts';
import { type Death, type Ending, runScenario } from './scenario.ts';

const database = useRunDatabase();

/** Runs the scenario in an empty database, as often as needed. */
async function rebuild(death?: Death): Promise<Ending> {
  return await runScenario(await database.empty(), death);
}

/** Nothing of a transaction is left unless its commit was carried out. */
const canLast = ({ what, inTransaction }: Reach) => what === 'commit' || !inTransaction;

/**
 * To be killed after a statement is to be killed before the next, as nothing of the process is left; so within a transaction all
 * of it is as the commit. A lost answer is like a call that was never made where that was to read, or is rolled back.
 */
const WALKS: readonly (readonly [Fate, (reach: Reach) => boolean])[] = [
  ['killed_before', canLast],
  ['lost_before', () => true],
  ['lost_after', (reach) => canLast(reach) && !/^\s*(select|begin)\b/i.test(reach.what)],
];

it.each(WALKS)(
  'a payment, its end and its return end alike wherever somebody is %s a statement or a call',
  // A hundred stories each: where others use the machine, that took longer than four minutes.
  { timeout: 600_000 },
  async (fate, matters) => {
    const undisturbed = await rebuild();
    expect(undisturbed.stored).toContain('link completed false');
    expect(undisturbed.points.map(({ what }) => what)).toContain('commit');
    for (const [index, reach] of undisturbed.points.entries()) {
      if (!matters(reach)) continue;
      const { what } = reach;
      const { stored, diedOver } = await rebuild({ at: index + 1, fate });
      expect(diedOver).toBe(what);
      expect(stored, `${fate} point ${index + 1}: ${what}`).toEqual(undisturbed.stored);
    }
  },
);
