import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { CONTRACTS } from '#catalog/contracts.ts';
import { nativeCurrencyOf } from '#catalog/currencies.ts';
import type { AgreementQuery, NodeAgreement, ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { manualClock } from '#kit/clock.ts';
import { TEST_TIME, testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import { type SettlementWorld, settlementWorld } from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { measureNetworks, settleTransfers } from './index.ts';

const SHORT: NodeAgreement = { agree: 1, disagree: [], silent: 2, unanswered: ['2', '3'] };
const BEHIND: NodeAgreement = { ...SHORT, unanswered: [] };
const DISPUTED: NodeAgreement = { agree: 2, disagree: ['3 (example.org)'], silent: 0 };
const AGREED: NodeAgreement = { agree: 2, disagree: [], silent: 1 };

const database = useTestDatabase();
let ctx: Context & { readonly now: ReturnType<typeof manualClock> };
let world: SettlementWorld;
let said: NodeAgreement;
/** What the second node reports about the transaction; undefined is the answer of the test instead. */
let second: readonly ObservedTransfer[] | undefined;
let asked: string[];
let underWay: number;
let askedAtOnce: number;
let events: {
  readonly level: number;
  readonly msg: string;
  readonly disagree: readonly string[];
}[];

beforeEach(async () => {
  [said, second, asked, events] = [AGREED, undefined, [], []];
  [underWay, askedAtOnce] = [0, 0];
  const now = manualClock(TEST_TIME);
  const chain = {
    ...stillChain('sepolia'),
    checkAgreement: async ({ transactionHash, isPaidBy }: AgreementQuery) => {
      asked.push(transactionHash);
      underWay += 1;
      askedAtOnce = Math.max(askedAtOnce, underWay);
      await setImmediate();
      underWay -= 1;
      if (second === undefined) return said;
      return (await isPaidBy?.(second)) === true ? AGREED : DISPUTED;
    },
  };
  const base = testContext({ db: database.db, now, chains: connected(chain) });
  const log = pino({ level: 'warn' }, { write: (line) => events.push(JSON.parse(line)) });
  const agreement = { nodesFor: () => 2, aboveDollars: 10n, aloneDollars: 0n };
  ctx = { ...base, now, log, settings: { ...base.settings, agreement } };
  world = await settlementWorld(ctx);
});

const sweep = () => settleTransfers(ctx, 100, { shouldQueryNodes: true });
const see = (link: PayableLink, number = 10n, units = link.expectedUnits) =>
  world.happen(
    ctx,
    world.blocks(world.block(number), [
      world.transferOf(link, world.block(number), { creditedUnits: units }),
    ]),
  );

describe('many payments that nodes must agree on', () => {
  it('are checked in limited batches, and a sweep settles as many as without checks', async () => {
    const links = await Promise.all(Array.from({ length: 25 }, () => insertLink(ctx.db)));
    const transfers = links.map((link, logIndex) =>
      world.transferOf(link, world.block(10n), { logIndex }),
    );
    await world.happen(ctx, world.blocks(world.block(10n), transfers));
    expect(await sweep()).toBe(25);
    expect(asked).toHaveLength(25);
    expect(askedAtOnce).toBe(10);
  });
});

describe('a payment above the amount', () => {
  it('counts once as many nodes as needed have it, and none contradicts', async () => {
    const link = await insertLink(ctx.db);
    await see(link);
    // Watchers settle with every block, and wait for no node.
    expect(await world.transferStatuses(link)).toEqual(['seen']);
    expect(asked).toEqual([]);
    expect(await sweep()).toBe(1);
    expect(asked).toHaveLength(1);
    expect((await world.linkRow(link)).status).toBe('completed');
    expect(events).toEqual([]);
  });

  it('waits while they are too few or differ, is checked at growing intervals, and is logged once for each', async () => {
    const link = await insertLink(ctx.db);
    await see(link);
    said = SHORT;
    expect(await sweep()).toBe(0);
    expect(await sweep()).toBe(0);
    expect(asked).toHaveLength(1);
    for (const seconds of [2, 4]) {
      ctx.now.advance(seconds * 1_000 - 1);
      await sweep();
      const before = asked.length;
      ctx.now.advance(1);
      await sweep();
      expect(asked).toHaveLength(before + 1);
    }
    expect(events.map(({ level }) => level)).toEqual([40]);
    said = DISPUTED;
    for (let round = 0; round < 3; round += 1) {
      ctx.now.advance(300_000);
      await sweep();
    }
    expect(asked).toHaveLength(6);
    expect(events.map(({ level }) => level)).toEqual([40, 50]);
    expect(events[1]?.disagree).toEqual(['3 (example.org)']);
    expect(await measureNetworks(ctx)).toMatchObject([
      { awaitingAgreement: 1, disputed: 1, disputing: ['3 (example.org)'] },
    ]);
    expect(await world.eventsOf(link)).toEqual([]);
    said = AGREED;
    ctx.now.advance(300_000);
    expect(await sweep()).toBe(1);
    expect(await world.eventsOf(link)).toMatchObject([{ event: 'payment.confirmed' }]);
  });

  it('is logged as disputed only where a node contradicts, and else as not confirmed by enough nodes', async () => {
    for (const [i, answer] of [SHORT, BEHIND, DISPUTED].entries()) {
      said = answer;
      const link = await insertLink(ctx.db);
      await see(link, 10n + BigInt(i));
      expect(await sweep()).toBe(0);
    }
    expect(events.map(({ msg }) => msg)).toEqual([
      'a payment waits: fewer nodes answer than must agree on it',
      'a payment waits: fewer nodes have its block and receipt than must agree on it',
      'a payment waits: nodes disagree on it',
    ]);
  });

  it('is the same event to every node, with what makes it a payment of the request', async () => {
    const [link, other] = [await insertLink(ctx.db), await insertLink(ctx.db)];
    await see(link);
    const block = world.block(10n);
    const paid = world.transferOf(link, block);
    const unrelated = '0x00000000000000000000000000000000DeaDBeef';
    const lies: Partial<ObservedTransfer>[] = [
      { tokenAddress: unrelated },
      { payeeAddress: unrelated },
      { referenceKey: world.transferOf(other, block).referenceKey },
      { referenceKey: `0x${'ab'.repeat(32)}` },
      { logIndex: paid.logIndex + 1 },
      { creditedUnits: paid.creditedUnits - 1n },
      { tokenUnits: paid.tokenUnits + 1n },
      { feeUnits: paid.feeUnits + 1n },
      { tokenFeeUnits: paid.tokenFeeUnits + 1n },
      { feeAddress: unrelated },
      { payerAddress: unrelated },
    ];
    for (const lie of lies) {
      second = [{ ...paid, ...lie }];
      expect(await sweep(), Object.keys(lie).join()).toBe(0);
      ctx.now.advance(300_000);
    }
    expect(asked).toHaveLength(lies.length);
    second = [world.transferOf(other, block), paid];
    expect(await sweep()).toBe(1);
  });

  it('is above it also in instalments, and in what has no price in dollars', async () => {
    const parts = await insertLink(ctx.db);
    await see(parts, 10n, 6_000_000n);
    expect(await world.transferStatuses(parts)).toEqual(['confirmed']);
    await see(parts, 11n, 6_000_000n);
    expect(await world.transferStatuses(parts)).toEqual(['confirmed', 'seen']);
    const coin = nativeCurrencyOf('sepolia');
    const link = await insertLink(ctx.db, { expectedUnits: 1n });
    await ctx.db
      .updateTable('request')
      .set({ currency_id: coin?.id ?? '', kind: 'native' })
      .where('id', '=', link.requestRowId)
      .execute();
    const block = world.block(12n);
    const inCoins = { kind: 'native', tokenAddress: undefined } as const;
    const proxyAddress = CONTRACTS.sepolia.ethereumFeeProxy ?? '';
    await world.happen(
      ctx,
      world.blocks(block, [world.transferOf(link, block, { ...inCoins, proxyAddress })]),
    );
    expect(await world.transferStatuses(link)).toEqual(['seen']);
    expect(await sweep()).toBe(2);
    expect(asked).toHaveLength(2);
  });

  it('is not the only one: those below are settled, and nodes are queried for a few at a time', async () => {
    const large = await Promise.all(Array.from({ length: 25 }, () => insertLink(ctx.db)));
    const small = await insertLink(ctx.db, { expectedUnits: 10_000_000n });
    const block = world.block(10n);
    said = SHORT;
    await world.happen(
      ctx,
      world.blocks(
        block,
        [...large, small].map((link, logIndex) => world.transferOf(link, block, { logIndex })),
      ),
    );
    expect((await world.linkRow(small)).status).toBe('completed');
    for (let round = 0; round < 2; round += 1) {
      expect(await sweep()).toBe(0);
      expect(new Set(asked).size).toBe(25);
      expect(asked).toHaveLength(25);
    }
    expect(askedAtOnce).toBe(10);
  });

  it('is one of a backlog: as many as the sweep takes on are checked and settled by one call', async () => {
    const links = await Promise.all(Array.from({ length: 120 }, () => insertLink(ctx.db)));
    const block = world.block(10n);
    const paid = links.map((link, logIndex) => world.transferOf(link, block, { logIndex }));
    await world.happen(ctx, world.blocks(block, paid));
    expect(await settleTransfers(ctx, 200, { shouldQueryNodes: true })).toBe(120);
  });

  it('that waits is taken back like any other', async () => {
    const link = await insertLink(ctx.db);
    await world.happen(ctx, world.blocks(world.block(9n)));
    await see(link);
    said = SHORT;
    await sweep();
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
    said = AGREED;
    ctx.now.advance(300_000);
    expect(await sweep()).toBe(0);
    expect(await world.transferStatuses(link)).toEqual(['undone']);
    expect(await world.eventsOf(link)).toEqual([]);
  });
});
