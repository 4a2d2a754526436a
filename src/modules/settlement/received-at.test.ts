import { expect, it } from 'vitest';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { settlementWorld } from '../../../tests/support/settlement-world.ts';

const database = useTestDatabase();

it('a payment is received at the time of its block, whatever our clock is when it settles', async () => {
  const ctx = testContext({ db: database.db, now: () => new Date('2026-03-04T05:06:07.000Z') });
  const world = await settlementWorld(ctx);
  const link = await insertLink(ctx.db);
  const at = world.block(10n);
  const blockTime = new Date('2026-01-05T10:20:30.000Z');
  await world.happen(ctx, world.blocks(at, [world.transferOf(link, at, { blockTime })]));
  const { received_at } = await ctx.db
    .selectFrom('payment')
    .select('received_at')
    .where('request_id', '=', link.requestRowId)
    .executeTakeFirstOrThrow();
  expect(received_at).toEqual(blockTime);
});
