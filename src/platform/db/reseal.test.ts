import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DataVault, openDataVault } from '#kit/data-vault.ts';
import { systemRandom } from '#kit/secret.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { countSealed, type ResealedBatch, resealBatch } from './reseal.ts';

const NOTES = { table: 'note_of_a_test', column: 'note' };
const key = (version: number) => ({ version, bytes: Buffer.alloc(32, version) });
const older = openDataVault([key(1)], systemRandom);
const newer = openDataVault([key(2), key(1)], systemRandom);

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  await sql`create table note_of_a_test (
    id text primary key, account_id text not null, note bytea, note_key_version integer
  )`.execute(database.db);
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`truncate note_of_a_test`.execute(database.db);
});

const placeOf = (id: string) => ({ accountId: 'acc', id, ...NOTES });

async function write(vault: DataVault, id: string, text: string): Promise<void> {
  const { bytes, keyVersion } = vault.seal(text, placeOf(id));
  await sql`insert into note_of_a_test values (${id}, 'acc', ${bytes}, ${keyVersion})
    on conflict (id) do update set note = ${bytes}, note_key_version = ${keyVersion}`.execute(
    database.db,
  );
}

/** Every text, by the id of its row. */
async function readAll(vault: DataVault): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; note: Buffer; note_key_version: number }>`
    select * from note_of_a_test where note is not null`.execute(database.db);
  return Object.fromEntries(
    rows.map(({ id, note: bytes, note_key_version: keyVersion }) => [
      id,
      vault.open({ bytes, keyVersion }, placeOf(id)),
    ]),
  );
}

const reseal = (afterId = '', dataVault = newer, limit = 2): Promise<ResealedBatch> =>
  resealBatch({ db: database.db, dataVault }, NOTES, { afterId, limit });

describe('sealing a table anew', () => {
  it('moves every value to the first key, batch by batch', async () => {
    for (const id of ['a', 'b', 'c']) await write(older, id, `text of ${id}`);
    await write(newer, 'd', 'text of d');
    await sql`insert into note_of_a_test values ('e', 'acc')`.execute(database.db);
    expect(await reseal()).toEqual({ resealed: 2, problems: [], lastId: 'b' });
    expect(await countSealed(database, NOTES)).toEqual(
      new Map([
        [2, 3],
        [1, 1],
      ]),
    );
    expect(await reseal('b')).toEqual({ resealed: 1, problems: [], lastId: undefined });
    expect(await countSealed(database, NOTES)).toEqual(new Map([[2, 4]]));
    const texts = Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, `text of ${id}`]));
    expect(await readAll(openDataVault([key(2)], systemRandom))).toEqual(texts);
  });

  it('leaves a batch whole when it is killed in the middle, and goes on from there', async () => {
    for (const id of ['a', 'b', 'c']) await write(older, id, id);
    let sealed = 0;
    const dying: DataVault = {
      ...newer,
      seal: (...args) => {
        sealed += 1;
        if (sealed === 2) throw new Error('killed');
        return newer.seal(...args);
      },
    };
    await expect(reseal('', dying)).rejects.toThrow('killed');
    expect(await countSealed(database, NOTES)).toEqual(new Map([[1, 3]]));
    expect(await readAll(newer)).toEqual({ a: 'a', b: 'b', c: 'c' });
    await reseal('', newer, 10);
    expect(await countSealed(database, NOTES)).toEqual(new Map([[2, 3]]));
  });

  it('keeps what a running process writes at the same time', async () => {
    await write(older, 'a', 'before');
    const writing: DataVault = {
      ...newer,
      open: (...args) => {
        // The row is locked, so that the writer comes after this transaction.
        written = write(older, 'a', 'after');
        return newer.open(...args);
      },
    };
    let written: Promise<void> | undefined;
    await reseal('', writing);
    await written;
    expect(await readAll(newer)).toEqual({ a: 'after' });
    // A process that still seals with the other key leaves work for the next run.
    expect(await reseal()).toMatchObject({ resealed: 1 });
    expect(await readAll(newer)).toEqual({ a: 'after' });
  });

  it('leaves what does not open, says why, and goes on behind it', async () => {
    await write(openDataVault([key(9)], systemRandom), 'a', 'of a lost key');
    await write(older, 'b', 'b');
    expect(await reseal()).toEqual({
      resealed: 1,
      problems: ['note_of_a_test.note of a was sealed with key 9, which is not among the keys'],
      lastId: 'b',
    });
    expect(await countSealed(database, NOTES)).toEqual(
      new Map([
        [9, 1],
        [2, 1],
      ]),
    );
  });

  it('does the same work once where two runs meet', async () => {
    for (const id of ['a', 'b', 'c']) await write(older, id, id);
    const runs = await Promise.all([reseal('', newer, 10), reseal('', newer, 10)]);
    expect(runs.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(3);
    expect(await readAll(newer)).toEqual({ a: 'a', b: 'b', c: 'c' });
  });
});
