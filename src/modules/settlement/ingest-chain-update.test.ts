import { beforeEach, describe, expect, it } from 'vitest';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  type SettlementWorld,
  settlementWorld,
  UNRELATED,
} from '../../../tests/support/settlement-world.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { findOurReferences } from './find-our-references.ts';
import { CursorMoved } from './index.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
});

describe('what proves nothing credits nothing', () => {
  it.each<[string, Partial<ObservedTransfer>]>([
    ['a token of the attacker', { tokenAddress: UNRELATED }],
    ['a contract that spoofs the proxy', { proxyAddress: UNRELATED }],
    ['another payee', { payeeAddress: UNRELATED }],
    ['no tokens at all, though the event claims some', { creditedUnits: 0n }],
  ])('%s', async (_what, parts) => {
    const link = await insertLink(ctx.db);
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n), parts)]),
    );
    expect(await world.transferStatuses(link)).toEqual([]);
    expect(await world.eventsOf(link)).toEqual([]);
  });

  it('a request of another network', async () => {
    const link = await insertLink(ctx.db, { currencyId: 'USDC-base' });
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n))]),
    );
    expect(await world.transferStatuses(link)).toEqual([]);
  });

  it('a reference that is not ours, which a follower can check beforehand', async () => {
    const link = await insertLink(ctx.db);
    const foreign = hashOf('foreign');
    const ours = await findOurReferences(ctx, [foreign, link.referenceKey]);
    expect([...ours]).toEqual([link.referenceKey]);
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [
        world.transferOf(link, world.block(10n), { referenceKey: foreign }),
      ]),
    );
    expect(await world.transferStatuses(link)).toEqual([]);
  });

  it('as many foreign references as a spammer can put into one window', async () => {
    const link = await insertLink(ctx.db);
    const foreign = Array.from({ length: 70_000 }, (_, i) => hashOf(`foreign ${i}`));
    expect([...(await findOurReferences(ctx, [...foreign, link.referenceKey]))]).toEqual([
      link.referenceKey,
    ]);
  });

  it('an amount that only the event claims: what reached the payee counts', async () => {
    const link = await insertLink(ctx.db);
    const creditedUnits = 12_000_000n;
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [world.transferOf(link, world.block(10n), { creditedUnits })]),
    );
    expect(await world.eventsOf(link)).toMatchObject([{ event: 'payment.partial', amount: '12' }]);
  });
});

describe('what is remembered', () => {
  it('is bounded, however long a network is followed', async () => {
    await world.happen(
      ctx,
      world.blocks(world.block(1n)),
      world.blocks(world.block(1_025n)),
      world.blocks(world.block(1_026n)),
    );
    const { from } = await findFollowFrom(ctx, 'sepolia');
    expect(from.known).toEqual([world.block(1_025n), world.block(1_026n)]);
  });
});

describe('two watchers whose nodes follow different forks', () => {
  it('do not build on each other’s block, also where both are equally high', async () => {
    const [mine, theirs] = [world.block(10n, 'mine'), world.block(10n, 'theirs')];
    await world.happen(ctx, world.blocks(theirs));
    const update = world.blocks(world.block(11n, 'mine'));
    await expect(ingestChainUpdate(ctx, world.chain, { at: mine, update })).rejects.toThrow(
      CursorMoved,
    );
    const undoing = { type: 'reorg', ancestor: world.block(9n) } as const;
    await expect(
      ingestChainUpdate(ctx, world.chain, { at: mine, update: undoing }),
    ).rejects.toThrow(CursorMoved);
    expect((await findFollowFrom(ctx, 'sepolia')).at).toEqual(theirs);
  });
});
