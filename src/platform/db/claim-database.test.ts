import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { claimDatabase, refuseOtherMode } from './claim-database.ts';

const NOW = new Date('2026-01-02T03:04:05.000Z');

it('refuses another mode than the one that used the database first', async () => {
  await using test = await testDatabase();
  await refuseOtherMode(test.db, 'production');
  await claimDatabase(test.db, 'production', NOW);
  await claimDatabase(test.db, 'production', NOW);
  await refuseOtherMode(test.db, 'production');
  const message = 'This database belongs to a production installation and cannot serve sandbox';
  await expect(refuseOtherMode(test.db, 'sandbox')).rejects.toThrow(message);
  await expect(claimDatabase(test.db, 'sandbox', NOW)).rejects.toThrow(message);
});

it('has nothing against a database without a schema', async () => {
  await using test = await testDatabase();
  await sql`drop table installation`.execute(test.db);
  await refuseOtherMode(test.db, 'sandbox');
});
