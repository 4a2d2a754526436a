import { beforeEach, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';
import { settleTransfers } from './settle-transfers.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
  await world.happen(ctx, world.blocks(world.block(9n)));
});

/** Links that were each paid in instalments within block 10, all of them settled. */
async function settledLinks(
  count: number,
  partsUnits: readonly bigint[],
): Promise<readonly PayableLink[]> {
  const links = await Promise.all(Array.from({ length: count }, () => insertLink(ctx.db)));
  const { at } = await findFollowFrom(ctx, 'sepolia');
  const block = world.block(10n);
  const transfers = links.flatMap((link, i) =>
    partsUnits.map((creditedUnits, part) =>
      world.transferOf(link, block, { creditedUnits, logIndex: i * partsUnits.length + part }),
    ),
  );
  await ingestChainUpdate(ctx, world.chain, { at, update: world.blocks(block, transfers) });
  while ((await settleTransfers(ctx, 200)) > 0);
  return links;
}

/** Takes block 10 back, and counts the statements that it takes. */
async function undoCounting(): Promise<number> {
  const { at } = await findFollowFrom(ctx, 'sepolia');
  let statements = 0;
  const db = ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const update = { type: 'reorg', ancestor: world.block(9n) } as const;
  await ingestChainUpdate({ ...ctx, db }, world.chain, { at, update });
  return statements;
}

const WHOLE = [12_500_000n];

it('payments of a block are undone by as few statements together as one of them alone', async () => {
  const [alone] = await settledLinks(1, WHOLE);
  const forOne = await undoCounting();
  expect(forOne).toBeGreaterThan(5);
  const many = await settledLinks(120, WHOLE);
  for (const link of many) expect((await world.linkRow(link)).status).toBe('completed');
  expect(await undoCounting()).toBe(forOne);
  for (const link of [...many, ...(alone === undefined ? [] : [alone])]) {
    expect(await world.linkRow(link)).toMatchObject({
      status: 'pending',
      completed_at: null,
      request_status: 'created',
    });
    expect(await world.activeUnits(link)).toBe(0n);
    expect((await world.eventsOf(link)).map(({ event }) => event)).toEqual([
      'payment.confirmed',
      'payment.reverted',
    ]);
  }
});

it('several payments of a request are undone in their order, each with the total that it leaves', async () => {
  const [link] = await settledLinks(1, [2_500_000n, 4_000_000n, 6_000_000n]);
  if (link === undefined) throw new Error('a link was made');
  expect((await world.linkRow(link)).status).toBe('completed');
  await undoCounting();
  expect((await world.linkRow(link)).status).toBe('pending');
  const reverted = (await world.eventsOf(link)).filter(({ event }) => event === 'payment.reverted');
  expect(reverted).toMatchObject([
    { amount: '2.5', totalAmountPaid: '10' },
    { amount: '4', totalAmountPaid: '6' },
    { amount: '6', totalAmountPaid: '0' },
  ]);
});
