import { beforeEach, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { nativeCurrencyOf } from '#catalog/currencies.ts';
import type { AmountStep, FinalityRule } from '#catalog/networks.ts';
import type { ChainUpdate } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';

const DOLLAR = 1_000_000n;

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
});

/** The same, with other rules for when a payment counts. */
const under = (rule: FinalityRule, steps: readonly AmountStep[] = []): Context => ({
  ...ctx,
  settings: { ...ctx.settings, confirmationsFor: () => rule, amountStepsFor: () => steps },
});

const paying = (number: bigint, link: PayableLink, dollars: bigint) =>
  world.blocks(world.block(number), [
    world.transferOf(link, world.block(number), { creditedUnits: dollars * DOLLAR }),
  ]);
const empty = (number: bigint) => world.blocks(world.block(number));

describe('how deep a payment must be by its amount', () => {
  const steps: AmountStep[] = [
    { fromDollars: 100n, rule: { by: 'depth', blocks: 3 } },
    { fromDollars: 1_000n, rule: { by: 'depth', blocks: 5 } },
  ];
  const byAmount = () => under({ by: 'depth', blocks: 1 }, steps);
  const linkOver = (dollars: bigint) => insertLink(ctx.db, { expectedUnits: dollars * DOLLAR });

  it.each([
    [99n, 10n],
    [100n, 12n],
    [999n, 12n],
    [1_000n, 14n],
    [50_000n, 14n],
  ])('%i dollars count with block %i', async (dollars, last) => {
    const link = await linkOver(dollars);
    await world.happen(byAmount(), paying(10n, link, dollars));
    for (let number = 11n; number <= last; number += 1n) {
      expect(await world.transferStatuses(link)).toEqual(['seen']);
      await world.happen(byAmount(), empty(number));
    }
    expect(await world.transferStatuses(link)).toEqual(['confirmed']);
  });

  it('is that of all instalments together, so that instalments do not avoid it', async () => {
    const link = await linkOver(1_200n);
    await world.happen(byAmount(), paying(10n, link, 60n), paying(11n, link, 60n));
    expect(await world.transferStatuses(link)).toEqual(['confirmed', 'seen']);
    await world.happen(byAmount(), paying(12n, link, 900n), empty(13n));
    expect(await world.transferStatuses(link)).toEqual(['confirmed', 'seen', 'seen']);
    await world.happen(byAmount(), empty(14n), empty(15n));
    expect(await world.transferStatuses(link)).toEqual(['confirmed', 'confirmed', 'seen']);
    await world.happen(byAmount(), empty(16n));
    expect((await world.transferStatuses(link)).at(-1)).toBe('confirmed');
  });

  it('is that of active payments: one of two instalments counts sooner when the other is undone', async () => {
    const link = await linkOver(1_000n);
    await world.happen(byAmount(), paying(10n, link, 500n), paying(11n, link, 500n), empty(12n));
    expect(await world.transferStatuses(link)).toEqual(['seen', 'seen']);
    const fork = (number: bigint) => world.blocks(world.block(number, 'other'));
    await world.happen(byAmount(), { type: 'reorg', ancestor: world.block(10n) }, fork(11n));
    expect(await world.transferStatuses(link)).toEqual(['seen', 'undone']);
    await world.happen(byAmount(), fork(12n));
    expect(await world.transferStatuses(link)).toEqual(['confirmed', 'undone']);
  });

  it('is that of the settings of now, also for what waited under others', async () => {
    const large = await linkOver(1_000n);
    await world.happen(byAmount(), paying(10n, large, 1_000n), empty(11n), empty(12n));
    expect(await world.transferStatuses(large)).toEqual(['seen']);
    await world.happen(under({ by: 'depth', blocks: 1 }, steps.slice(0, 1)), empty(13n));
    expect(await world.transferStatuses(large)).toEqual(['confirmed']);
  });

  it('is the deepest for what has no price in dollars', async () => {
    const coin = nativeCurrencyOf('sepolia');
    const link = await insertLink(ctx.db, { expectedUnits: 1n });
    await ctx.db
      .updateTable('request')
      .set({ currency_id: coin?.id ?? '', kind: 'native' })
      .where('id', '=', link.requestRowId)
      .execute();
    const block = world.block(10n);
    const proxyAddress = CONTRACTS.sepolia.ethereumFeeProxy ?? '';
    const inCoins = { kind: 'native', tokenAddress: undefined, proxyAddress } as const;
    await world.happen(
      byAmount(),
      world.blocks(block, [world.transferOf(link, block, inCoins)]),
      empty(11n),
      empty(12n),
      empty(13n),
    );
    expect(await world.transferStatuses(link)).toEqual(['seen']);
    await world.happen(byAmount(), empty(14n));
    expect(await world.transferStatuses(link)).toEqual(['confirmed']);
  });
});

