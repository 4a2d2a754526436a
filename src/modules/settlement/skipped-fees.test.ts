import { beforeEach, describe, expect, it } from 'vitest';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { FEE_RECEIVER, insertFee } from '../../../tests/support/fee-of-link.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  type SettlementWorld,
  settlementWorld,
  UNRELATED,
} from '../../../tests/support/settlement-world.ts';

/** One percent of 12.5 USDC. */
const FEE = { units: 125_000n, address: FEE_RECEIVER };

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
});

/** Lets blocks come one after another, each with one payment of a link and its fee as given. */
async function pay(link: PayableLink, ...payments: readonly Partial<ObservedTransfer>[]) {
  await world.happen(ctx, world.blocks(world.block(9n)));
  for (const [index, parts] of payments.entries()) {
    const block = world.block(10n + BigInt(index));
    const transactionHash = hashOf(`payment ${index} of ${link.token}`);
    await world.happen(
      ctx,
      world.blocks(block, [
        world.transferOf(link, block, { transactionHash, feeAddress: FEE_RECEIVER, ...parts }),
      ]),
    );
  }
}

/** The types of what was recorded, and what each names as skipped. */
async function eventsOf(link: PayableLink): Promise<unknown[]> {
  const events = await world.eventsOf(link);
  return events.map(({ event, skippedFees }) =>
    skippedFees === undefined ? event : [event, skippedFees],
  );
}

const skipped = (amount: string) => [
  'payment.fees_outstanding',
  [{ type: 'platform', amount, currency: 'USDC', receiverAddress: FEE_RECEIVER }],
];

describe('the fee inside a payment', () => {
  it.each<[string, Partial<ObservedTransfer>, string]>([
    ['left out', { feeUnits: 0n }, '0.125'],
    ['sent to another address', { feeUnits: FEE.units, feeAddress: UNRELATED }, '0.125'],
    ['made smaller', { feeUnits: 124_999n }, '0.000001'],
  ])(
    'is named as skipped where it was %s, and the payee is credited the same',
    async (_, parts, amount) => {
      const link = await insertLink(ctx.db, { fee: FEE });
      await pay(link, parts);
      expect(await eventsOf(link)).toEqual(['payment.confirmed', skipped(amount)]);
      const [confirmed, outstanding] = await world.eventsOf(link);
      expect(confirmed).toMatchObject({ amount: '12.5', totalAmountPaid: '12.5' });
      expect(outstanding).toMatchObject({ requestId: link.requestId, outstandingFees: [] });
      expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
    },
  );

  it.each<[string, Partial<ObservedTransfer>[]]>([
    ['whole', [{ feeUnits: FEE.units }]],
    ['more than agreed', [{ feeUnits: FEE.units + 1n }]],
    [
      'with each instalment its share, rounded down',
      [
        { creditedUnits: 4_166_650n, feeUnits: 41_666n },
        { creditedUnits: 4_166_650n, feeUnits: 41_666n },
        { creditedUnits: 4_166_700n, feeUnits: 41_666n },
      ],
    ],
    [
      'with the last instalment',
      [
        { creditedUnits: 12_000_000n, feeUnits: 0n },
        { creditedUnits: 500_000n, feeUnits: FEE.units },
      ],
    ],
  ])('is not named where it was paid %s', async (_, payments) => {
    const link = await insertLink(ctx.db, { fee: FEE });
    await pay(link, ...payments);
    expect(await eventsOf(link)).toEqual([
      ...payments.slice(1).map(() => 'payment.partial'),
      'payment.confirmed',
    ]);
  });

  it('is named once, by the payment that completes, and by no later one', async () => {
    const link = await insertLink(ctx.db, { fee: FEE });
    const dust = { creditedUnits: 1n, feeUnits: 0n };
    await pay(
      link,
      { creditedUnits: 2_500_000n, feeUnits: 25_000n },
      { creditedUnits: 10_000_000n },
      dust,
      dust,
    );
    expect(await eventsOf(link)).toEqual([
      'payment.partial',
      'payment.confirmed',
      skipped('0.1'),
      'payment.confirmed',
      'payment.confirmed',
    ]);
  });

  it('is named when a chain takes back the payment that brought it and another stands', async () => {
    const link = await insertLink(ctx.db, { fee: FEE });
    await pay(link, { feeUnits: 0n }, { feeUnits: FEE.units });
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(10n) });
    expect(await eventsOf(link)).toEqual([
      'payment.confirmed',
      skipped('0.125'),
      'payment.confirmed',
      'payment.reverted',
      skipped('0.125'),
    ]);
  });

  it('is not named again when a fee that is a request of its own vanishes', async () => {
    const link = await insertLink(ctx.db, { fee: FEE });
    const fee = await insertFee(ctx, link);
    await pay(link, { feeUnits: 0n });
    const block = world.block(11n);
    const own = { payeeAddress: FEE_RECEIVER, transactionHash: hashOf(`fee of ${link.token}`) };
    await world.happen(ctx, world.blocks(block, [world.transferOf(fee, block, own)]));
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(10n) });
    expect(await eventsOf(link)).toEqual([
      'payment.confirmed',
      skipped('0.125'),
      'payment.fees_outstanding',
    ]);
  });
});
