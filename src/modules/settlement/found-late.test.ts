import { expect, it } from 'vitest';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { settlementWorld } from '../../../tests/support/settlement-world.ts';

const database = useTestDatabase();

it('a link that late money settled is not late once money is found that was in time', async () => {
  const ctx = testContext({ db: database.db });
  const world = await settlementWorld(ctx);
  const link = await insertLink(ctx.db, { status: 'expired', expiresAt: TEST_TIME });
  const blockTime = new Date(TEST_TIME.getTime() + 1);
  const late = world.transferOf(link, world.block(10n), { blockTime, logIndex: 4 });
  await world.happen(ctx, world.blocks(world.block(10n), [late]));
  expect(await world.linkRow(link)).toMatchObject({ status: 'completed', settled_late: true });
  // A node had lost the logs of an older block, which was scanned again.
  const missed = world.transferOf(link, world.block(9n));
  await world.happen(ctx, world.blocks(world.block(11n), [missed]));
  expect(await world.linkRow(link)).toMatchObject({ status: 'completed', settled_late: false });
});
