import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { claimDatabase, type Mode } from './claim-database.ts';
import type { Database } from './database.ts';
import {
  CLOCK_OFFSET_MS_MAX,
  moveClock,
  readClockOffset,
  refuseMovedClock,
} from './sandbox-clock.ts';

const NOW = new Date('2026-01-02T03:04:05.000Z');
const DAY_MS = 86_400_000;

async function databaseOf(mode: Mode) {
  const test = await testDatabase();
  await claimDatabase(test.db, mode, NOW);
  return test;
}

const moveNothing = (_: number): Promise<void> => Promise.resolve();
const move = (db: Database, aheadMs: number, moveOthers = moveNothing) =>
  moveClock(db, { aheadMs, movedAt: NOW, moveOthers });

describe('the clock of a sandbox', () => {
  it('goes ahead by each move, and moves others to where it will be before anybody sees it', async () => {
    await using test = await databaseOf('sandbox');
    expect(await readClockOffset(test.db)).toBe(0);
    const seen: number[] = [];
    const moveOthers = async (offsetMs: number) => {
      seen.push(offsetMs, await readClockOffset(test.db));
    };
    expect(await move(test.db, DAY_MS, moveOthers)).toBe(DAY_MS);
    expect(await move(test.db, 2 * DAY_MS, moveOthers)).toBe(3 * DAY_MS);
    expect(seen).toEqual([DAY_MS, 0, 3 * DAY_MS, DAY_MS]);
  });

  it('counts both of two moves at the same time', async () => {
    await using test = await databaseOf('sandbox');
    const ends = await Promise.all([move(test.db, DAY_MS), move(test.db, 2 * DAY_MS)]);
    expect(Math.max(...ends)).toBe(3 * DAY_MS);
    expect(await readClockOffset(test.db)).toBe(3 * DAY_MS);
  });

  it('stays where it is when something cannot follow it', async () => {
    await using test = await databaseOf('sandbox');
    const fail = () => Promise.reject(new Error('no node'));
    await expect(move(test.db, DAY_MS, fail)).rejects.toThrow('no node');
    expect(await readClockOffset(test.db)).toBe(0);
  });

  it('goes no further than ten years in all', async () => {
    await using test = await databaseOf('sandbox');
    await move(test.db, CLOCK_OFFSET_MS_MAX);
    const message = 'The clock can be moved by ten years in all.';
    await expect(move(test.db, 1)).rejects.toThrow(message);
    expect(await readClockOffset(test.db)).toBe(CLOCK_OFFSET_MS_MAX);
  });

  it('is refused to a database of production, and such a database with a moved clock to all', async () => {
    await using test = await databaseOf('production');
    const message = 'Only the clock of a sandbox can be moved.';
    await expect(move(test.db, DAY_MS)).rejects.toThrow(message);
    await refuseMovedClock(test.db);
    const row = { offset_ms: BigInt(DAY_MS), moved_at: NOW };
    await test.db.insertInto('sandbox_clock').values(row).execute();
    await expect(refuseMovedClock(test.db)).rejects.toThrow('(table sandbox_clock)');
  });
});