describe('where the nodes report a final block', () => {
  const rule: FinalityRule = { by: 'finalized_tag', fallbackBlocks: 4 };
  const HOUR_MS = 3_600_000;
  const final = (
    number: bigint,
    tag: { readonly number: bigint; readonly ageMs: number },
    update: ChainUpdate = empty(number),
  ): ChainUpdate =>
    update.type === 'blocks'
      ? {
          ...update,
          finalizedNumber: tag.number,
          finalizedAt: new Date(TEST_TIME.getTime() - tag.ageMs),
        }
      : update;

  it('a payment counts with the block that they call final, however few blocks later', async () => {
    const link = await insertLink(ctx.db);
    const paid = paying(10n, link, 12n);
    await world.happen(under(rule), final(10n, { number: 9n, ageMs: 0 }, paid));
    expect(await world.transferStatuses(link)).toEqual(['seen']);
    await world.happen(under(rule), final(11n, { number: 10n, ageMs: 2 * HOUR_MS }));
    expect(await world.transferStatuses(link)).toEqual(['confirmed']);
  });

  it('one that is too old is not trusted alone: the depth must be there as well', async () => {
    const link = await insertLink(ctx.db);
    const old = { number: 10n, ageMs: 2 * HOUR_MS + 1 };
    await world.happen(under(rule), final(10n, old, paying(10n, link, 12n)));
    await world.happen(under(rule), final(11n, old), final(12n, old));
    expect(await world.transferStatuses(link)).toEqual(['seen']);
    await world.happen(under(rule), final(13n, old));
    expect(await world.transferStatuses(link)).toEqual(['confirmed']);
  });

  it('and what is above an old one waits, however deep it is', async () => {
    const link = await insertLink(ctx.db);
    const old = { number: 9n, ageMs: 10 * HOUR_MS };
    await world.happen(under(rule), final(10n, old, paying(10n, link, 12n)));
    for (let number = 11n; number < 30n; number += 1n) {
      await world.happen(under(rule), final(number, old));
    }
    expect(await world.transferStatuses(link)).toEqual(['seen']);
  });

  describe('or safe', () => {
    const SAFE: FinalityRule = { by: 'safe_tag', fallbackBlocks: 4 };
    const safe = (number: bigint, update: ChainUpdate, ageMs = 0): ChainUpdate =>
      update.type === 'blocks'
        ? { ...update, safeNumber: number, safeAt: new Date(TEST_TIME.getTime() - ageMs) }
        : update;
    const none = { number: 1n, ageMs: 0 };

    it('a payment counts with that where it is configured, and larger ones when they are final', async () => {
      const byAmount = () => under(SAFE, [{ fromDollars: 100n, rule }]);
      const small = await insertLink(ctx.db);
      const large = await insertLink(ctx.db, { expectedUnits: 100n * DOLLAR });
      const [one, two] = [paying(10n, small, 12n), paying(11n, large, 100n)];
      await world.happen(byAmount(), safe(9n, final(10n, none, one)));
      await world.happen(byAmount(), safe(9n, final(11n, none, two)));
      expect(await world.transferStatuses(small)).toEqual(['seen']);
      await world.happen(byAmount(), safe(11n, final(12n, none)));
      expect(await world.transferStatuses(small)).toEqual(['confirmed']);
      expect(await world.transferStatuses(large)).toEqual(['seen']);
      await world.happen(byAmount(), safe(12n, final(13n, { number: 11n, ageMs: 0 })));
      expect(await world.transferStatuses(large)).toEqual(['confirmed']);
    });

    it('not alone with one that is too old, and not before the final one where none is named', async () => {
      const link = await insertLink(ctx.db);
      const old = 2 * HOUR_MS + 1;
      await world.happen(under(SAFE), safe(10n, final(10n, none, paying(10n, link, 12n)), old));
      await world.happen(under(SAFE), safe(10n, final(12n, none), old));
      expect(await world.transferStatuses(link)).toEqual(['seen']);
      await world.happen(under(SAFE), final(20n, none));
      expect(await world.transferStatuses(link)).toEqual(['seen']);
      await world.happen(under(SAFE), safe(10n, final(21n, none), old));
      expect(await world.transferStatuses(link)).toEqual(['confirmed']);
    });

    it('is taken back with its block, and not trusted alone until it is reported again', async () => {
      const at = () =>
        ctx.db
          .selectFrom('chain_cursor')
          .select(['safe_number', 'safe_at', 'finalized_number'])
          .executeTakeFirst();
      await world.happen(ctx, safe(2n, final(3n, none)), safe(4n, final(4n, none)));
      await world.happen(ctx, { type: 'reorg', ancestor: world.block(3n) });
      expect(await at()).toEqual({ safe_number: 3n, safe_at: null, finalized_number: 1n });
      await world.happen(ctx, final(4n, none));
      expect(await at()).toMatchObject({ safe_number: null, safe_at: null });
    });
  });
});
