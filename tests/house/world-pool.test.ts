import { describe, expect, it } from 'vitest';
import { openWorldPool, type WorldSettings } from '../support/world-pool.ts';

/** Longer than any test takes. */
const LONG_MS = 1_000_000;

/** Worlds that are numbers, and which of them were ended. */
function numbered(idleMs: number) {
  const started: WorldSettings[] = [];
  const ended: number[] = [];
  const pool = openWorldPool({
    start: async (settings) => started.push(settings),
    stop: async (world) => void ended.push(world),
    idleMs,
  });
  return { pool, started, ended };
}

describe('the worlds that test files share', () => {
  it('are lent to one file at a time, and given on to the next with the same settings', async () => {
    const { pool, started } = numbered(LONG_MS);
    const one = await pool.lend({ A: '1', B: '2' });
    const other = await pool.lend({ A: '1', B: '2' });
    expect([one.world, other.world]).toEqual([1, 2]);
    one.giveBack();
    one.giveBack();
    expect((await pool.lend({ B: '2', A: '1' })).world).toBe(1);
    expect((await pool.lend({ A: '1', B: '2' })).world).toBe(3);
    expect((await pool.lend({ A: '1' })).world).toBe(4);
    expect(started[3]).toEqual({ A: '1' });
    await pool.end();
  });

  it('are ended once nobody has asked for them for long, and all at the end of the run', async () => {
    const { pool, ended } = numbered(1);
    const one = await pool.lend({});
    const other = await pool.lend({});
    one.giveBack();
    await expect.poll(() => ended).toEqual([one.world]);
    expect((await pool.lend({})).world).toBe(3);
    await pool.end();
    expect(ended.toSorted()).toEqual([1, other.world, 3]);
  });

  it('are asked for again after a start that failed', async () => {
    let tries = 0;
    const pool = openWorldPool({
      start: async () => {
        tries += 1;
        if (tries === 1) throw new Error('no port is free');
        return tries;
      },
      stop: async () => undefined,
      idleMs: LONG_MS,
    });
    await expect(pool.lend({})).rejects.toThrow('no port is free');
    expect((await pool.lend({})).world).toBe(2);
    await pool.end();
  });
});
