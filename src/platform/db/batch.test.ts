import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openBatch } from './batch.ts';

/** The error of PostgreSQL for a row that exists already. */
function duplicate(row: number): pg.DatabaseError {
  const error = new pg.DatabaseError(`duplicate ${row}`, 0, 'error');
  error.code = '23505';
  return error;
}

/** A table in memory that refuses some rows, all or nothing, and records what it was given to write. */
function table(refused: ReadonlyMap<number, Error> = new Map()) {
  const calls: (readonly number[])[] = [];
  const written: number[] = [];
  let running = 0;
  let most = 0;
  const write = async (rows: readonly number[]) => {
    calls.push(rows);
    running += 1;
    most = Math.max(most, running);
    for (const _ of Array(4)) await new Promise(setImmediate);
    running -= 1;
    for (const row of rows) {
      const error = refused.get(row);
      if (error !== undefined) throw error;
    }
    written.push(...rows);
    return (row: number) => `${row} is written`;
  };
  return { calls, written, write, mostAtOnce: () => most };
}

const numbers = (length: number) => Array.from({ length }, (_, row) => row);

describe('a batch', () => {
  it('writes what comes at the same time by one statement', async () => {
    const { calls, write } = table();
    const add = openBatch({ run: write, rowsMax: 100, flushesMax: 2 });
    await Promise.all(numbers(50).map(add));
    expect(calls).toEqual([numbers(50)]);
  });

  it('takes so many rows into a statement and runs so many statements, not more', async () => {
    const { calls, written, write, mostAtOnce } = table();
    const add = openBatch({ run: write, rowsMax: 10, flushesMax: 2 });
    await Promise.all(numbers(95).map(add));
    expect(calls.map((rows) => rows.length)).toEqual([...Array(9).fill(10), 5]);
    expect(mostAtOnce()).toBe(2);
    expect(written.toSorted((a, b) => a - b)).toEqual(numbers(95));
  });

  it('resolves a row when it is written, and not before', async () => {
    const { written, write } = table();
    const add = openBatch({ run: write, rowsMax: 2, flushesMax: 1 });
    await Promise.all(
      numbers(7).map(async (row) => {
        await add(row);
        expect(written).toContain(row);
      }),
    );
  });

  it('reports the error of a bad row to its caller alone, and writes the other rows', async () => {
    const refused = new Map([3, 7].map((row) => [row, duplicate(row)]));
    const { written, write } = table(refused);
    const add = openBatch({ run: write, rowsMax: 100, flushesMax: 2 });
    const ends = await Promise.allSettled(numbers(10).map(add));
    for (const [row, end] of ends.entries()) {
      const error = refused.get(row);
      expect(end).toEqual(
        error
          ? { status: 'rejected', reason: error }
          : { status: 'fulfilled', value: `${row} is written` },
      );
    }
    expect(written).toEqual(numbers(10).filter((row) => !refused.has(row)));
  });

  // Two hundred rows that each wait for an unreachable server would block their callers for an hour.
  it('does not try rows alone when the failure is not a row’s', async () => {
    const away = new Error('Connection terminated unexpectedly');
    const { calls, write } = table(new Map([[0, away]]));
    const add = openBatch({ run: write, rowsMax: 100, flushesMax: 2 });
    const ends = await Promise.allSettled(numbers(10).map(add));
    expect(ends).toEqual(Array(10).fill({ status: 'rejected', reason: away }));
    expect(calls).toHaveLength(1);
  });

  it('continues after a failure', async () => {
    const { written, write } = table(new Map([[1, duplicate(1)]]));
    const add = openBatch({ run: write, rowsMax: 1, flushesMax: 1 });
    await Promise.allSettled([add(1), add(1)]);
    await add(2);
    expect(written).toEqual([2]);
  });

  it('lets no other call wait for a slow statement, and ends that one as well', async () => {
    const { promise: stuck, resolve: release } = Promise.withResolvers<void>();
    const { written, write } = table();
    const run = async (rows: readonly number[]) => {
      if (rows.includes(0)) await stuck;
      return await write(rows);
    };
    const add = openBatch({ run, flushesMax: 1, slowMs: 5 });
    const first = add(0);
    await new Promise(setImmediate);
    await add(1);
    expect(written).toEqual([1]);
    release();
    expect(await first).toBe('0 is written');
    await add(2);
    expect(written).toEqual([1, 0, 2]);
  });
});
