import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { nativeCurrencyOf } from '#catalog/currencies.ts';
import type { NodeAgreement } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import {
  insertAccount,
  insertLink,
  type PayableLink,
} from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import { measureNetworks, settleTransfers } from './index.ts';
import { recheckSingle } from './recheck-single.ts';

const ALONE: NodeAgreement = {
  agree: 1,
  disagree: [],
  silent: 1,
  without: [],
  unanswered: ['2'],
  isAlone: true,
  areOthersAbsent: true,
};
/** The other node left this question unanswered, and answered something else a moment ago. */
const DELAYED: NodeAgreement = { ...ALONE, areOthersAbsent: false };
const NOBODY: NodeAgreement = { agree: 0, disagree: [], silent: 2, without: [], isAlone: false };
const AGREED: NodeAgreement = { agree: 2, disagree: [], silent: 0, without: [], isAlone: false };
/** The other node is back, has the very block, and no such payment in it. */
const DENIED: NodeAgreement = {
  ...ALONE,
  disagree: ['2'],
  silent: 0,
  without: ['2'],
  unanswered: [],
  isAlone: false,
  areOthersAbsent: false,
};
/** The lone node itself no longer has it, while the other still gives no answer. */
const GONE: NodeAgreement = { ...ALONE, agree: 0, disagree: ['1'] };

const database = useTestDatabase();
let ctx: Context & { readonly now: ReturnType<typeof manualClock> };
let world: SettlementWorld;
let accountId: string;
let said: NodeAgreement;
let logged: string[];

beforeEach(async () => {
  [said, logged] = [ALONE, []];
  const now = manualClock(TEST_TIME);
  const chain = { ...stillChain('sepolia'), checkAgreement: async () => said };
  const base = testContext({ db: database.db, now, chains: connected(chain) });
  const log = pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line).msg) });
  ctx = { ...base, now, log, settings: { ...base.settings, agreement: agreementWith(100n) } };
  await ctx.db
    .updateTable('single_node_credit')
    .set({ rechecked_at: TEST_TIME, is_confirmed: true })
    .execute();
  await ctx.db.deleteFrom('single_node_total').execute();
  world = await settlementWorld(ctx);
  accountId = await insertAccount(ctx.db);
});

const agreementWith = (aloneDollars: bigint) => ({
  nodesFor: () => 2,
  aboveDollars: 0n,
  aloneDollars,
});
const dollars = (amount: number) =>
  insertLink(ctx.db, { accountId, expectedUnits: BigInt(amount * 1_000_000) });

/** Lets links be paid in one block, in this order, and settles what is due. */
async function pay(number: bigint, ...links: readonly PayableLink[]): Promise<void> {
  const block = world.block(number);
  const transfers = links.map((link, logIndex) => world.transferOf(link, block, { logIndex }));
  await world.happen(ctx, world.blocks(block, transfers));
  await settleTransfers(ctx, 100, { shouldQueryNodes: true });
}

/** What happens some minutes later, when everything that waits is checked again. */
async function later(): Promise<void> {
  ctx.now.advance(300_000);
  await recheckSingle(ctx, 100);
  await settleTransfers(ctx, 100, { shouldQueryNodes: true });
}

const isPaid = async (link: PayableLink) => (await world.linkRow(link)).status === 'completed';
const eventsOf = async (link: PayableLink) =>
  (await world.eventsOf(link)).filter(({ requestId }) => requestId === link.requestId);

