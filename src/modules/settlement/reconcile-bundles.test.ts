import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { insertPayouts, newBundle } from '../../../tests/support/bundles.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import {
  type ReconciliationWorld,
  reconciliationWorld,
} from '../../../tests/support/reconciliation-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { writeUnchecked } from '../../../tests/support/write-unchecked.ts';

const database = useTestDatabase();
let ctx: Context;
let world: ReconciliationWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db, chains: connected(stillChain('sepolia')) });
  world = await reconciliationWorld(ctx);
});

describe('a bundle', () => {
  const setBundle = (status: string) =>
    writeUnchecked(database.db, sql`update multicall_payout set status = ${status}`);

  it.each([
    [2, 'pending', 'completed: 2 of 2 parts are paid'],
    [2, 'expired', 'completed: 2 of 2 parts are paid'],
    [1, 'completed', 'pending or partially_settled: 1 of 2 parts are paid'],
    [1, 'expired', 'pending or partially_settled: 1 of 2 parts are paid'],
    [0, 'partially_settled', 'pending or expired: 0 of 2 parts are paid'],
  ])(
    'with %i of two parts paid that is %s is found, and nothing beside it',
    async (paid, status, expected) => {
      const bundle = await newBundle(ctx, await insertPayouts(ctx, [{}, {}]));
      const block = world.block(10n);
      const transfers = bundle.links
        .slice(0, paid)
        .map((link, logIndex) => world.transferOf(link, block, { logIndex }));
      world.onChain.push(...transfers);
      await world.happen(ctx, world.blocks(block, transfers));
      expect(await world.differences()).toEqual([]);
      await setBundle(status);
      const found = (await world.differences()).filter(({ blockNumber }) => blockNumber === null);
      expect(found).toMatchObject([
        {
          kind: 'bundle_in_wrong_status',
          expected,
          found: status,
          securePaymentToken: bundle.token,
        },
      ]);
    },
  );

  it('that was not ended is found an hour after its deadline', async () => {
    const bundle = await newBundle(ctx, await insertPayouts(ctx, [{}, {}]));
    const block = world.block(10n);
    const transfers = bundle.links.slice(0, 1).map((link) => world.transferOf(link, block));
    world.onChain.push(...transfers);
    await world.happen(ctx, world.blocks(block, transfers));
    const at = (interval: string) =>
      writeUnchecked(
        database.db,
        sql`update multicall_payout set expires_at = ${ctx.now()}::timestamptz - ${interval}::interval`,
      );
    await at('59 minutes');
    expect(await world.differences()).toEqual([]);
    await at('61 minutes');
    expect(await world.differences()).toMatchObject([
      {
        kind: 'bundle_in_wrong_status',
        expected: expect.stringContaining('ended, as its deadline'),
      },
    ]);
  });
});
