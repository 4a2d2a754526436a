import { beforeEach, describe, expect, it } from 'vitest';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { createBatchPayoutLink } from '#modules/secure-payments/create-batch-payout-link.ts';
import { transact } from '#platform/db/transact.ts';
import { insertPayouts } from '../../../tests/support/bundles.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import type { PayableLink } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  type SettlementWorld,
  settlementWorld,
} from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { settleTransfers } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** A moment after the deadline of every link of the tests. */
const LATE = new Date(TEST_TIME.getTime() + WEEK_MS + 1);

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db, chains: connected(stillChain('sepolia')) });
  world = await settlementWorld(ctx);
});

/** A batch link, and what each of its requests is paid by. */
async function batchOf(count: number) {
  const links = await insertPayouts(ctx, Array(count).fill({}));
  const accountId = links[0]?.accountId ?? '';
  const { token } = await createBatchPayoutLink(
    { ...ctx, actor: { kind: 'api_key', accountId, apiKeyId: 'k' } },
    { tokens: links.map((link) => link.token) },
  );
  return { token, links };
}

type Batch = Awaited<ReturnType<typeof batchOf>>;

const linkOf = ({ token }: Batch) =>
  ctx.db
    .selectFrom('secure_payment')
    .select(['status', 'settled_late'])
    .where('token', '=', token)
    .executeTakeFirstOrThrow();

/** What one transaction pays: every link of them, each by a log of its own. */
const together = (
  links: readonly PayableLink[],
  number: bigint,
  parts: Partial<ObservedTransfer> = {},
) =>
  links.map((link, logIndex) =>
    world.transferOf(link, world.block(number), {
      logIndex,
      transactionHash: hashOf(`batch ${number}`),
      ...parts,
    }),
  );

/** Everything that was notified of the requests of a batch. */
async function eventsOf({ links }: Batch) {
  const [first] = links;
  const events = first === undefined ? [] : await world.eventsOf(first);
  return links.map(({ requestId }) =>
    events.filter((event) => event['requestId'] === requestId).map(({ event }) => event),
  );
}

const see = async (transfers: readonly ObservedTransfer[], number: bigint) => {
  const { at } = await findFollowFrom(ctx, 'sepolia');
  const update = world.blocks(world.block(number), transfers);
  await ingestChainUpdate(ctx, world.chain, { at, update });
};

describe('a batch that one transaction paid', () => {
  it('is completed once and reported once for each, however many settle at the same time', async () => {
    const batch = await batchOf(20);
    await see(together(batch.links, 10n), 10n);
    const settled = await Promise.all(Array.from({ length: 8 }, () => settleTransfers(ctx, 100)));
    expect(settled.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(await linkOf(batch)).toEqual({ status: 'completed', settled_late: false });
    expect(await eventsOf(batch)).toEqual(batch.links.map(() => ['payment.confirmed']));
  });

  it('goes back with all of its requests when its block vanishes, and is completed by another', async () => {
    const batch = await batchOf(5);
    await world.happen(
      ctx,
      world.blocks(world.block(9n)),
      world.blocks(world.block(10n), together(batch.links, 10n)),
      { type: 'reorg', ancestor: world.block(9n) },
    );
    expect(await linkOf(batch)).toEqual({ status: 'pending', settled_late: false });
    for (const link of batch.links) expect(await world.activeUnits(link)).toBe(0n);
    expect(await eventsOf(batch)).toEqual(
      batch.links.map(() => ['payment.confirmed', 'payment.reverted']),
    );
    const again = together(batch.links, 10n, { block: world.block(10n, 'other') });
    await world.happen(ctx, world.blocks(world.block(10n, 'other'), again));
    expect((await linkOf(batch)).status).toBe('completed');
    for (const link of batch.links) {
      expect(await world.activeUnits(link)).toBe(link.expectedUnits);
    }
  });

  it('counts what it pays twice of one request twice, and leaves the others unpaid', async () => {
    const batch = await batchOf(2);
    const [first, second] = batch.links;
    if (first === undefined || second === undefined) throw new Error('the batch has two');
    await world.happen(ctx, world.blocks(world.block(10n), together([first, first], 10n)));
    expect(await world.activeUnits(first)).toBe(2n * first.expectedUnits);
    expect(await world.activeUnits(second)).toBe(0n);
    expect((await linkOf(batch)).status).toBe('pending');
  });

  it('waits for the rest of the one that it paid in part', async () => {
    const batch = await batchOf(2);
    const [first, second] = batch.links;
    if (first === undefined || second === undefined) throw new Error('the batch has two');
    const part = world.transferOf(first, world.block(10n), { creditedUnits: 1n });
    const rest = first.expectedUnits - 1n;
    await world.happen(ctx, world.blocks(world.block(10n), [part, ...together([second], 10n)]));
    expect((await linkOf(batch)).status).toBe('pending');
    expect(await eventsOf(batch)).toEqual([['payment.partial'], ['payment.confirmed']]);
    const last = world.transferOf(first, world.block(11n), { creditedUnits: rest });
    await world.happen(ctx, world.blocks(world.block(11n), [last]));
    expect((await linkOf(batch)).status).toBe('completed');
  });
});

describe('a batch of which one payment came late', () => {
  it.each([
    ['the late payment first', [1, 0]],
    ['the late payment last', [0, 1]],
  ] as const)('is settled late when workers settle %s', async (_order, order) => {
    const batch = await batchOf(2);
    const [inTime, late] = batch.links;
    if (inTime === undefined || late === undefined) throw new Error('the batch has two');
    await see(together([inTime], 10n), 10n);
    await see(together([late], 11n, { blockTime: LATE }), 11n);
    await settleInOrder(order.map((i) => batch.links[i]));
    expect(await linkOf(batch)).toEqual({ status: 'completed', settled_late: true });
    // Without the late payment the deadline has passed and an amount is outstanding.
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(10n) });
    expect((await linkOf(batch)).status).toBe('expired');
    expect(await eventsOf(batch)).toEqual([
      ['payment.confirmed'],
      ['payment.confirmed', 'payment.reverted'],
    ]);
  });
});

/** Settles one link after the other, like workers of which another has locked the other transfer. */
async function settleInOrder(links: readonly (PayableLink | undefined)[]): Promise<void> {
  for (const link of links) {
    const others = await ctx.db
      .selectFrom('chain_transfer')
      .select('id')
      .where('request_id', '<>', link?.requestRowId ?? '')
      .where('status', '=', 'seen')
      .execute();
    await transact(ctx, async (holder) => {
      for (const { id } of others) {
        await holder.db
          .selectFrom('chain_transfer')
          .select('id')
          .where('id', '=', id)
          .forUpdate()
          .execute();
      }
      expect(await settleTransfers(ctx, 100)).toBe(1);
    });
  }
}
