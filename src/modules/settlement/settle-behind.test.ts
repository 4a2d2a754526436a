import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { haltNetwork } from './halt-network.ts';
import { settleTransfers } from './index.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;
let link: PayableLink;
/** Changes during the queries to nodes, which take as long as the slowest of them. */
let meanwhile: () => Promise<unknown>;

beforeEach(async () => {
  const chain = {
    ...stillChain('sepolia'),
    checkAgreement: async () => {
      await meanwhile();
      return { agree: 2, disagree: [], silent: 0 };
    },
  };
  const base = testContext({ db: database.db, chains: connected(chain) });
  const agreement = { nodesFor: () => 2, aboveDollars: 0n, aloneDollars: 0n };
  const confirmationsFor = () => ({ by: 'depth', blocks: 3 }) as const;
  ctx = { ...base, settings: { ...base.settings, agreement, confirmationsFor } };
  world = await settlementWorld(ctx);
  link = await insertLink(ctx.db);
  const [first, last] = [world.block(10n), world.block(12n)];
  await world.happen(
    ctx,
    world.blocks(first, [world.transferOf(link, first)]),
    world.blocks(world.block(11n)),
    world.blocks(last),
  );
});

const sweep = () => settleTransfers(ctx, 100, { shouldQueryNodes: true });

describe('a payment that was deep enough when it was found', () => {
  it('does not count once its network was halted', async () => {
    meanwhile = () => haltNetwork(ctx, 'sepolia', 'final blocks were replaced');
    expect(await sweep()).toBe(0);
    expect(await world.transferStatuses(link)).toEqual(['seen']);
    expect(await world.eventsOf(link)).toEqual([]);
  });

  it('does not count once blocks above it are gone, and does when there are as many again', async () => {
    const ancestor = world.block(10n);
    meanwhile = () => world.happen(ctx, { type: 'reorg', ancestor });
    expect(await sweep()).toBe(0);
    expect(await world.transferStatuses(link)).toEqual(['seen']);
    meanwhile = async () => undefined;
    const others = [11n, 12n].map((number) => world.blocks(world.block(number, 'other')));
    await world.happen(ctx, ...others);
    expect(await sweep()).toBe(1);
    expect(await world.transferStatuses(link)).toEqual(['confirmed']);
  });
});
