import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BlockPoint, ChainUpdate } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { openMeter } from '#platform/metrics.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { settleTransfers } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';
import { findCursors } from './store/blocks.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
});

describe('a reorg', () => {
  const reorg = (ancestor: BlockPoint | undefined): ChainUpdate => ({ type: 'reorg', ancestor });

  it('undoes what it removes: ledger, link and cursor, and reports so', async () => {
    const link = await insertLink(ctx.db);
    await world.happen(
      ctx,
      world.blocks(world.block(9n)),
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
    );
    await world.happen(ctx, reorg(world.block(9n)));
    expect(await world.transferStatuses(link)).toEqual(['undone']);
    expect(await world.activeUnits(link)).toBe(0n);
    expect(await world.linkRow(link)).toEqual({
      status: 'pending',
      settled_late: false,
      completed_at: null,
      request_status: 'created',
    });
    expect(await world.eventsOf(link)).toMatchObject([
      { event: 'payment.confirmed', totalAmountPaid: '12.5' },
      { event: 'payment.reverted', amount: '12.5', totalAmountPaid: '0', expectedAmount: '12.5' },
    ]);
    expect(await findFollowFrom(ctx, 'sepolia')).toMatchObject({
      from: { known: [world.block(9n)], startBlock: undefined },
      at: world.block(9n),
    });
  });

  it('is measured by how many blocks it removed, and logged with that', async () => {
    const meter = openMeter();
    const logged: { readonly depth?: number }[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line)) });
    const measured = { ...ctx, meter, log };
    for (const number of [9n, 10n, 11n, 12n]) {
      await world.happen(measured, world.blocks(world.block(number)));
    }
    await world.happen(measured, reorg(world.block(11n)), reorg(world.block(9n)));
    expect(logged.map(({ depth }) => depth)).toEqual([1, 2]);
    const metrics = await meter.registry.metrics();
    expect(metrics).toContain('chain_reorg_depth_blocks_bucket{le="1",network="sepolia"} 1');
    expect(metrics).toContain('chain_reorg_depth_blocks_bucket{le="2",network="sepolia"} 2');
    expect(metrics).toContain('chain_reorgs_total{network="sepolia"} 2');
  });

  it('counts the same transaction again when it is in another block', async () => {
    const link = await insertLink(ctx.db);
    await world.happen(
      ctx,
      world.blocks(world.block(9n)),
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
      reorg(world.block(9n)),
      world.blocks(world.block(11n, 'fork'), [world.transferOf(link, world.block(11n, 'fork'))]),
    );
    expect(await world.transferStatuses(link)).toEqual(['undone', 'confirmed']);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
    expect((await world.eventsOf(link)).map((event) => event['event'])).toEqual([
      'payment.confirmed',
      'payment.reverted',
      'payment.confirmed',
    ]);
    expect((await world.linkRow(link)).status).toBe('completed');
  });

  it('counts the very same block again when the chain comes back to it', async () => {
    const link = await insertLink(ctx.db);
    const first = world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]);
    await world.happen(ctx, world.blocks(world.block(9n)), first, reorg(world.block(9n)), first);
    expect(await world.transferStatuses(link)).toEqual(['undone', 'confirmed']);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
    expect((await world.linkRow(link)).status).toBe('completed');
  });

  it('removes only vanished blocks from what was final, so that depth never counts instead', async () => {
    const finalAt = (number: bigint, finalizedNumber: bigint): ChainUpdate => {
      const update = world.blocks(world.block(number));
      return update.type === 'blocks' ? { ...update, finalizedNumber } : update;
    };
    const finalNow = async () => (await findCursors(ctx)).map((one) => one.finalizedNumber);
    await world.happen(ctx, finalAt(9n, 4n), finalAt(10n, 5n), reorg(world.block(9n)));
    expect(await finalNow()).toEqual([5n]);
    await world.happen(ctx, finalAt(10n, 10n), reorg(world.block(9n)));
    expect(await finalNow()).toEqual([9n]);
    await world.happen(ctx, world.blocks(world.block(10n)), reorg(world.block(9n)));
    expect(await finalNow()).toEqual([undefined]);
  });

  it('leads a late settlement back to expired', async () => {
    const expiresAt = new Date(TEST_TIME.getTime() - 1);
    const link = await insertLink(ctx.db, { status: 'expired', expiresAt });
    await world.happen(
      ctx,
      world.blocks(world.block(9n)),
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
      reorg(world.block(9n)),
    );
    expect(await world.linkRow(link)).toMatchObject({ status: 'expired', settled_late: false });
  });

  it('leaves a link completed while the rest still covers it', async () => {
    const link = await insertLink(ctx.db);
    await world.happen(
      ctx,
      world.blocks(world.block(9n), [world.transferOf(link, world.block(9n))]),
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
      reorg(world.block(9n)),
    );
    expect((await world.linkRow(link)).status).toBe('completed');
    expect((await world.eventsOf(link)).at(-1)).toMatchObject({
      event: 'payment.reverted',
      totalAmountPaid: '12.5',
    });
  });

  it('reports nothing about a transfer that was only seen', async () => {
    const link = await insertLink(ctx.db);
    const { settings } = ctx;
    ctx = {
      ...ctx,
      settings: { ...settings, confirmationsFor: () => ({ by: 'depth', blocks: 9 }) },
    };
    await world.happen(
      ctx,
      world.blocks(world.block(9n)),
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
      reorg(world.block(9n)),
    );
    expect(await world.transferStatuses(link)).toEqual(['undone']);
    expect(await world.eventsOf(link)).toEqual([]);
  });

  it('beyond everything remembered starts a sandbox over, and stops production', async () => {
    const link = await insertLink(ctx.db);
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
    );
    const { settings } = ctx;
    const inProduction: Context = { ...ctx, settings: { ...settings, mode: 'production' } };
    const step = { at: world.block(10n), update: reorg(undefined) };
    await expect(ingestChainUpdate(inProduction, world.chain, step)).rejects.toThrow(/right one/);
    expect(await world.transferStatuses(link)).toEqual(['confirmed']);
    await world.happen(ctx, reorg(undefined));
    expect(await world.transferStatuses(link)).toEqual(['undone']);
    expect(await findFollowFrom(ctx, 'sepolia')).toMatchObject({
      from: { known: [], startBlock: undefined },
      at: undefined,
    });
    await world.happen(ctx, world.blocks(world.block(1n, 'fresh')));
    expect((await findFollowFrom(ctx, 'sepolia')).at).toEqual(world.block(1n, 'fresh'));
  });

  it('and settlers that meet it never wait for each other in a circle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const links = await Promise.all(Array.from({ length: 6 }, () => insertLink(ctx.db)));
      const base = BigInt(100 * (round + 1));
      const from = world.block(base, `round ${round}`);
      const to = world.block(base + 1n, `round ${round}`);
      await world.happen(ctx, world.blocks(from));
      await ingestChainUpdate(ctx, world.chain, {
        at: from,
        update: world.blocks(
          to,
          links.flatMap((link, index) => [
            world.transferOf(link, to, { logIndex: index, creditedUnits: 6_000_000n }),
            world.transferOf(link, to, { logIndex: 50 + index, creditedUnits: 6_500_000n }),
          ]),
        ),
      });
      await Promise.all([
        settleTransfers(ctx, 100),
        settleTransfers(ctx, 100),
        finalizeTransfers(ctx, 100),
        ingestChainUpdate(ctx, world.chain, { at: to, update: reorg(from) }),
      ]);
      await settleTransfers(ctx, 100);
      for (const link of links) {
        expect(await world.transferStatuses(link)).toEqual(['undone', 'undone']);
        expect(await world.activeUnits(link)).toBe(0n);
        expect(await world.linkRow(link)).toMatchObject({
          status: 'pending',
          request_status: 'created',
        });
      }
    }
  });
});

