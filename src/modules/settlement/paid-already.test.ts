import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;
beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
});

type Link = Awaited<ReturnType<typeof insertLink>>;

/** Settles one transfer for each amount, all of them in one block. */
async function pay(link: Link, number: bigint, ...amounts: readonly bigint[]): Promise<void> {
  const at = world.block(number);
  const transfers = amounts.map((creditedUnits, logIndex) =>
    world.transferOf(link, at, { creditedUnits, logIndex }),
  );
  await world.happen(ctx, world.blocks(at, transfers));
}

/** The name of each event, and its field about earlier payments. */
async function eventsOf(link: Link): Promise<(readonly unknown[])[]> {
  const events = await world.eventsOf(link);
  return events.map((one) => [one['event'], one['requestAlreadyPaid']]);
}

describe('payment.confirmed has a field for a request that was paid already', () => {
  it('of more money that comes afterwards, and not of what paid it, also with an excess', async () => {
    const link = await insertLink(ctx.db);
    await pay(link, 10n, 5_000_000n);
    await pay(link, 11n, 20_000_000n);
    await pay(link, 12n, 1n);
    expect(await eventsOf(link)).toEqual([
      ['payment.partial', undefined],
      ['payment.confirmed', undefined],
      ['payment.confirmed', true],
    ]);
    expect((await world.eventsOf(link))[1]).toMatchObject({ excessAmount: '12.5' });
  });

  it('for each payment by itself where several are settled together', async () => {
    const link = await insertLink(ctx.db);
    await pay(link, 10n, 5_000_000n, 7_500_000n, 1n, 1n);
    expect(await eventsOf(link)).toEqual([
      ['payment.partial', undefined],
      ['payment.confirmed', undefined],
      ['payment.confirmed', true],
      ['payment.confirmed', true],
    ]);
  });

  it('no longer once what paid it was taken back', async () => {
    const link = await insertLink(ctx.db);
    await pay(link, 10n, 1n);
    await pay(link, 11n, link.expectedUnits);
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(10n) });
    await pay(link, 12n, link.expectedUnits);
    expect(await eventsOf(link)).toEqual([
      ['payment.partial', undefined],
      ['payment.confirmed', undefined],
      ['payment.reverted', undefined],
      ['payment.confirmed', undefined],
    ]);
  });
});
