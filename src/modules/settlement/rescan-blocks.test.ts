import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import {
  type ReconciliationWorld,
  reconciliationWorld,
} from '../../../tests/support/reconciliation-world.ts';
import { rescanBlocks } from './rescan-blocks.ts';

const database = useTestDatabase();
let ctx: Context;
let world: ReconciliationWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await reconciliationWorld(ctx);
});

describe('reading blocks again', () => {
  const rescan = async (from = 1n, to?: bigint) => {
    const found = [];
    for await (const chunk of rescanBlocks(ctx, world.scanned(), { from, to }))
      found.push(...chunk.found);
    return found;
  };

  it('writes down what was missed, once, and leaves the cursor where it is', async () => {
    await world.happen(ctx, world.blocks(world.block(9n)));
    const link = await insertLink(ctx.db);
    world.onChain.push(world.transferOf(link, world.block(5n)));
    expect(await world.differences()).toMatchObject([
      { kind: 'transfer_missing', blockNumber: 5n },
    ]);
    expect(await rescan()).toMatchObject([{ blockNumber: 5n, creditedUnits: 12_500_000n }]);
    expect(await rescan()).toEqual([]);
    await world.happen(ctx, world.blocks(world.block(10n)));
    expect(await world.differences()).toEqual([]);
    expect((await world.linkRow(link)).status).toBe('completed');
    expect(await world.eventsOf(link)).toHaveLength(1);
  });

  it('is taken back by a later reorg like anything else', async () => {
    await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(12n)));
    const link = await insertLink(ctx.db);
    world.onChain.push(world.transferOf(link, world.block(11n)));
    expect(await rescan(11n)).toHaveLength(1);
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
    expect(await world.transferStatuses(link)).toEqual(['undone']);
  });

  it('writes nothing of blocks that are not those that were scanned', async () => {
    await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(12n)));
    const link = await insertLink(ctx.db);
    world.onChain.push(world.transferOf(link, world.block(12n, 'fork')));
    await expect(rescan()).rejects.toThrow('were replaced while others were read');
    expect(await world.transferStatuses(link)).toEqual([]);
  });

  it('refuses blocks that watchers have not reached', async () => {
    await world.happen(ctx, world.blocks(world.block(9n)));
    await expect(rescan(1n, 10n)).rejects.toMatchObject({ code: 'block_not_reached' });
  });
});
