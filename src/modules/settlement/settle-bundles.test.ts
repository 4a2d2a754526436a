import { beforeEach, describe, expect, it } from 'vitest';
import type { ChainUpdate } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { endMulticallPayouts } from '#modules/multicall-payouts/end-multicall-payouts.ts';
import {
  type Bundle,
  bundleStatus,
  insertPayouts,
  newBundle,
} from '../../../tests/support/bundles.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import type { PayableLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { settleTransfers } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

const database = useTestDatabase();
let ctx: Context & { readonly now: ReturnType<typeof manualClock> };
let world: SettlementWorld;

beforeEach(async () => {
  const now = manualClock(TEST_TIME);
  ctx = { ...testContext({ db: database.db, now, chains: connected(stillChain('sepolia')) }), now };
  world = await settlementWorld(ctx);
});

const bundleOf = async (count: number, parts: Parameters<typeof insertPayouts>[1][number] = {}) =>
  newBundle(ctx, await insertPayouts(ctx, Array(count).fill(parts)));

/** A block that pays these links, each by a log of its own. */
function paying(number: bigint, links: readonly PayableLink[]): ChainUpdate {
  const at = world.block(number);
  const transfers = links.map((link, logIndex) => world.transferOf(link, at, { logIndex }));
  return world.blocks(at, transfers);
}

const movesOf = async ({ accountId }: Bundle) => {
  const rows = await ctx.db
    .selectFrom('event')
    .select('payload')
    .where('account_id', '=', accountId)
    .where('type', '=', 'multicall.status_changed')
    .orderBy('id')
    .execute();
  return rows.map(({ payload }) => {
    const { previousStatus, status } = JSON.parse(payload);
    return `${previousStatus} -> ${status}`;
  });
};

describe('a bundle', () => {
  it('stays pending while a part is paid, and is completed by its last child', async () => {
    const bundle = await bundleOf(3);
    await world.happen(ctx, world.blocks(world.block(9n)), paying(10n, bundle.links.slice(0, 2)));
    expect(await bundleStatus(ctx, bundle.token)).toBe('pending');
    await world.happen(ctx, paying(11n, bundle.links.slice(2)));
    expect(await bundleStatus(ctx, bundle.token)).toBe('completed');
    expect(await movesOf(bundle)).toEqual(['pending -> completed']);
    for (const link of bundle.links) {
      const events = (await world.eventsOf(link)).filter(
        (event) => event['requestId'] === link.requestId,
      );
      expect(events.map(({ event }) => event)).toEqual(['payment.confirmed']);
    }
  });

  it('goes back with a reorg, and is completed again', async () => {
    const bundle = await bundleOf(2);
    const [first, second] = bundle.links;
    if (first === undefined || second === undefined) throw new Error('the bundle has two');
    await world.happen(
      ctx,
      world.blocks(world.block(9n)),
      paying(10n, [first]),
      paying(11n, [second]),
    );
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(10n) });
    expect(await bundleStatus(ctx, bundle.token)).toBe('pending');
    const at = world.block(11n, 'other');
    await world.happen(ctx, world.blocks(at, [world.transferOf(second, at)]));
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
    expect(await bundleStatus(ctx, bundle.token)).toBe('pending');
    expect(await movesOf(bundle)).toEqual([
      'pending -> completed',
      'completed -> pending',
      'pending -> completed',
      'completed -> pending',
    ]);
  });

  it('ends when its deadline comes: expired, or settled in part', async () => {
    const unpaid = await bundleOf(2);
    const part = await bundleOf(2);
    await world.happen(ctx, world.blocks(world.block(9n)), paying(10n, part.links.slice(0, 1)));
    ctx.now.advance(WEEK_MS - 1);
    expect(await endMulticallPayouts(ctx, 100)).toBe(0);
    ctx.now.advance(1);
    expect(await endMulticallPayouts(ctx, 100)).toBeGreaterThanOrEqual(2);
    expect(await bundleStatus(ctx, unpaid.token)).toBe('expired');
    expect(await bundleStatus(ctx, part.token)).toBe('partially_settled');
    expect(await endMulticallPayouts(ctx, 100)).toBe(0);
    expect(await movesOf(part)).toEqual(['pending -> partially_settled']);
  });

  it('is moved on by money that comes late, and back by its reorg', async () => {
    const bundle = await bundleOf(2);
    const [first, second] = bundle.links;
    if (first === undefined || second === undefined) throw new Error('the bundle has two');
    await world.happen(ctx, world.blocks(world.block(9n)));
    ctx.now.advance(WEEK_MS);
    await endMulticallPayouts(ctx, 100);
    await world.happen(ctx, paying(10n, [first]), paying(11n, [second]));
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(10n) });
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
    expect(await movesOf(bundle)).toEqual([
      'pending -> expired',
      'expired -> partially_settled',
      'partially_settled -> completed',
      'completed -> partially_settled',
      'partially_settled -> expired',
    ]);
  });

  it('has the earliest deadline of its children', async () => {
    const soon = new Date(TEST_TIME.getTime() + DAY_MS);
    const links = await insertPayouts(ctx, [{}, { expiresAt: soon }, {}]);
    const { token } = await newBundle(ctx, links);
    ctx.now.advance(DAY_MS);
    await endMulticallPayouts(ctx, 100);
    expect(await bundleStatus(ctx, token)).toBe('expired');
  });

  it('is settled in part at once where the rest was withdrawn', async () => {
    const bundle = await bundleOf(2);
    const [first, second] = bundle.links;
    if (first === undefined || second === undefined) throw new Error('the bundle has two');
    await ctx.db
      .updateTable('secure_payment')
      .set({ status: 'invalidated' })
      .where('token', '=', second.token)
      .execute();
    await world.happen(ctx, world.blocks(world.block(9n)), paying(10n, [first]));
    expect(await bundleStatus(ctx, bundle.token)).toBe('partially_settled');
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
    expect(await bundleStatus(ctx, bundle.token)).toBe('pending');
    await world.happen(ctx, paying(12n, [first, second]));
    expect(await bundleStatus(ctx, bundle.token)).toBe('completed');
  });

  it('is completed once when its last two children are settled at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const bundle = await bundleOf(4);
      const number = BigInt(100 + round);
      world = await settlementWorld(ctx);
      const { at } = await findFollowFrom(ctx, 'sepolia');
      const update = paying(number, bundle.links);
      await ingestChainUpdate(ctx, world.chain, { at, update });
      await Promise.all([1, 2, 3].map(() => settleTransfers(ctx, 100)));
      expect(await bundleStatus(ctx, bundle.token)).toBe('completed');
      expect(await movesOf(bundle)).toEqual(['pending -> completed']);
    }
  });

  it('of which a child is also in another moves with both', async () => {
    const links = await insertPayouts(ctx, [{}, {}, {}]);
    const one = await newBundle(ctx, links.slice(0, 2));
    const other = await newBundle(ctx, links.slice(1));
    await world.happen(ctx, world.blocks(world.block(9n)), paying(10n, links));
    expect(await bundleStatus(ctx, one.token)).toBe('completed');
    expect(await bundleStatus(ctx, other.token)).toBe('completed');
  });
});