describe('while one of several nodes answers', () => {
  it('payments are credited by its answer up to the total, and reported so; the next one waits', async () => {
    const [first, second, third] = [await dollars(60), await dollars(41), await dollars(40)];
    await pay(10n, first, second);
    expect([await isPaid(first), await isPaid(second)]).toEqual([true, false]);
    await pay(11n, third);
    expect(await isPaid(third)).toBe(true);
    expect(await eventsOf(first)).toMatchObject([
      { event: 'payment.confirmed', agreement: 'single' },
    ]);
    expect(await eventsOf(second)).toEqual([]);
    expect(await world.transferStatuses(second)).toEqual(['seen']);
    expect(logged).toContain(
      'a payment waits: what may be credited by the word of one node is used up',
    );
  });

  it('nothing is credited by its word before the others have been absent for long', async () => {
    const link = await dollars(1);
    said = DELAYED;
    await pay(10n, link);
    for (let round = 0; round < 5; round += 1) await later();
    expect(await isPaid(link)).toBe(false);
    expect(await ctx.db.selectFrom('single_node_total').selectAll().execute()).toEqual([]);
    said = ALONE;
    await later();
    expect(await isPaid(link)).toBe(true);
  });

  it('the total is for the whole outage, however long, and separate for each account', async () => {
    const [first, second] = [await dollars(60), await dollars(60)];
    await pay(10n, first);
    for (let hours = 0; hours < 3; hours += 1) {
      ctx.now.advance(3_600_000);
      await recheckSingle(ctx, 100);
    }
    const unrelated = await insertLink(ctx.db, { expectedUnits: 100_000_000n });
    await pay(11n, second, unrelated);
    expect([await isPaid(second), await isPaid(unrelated)]).toEqual([false, true]);
  });

  it('a first payment of more than the total waits, and takes nothing of it', async () => {
    const [large, exact] = [await dollars(101), await dollars(100)];
    await pay(10n, large, exact);
    expect([await isPaid(large), await isPaid(exact)]).toEqual([false, true]);
  });

  it('is one total for processes that settle at once', async () => {
    const links = await Promise.all(Array.from({ length: 12 }, () => dollars(30)));
    const block = world.block(10n);
    const transfers = links.map((link, logIndex) => world.transferOf(link, block, { logIndex }));
    await world.happen(ctx, world.blocks(block, transfers));
    const processes = Array.from({ length: 4 }, () => ({ ...ctx }));
    await Promise.all(
      processes.map((one) => settleTransfers(one, 100, { shouldQueryNodes: true })),
    );
    const paid = await Promise.all(links.map(isPaid));
    expect(paid.filter(Boolean)).toHaveLength(3);
  });

  it('nothing is credited that has no value in dollars, that is disputed, or where the total is 0', async () => {
    const coin = await insertLink(ctx.db, { accountId, expectedUnits: 1n });
    const currency_id = nativeCurrencyOf('sepolia')?.id ?? '';
    await ctx.db
      .updateTable('request')
      .set({ currency_id })
      .where('id', '=', coin.requestRowId)
      .execute();
    await pay(10n, coin);
    const disputed = await dollars(10);
    said = DENIED;
    await pay(11n, disputed);
    said = ALONE;
    await later();
    ctx = { ...ctx, settings: { ...ctx.settings, agreement: agreementWith(0n) } };
    const off = await dollars(1);
    await pay(12n, off);
    for (const link of [disputed, off]) expect(await isPaid(link)).toBe(false);
    for (const link of [coin, disputed, off]) expect(await eventsOf(link)).toEqual([]);
    expect(await ctx.db.selectFrom('single_node_total').selectAll().execute()).toEqual([]);
  });

  it('what waits and what was credited by one node alone are reported to operators', async () => {
    const [credited, waiting] = [await dollars(100), await dollars(1)];
    await pay(10n, credited, waiting);
    expect(await measureNetworks(ctx)).toMatchObject([{ creditedAlone: 1, waitingLong: 0 }]);
    for (let round = 0; round < 3; round += 1) await later();
    expect(await measureNetworks(ctx)).toMatchObject([{ creditedAlone: 1, waitingLong: 1 }]);
  });

  it('no payment credited so is final, and no reorg or timeout allows more', async () => {
    const [first, second] = [await dollars(100), await dollars(100)];
    await world.happen(ctx, world.blocks(world.block(9n)));
    await pay(10n, first);
    await world.happen(ctx, world.blocks(world.block(2_000n)));
    expect(await finalizeTransfers(ctx, 100)).toBe(0);
    for (const answer of [GONE, NOBODY]) {
      said = answer;
      await later();
    }
    expect(await isPaid(first)).toBe(true);
    await ctx.db.deleteFrom('chain_cursor').execute();
    await world.happen(ctx, world.blocks(world.block(10n)));
    await ctx.db
      .updateTable('chain_transfer')
      .set({ status: 'undone' })
      .where('request_id', '=', first.requestRowId)
      .execute();
    said = ALONE;
    await later();
    await pay(11n, second);
    expect(await isPaid(second)).toBe(false);
  });
});

describe('once another node is back', () => {
  it('a real payment is confirmed and the total starts again at zero', async () => {
    const [first, second, third] = [await dollars(100), await dollars(50), await dollars(60)];
    await pay(10n, first);
    await pay(11n, second);
    said = AGREED;
    await later();
    expect([await isPaid(first), await isPaid(second)]).toEqual([true, true]);
    expect((await eventsOf(second))[0]).not.toHaveProperty('agreement');
    await world.happen(ctx, world.blocks(world.block(2_000n)));
    expect(await finalizeTransfers(ctx, 100)).toBe(2);
    const events = await eventsOf(first);
    expect(events).toMatchObject([{ agreement: 'single' }, { event: 'payment.finalized' }]);
    expect(events[1]).not.toHaveProperty('agreement');
    said = ALONE;
    await pay(2_001n, third);
    expect(await isPaid(third)).toBe(true);
  });

  it('the total stays while anything credited so is not checked again', async () => {
    const [first, second, third] = [await dollars(50), await dollars(50), await dollars(10)];
    await pay(10n, first);
    ctx.now.advance(299_999);
    await pay(11n, second);
    said = AGREED;
    ctx.now.advance(1);
    expect(await recheckSingle(ctx, 1)).toBe(1);
    said = ALONE;
    await pay(12n, third);
    expect(await isPaid(third)).toBe(false);
  });

  it('a payment that it does not have is taken back, and waits until nodes agree on it', async () => {
    const link = await dollars(100);
    await pay(10n, link);
    expect(await isPaid(link)).toBe(true);
    said = DENIED;
    await later();
    expect(await isPaid(link)).toBe(false);
    expect(await world.activeUnits(link)).toBe(0n);
    expect(await eventsOf(link)).toMatchObject([
      { event: 'payment.confirmed', agreement: 'single' },
      { event: 'payment.reverted', agreement: 'single', totalAmountPaid: '0' },
    ]);
    expect(await world.transferStatuses(link)).toEqual(['undone', 'seen']);
    expect(await measureNetworks(ctx)).toMatchObject([{ disputed: 1, disputing: ['2'] }]);
    said = ALONE;
    await later();
    expect(await isPaid(link)).toBe(false);
    said = AGREED;
    await later();
    expect(await isPaid(link)).toBe(true);
    expect((await eventsOf(link)).at(-1)).not.toHaveProperty('agreement');
  });
});