describe('a payment that no node has any more', () => {
  it('is taken back though its block stands, with nothing else of it, and may come again', async () => {
    const [link, other] = [await insertLink(ctx.db), await insertLink(ctx.db)];
    const block = world.block(10n);
    const [gone, stays] = [
      world.transferOf(link, block, { logIndex: 1 }),
      world.transferOf(other, block, { logIndex: 2 }),
    ];
    await world.happen(ctx, world.blocks(block, [gone, stays]));
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
    await world.happen(ctx, Object.assign(world.blocks(world.block(11n)), { missing: [gone] }));
    expect(await world.transferStatuses(link)).toEqual(['undone']);
    expect(await world.activeUnits(link)).toBe(0n);
    expect(await world.linkRow(link)).toMatchObject({ status: 'pending', completed_at: null });
    expect(await world.eventsOf(link)).toMatchObject([
      { event: 'payment.confirmed' },
      { event: 'payment.reverted', amount: '12.5', totalAmountPaid: '0' },
    ]);
    expect(await world.linkRow(other)).toMatchObject({ status: 'completed' });
    const { from } = await findFollowFrom(ctx, 'sepolia');
    expect(from.reported).toMatchObject([{ logIndex: 2, transactionHash: stays.transactionHash }]);
    await world.happen(ctx, world.blocks(world.block(12n), [gone]));
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
  });

  it('stays where it was reported final, and is logged, in production', async () => {
    const logged: { readonly msg: string }[] = [];
    const log = pino({ level: 'error' }, { write: (line) => logged.push(JSON.parse(line)) });
    const settings = { ...ctx.settings, mode: 'production' as const };
    const link = await insertLink(ctx.db);
    const gone = world.transferOf(link, world.block(10n));
    await world.happen(ctx, world.blocks(world.block(10n), [gone]));
    await world.happen(ctx, world.blocks(world.block(200n)));
    expect(await finalizeTransfers(ctx, 10)).toBe(1);
    const missing = Object.assign(world.blocks(world.block(201n)), { missing: [gone] });
    await world.happen({ ...ctx, settings, log }, missing);
    expect(await world.transferStatuses(link)).toEqual(['finalized']);
    expect(logged.map(({ msg }) => msg)).toEqual([
      'no node has a final payment any more; it is left',
    ]);
  });
});
