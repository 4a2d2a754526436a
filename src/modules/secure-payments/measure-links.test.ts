import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { writeManyLinks } from '../../../tests/support/many-links.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { measureLinks } from './measure-links.ts';
import { countLinks } from './store/measures.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

it('counts few links one by one, and reports many what was sampled, whatever there is to count', async () => {
  expect(await measureLinks(ctx)).toEqual([]);
  for (const status of ['pending', 'pending', 'completed', 'expired']) {
    await insertLink(ctx.db, { status });
  }
  const few = [
    { status: 'completed', links: 1 },
    { status: 'expired', links: 1 },
    { status: 'pending', links: 2 },
  ];
  expect(await measureLinks(ctx)).toEqual(few);
  await sql`analyze secure_payment`.execute(ctx.db);
  expect(await measureLinks(ctx)).toEqual(few);

  await writeManyLinks(ctx.db, { from: 1, to: 9_000 }, 'pending');
  await writeManyLinks(ctx.db, { from: 9_001, to: 12_000 }, 'paid');
  await sql`analyze secure_payment`.execute(ctx.db);
  const many = new Map((await measureLinks(ctx)).map(({ status, links }) => [status, links]));
  const sum = [...many.values()].reduce((a, b) => a + b, 0);
  expect(sum).toBeGreaterThan(11_000);
  expect(sum).toBeLessThan(13_000);
  expect(many.get('pending')).toBeGreaterThan(8_000);
  expect(many.get('completed')).toBeGreaterThan(2_000);
});

it('returns nothing where the number is not known yet', async () => {
  await sql`update pg_class set reltuples = -1 where oid = 'secure_payment'::regclass`.execute(
    ctx.db,
  );
  expect(await countLinks(ctx, 100)).toEqual([]);
});
