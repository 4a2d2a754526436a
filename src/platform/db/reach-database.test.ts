import { pino } from 'pino';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from './pool.ts';
import { reachDatabase } from './reach-database.ts';

const log = pino({ level: 'silent' });

it('reports in one sentence, and without the password, why a database cannot be used', async () => {
  const { db, close } = openDatabase('postgres://florin:hush@127.0.0.1:1/florin', { log });
  const reason = await reachDatabase(db).then(() => '', String);
  expect(reason).toContain('The database of DATABASE_URL cannot be used (connect ECONNREFUSED');
  expect(reason).not.toContain('hush');
  await close();
});

it('is content with one that answers', async () => {
  await using test = await testDatabase();
  await reachDatabase(test.db);
});
