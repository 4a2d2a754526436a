import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChainUpdate } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { type DrivenWatcher, driveWatcher } from '../../../tests/support/driven-watcher.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { settleTransfers } from './index.ts';

const HEAD = 30n;

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
let world: SettlementWorld;
let watcher: DrivenWatcher;

beforeAll(async () => {
  database = await testDatabase();
  const { settings, ...rest } = testContext({ db: database.db });
  const confirmationsFor = () => ({ by: 'depth', blocks: 1 }) as const;
  ctx = { ...rest, settings: { ...settings, confirmationsFor } };
  world = await settlementWorld(ctx);
  watcher = driveWatcher(ctx, world.chain);
});
afterAll(async () => {
  await watcher.end();
  await database[Symbol.asyncDispose]();
});

const below = (update: ChainUpdate, headNumber = HEAD): ChainUpdate =>
  update.type === 'blocks' ? { ...update, headNumber } : update;

it('only finds payments while more blocks are known, and settles them with the newest', async () => {
  const links = [await insertLink(ctx.db), await insertLink(ctx.db)];
  const [first, second] = [world.block(10n), world.block(20n)];
  for (const [at, block] of [first, second].entries()) {
    const transfers = links.slice(at, at + 1).map((link) => world.transferOf(link, block));
    await watcher.take(below(world.blocks(block, transfers)));
  }
  const statuses = async () =>
    (await Promise.all(links.map((link) => world.transferStatuses(link)))).flat();
  expect(await statuses()).toEqual(['seen', 'seen']);
  await watcher.take(world.blocks(world.block(HEAD)));
  expect(await statuses()).toEqual(['confirmed', 'confirmed']);
});

it('leaves what it found on the way to the sweep', async () => {
  const link = await insertLink(ctx.db);
  const block = world.block(HEAD + 1n);
  const update = world.blocks(block, [world.transferOf(link, block)]);
  await watcher.take(below(update, HEAD + 100n));
  expect(await world.transferStatuses(link)).toEqual(['seen']);
  expect(await settleTransfers(ctx, 10)).toBe(1);
  expect(await world.transferStatuses(link)).toEqual(['confirmed']);
});
