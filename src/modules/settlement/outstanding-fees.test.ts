import { beforeEach, describe, expect, it } from 'vitest';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { FEE_RECEIVER, FEE_UNITS, insertFee } from '../../../tests/support/fee-of-link.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  type SettlementWorld,
  settlementWorld,
  UNRELATED,
} from '../../../tests/support/settlement-world.ts';

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
});

async function linkWithFee() {
  const link = await insertLink(ctx.db);
  return { link, fee: await insertFee(ctx, link) };
}

/** A payment of a fee, in the transaction of its link or in one of its own. */
function feeTransfer(fee: PayableLink, number: bigint, parts: Partial<ObservedTransfer> = {}) {
  const own = { payeeAddress: FEE_RECEIVER, logIndex: 9 };
  return world.transferOf(fee, world.block(number), { ...own, ...parts });
}

const inAnother = (fee: PayableLink) => ({ transactionHash: hashOf(`fee of ${fee.token}`) });

async function eventsOf(link: PayableLink): Promise<unknown[][]> {
  const events = await world.eventsOf(link);
  return events.map((event) => [event['event'], event['fees'] ?? event['outstandingFees']]);
}

const PAID = [{ type: 'orchestrator_fee', amount: '0.3125', currency: 'USDC' }];
const missing = (fee: PayableLink, amount = '0.3125') => [
  expect.objectContaining({ requestId: fee.requestId, type: 'orchestrator_fee', amount }),
];

describe('a request that is paid without its fee', () => {
  it('reports in the same transaction which fee is outstanding, once', async () => {
    const { link, fee } = await linkWithFee();
    const paid = world.transferOf(link, world.block(10n));
    await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(10n), [paid]));
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
    const [, events] = await world.eventsOf(link);
    expect(events).toEqual({
      event: 'payment.fees_outstanding',
      requestId: link.requestId,
      requestID: link.requestId,
      paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
      timestamp: expect.any(String),
      network: 'sepolia',
      paymentCurrency: 'USDC',
      outstandingFees: [
        {
          requestId: fee.requestId,
          paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
          type: 'orchestrator_fee',
          label: 'Orchestrator fee',
          bearer: 'payee',
          amount: '0.3125',
          currency: 'USDC',
          receiverAddress: FEE_RECEIVER,
        },
      ],
      securePaymentToken: link.token,
      paymentToken: link.token,
    });
    const more = { logIndex: 4, creditedUnits: 1n, ...inAnother(fee) };
    const again = world.transferOf(link, world.block(11n), more);
    await world.happen(ctx, world.blocks(world.block(11n), [again]));
    expect((await eventsOf(link)).map(([event]) => event)).toEqual([
      'payment.confirmed',
      'payment.fees_outstanding',
      'payment.confirmed',
    ]);
  });

  it('reports nothing while only a part of it is paid', async () => {
    const { link } = await linkWithFee();
    const part = world.transferOf(link, world.block(10n), { creditedUnits: 1n });
    await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(10n), [part]));
    expect((await eventsOf(link)).map(([event]) => event)).toEqual(['payment.partial']);
  });

  it('reports the missing amount of a fee that was paid in part, or to another address', async () => {
    const { link, fee } = await linkWithFee();
    const paid = world.transferOf(link, world.block(10n));
    const part = feeTransfer(fee, 10n, { creditedUnits: 12_500n, tokenUnits: 12_500n });
    const astray = feeTransfer(fee, 10n, { payeeAddress: UNRELATED, logIndex: 12 });
    await world.happen(
      ctx,
      world.blocks(world.block(9n)),
      world.blocks(world.block(10n), [paid, part, astray]),
    );
    expect((await eventsOf(link)).at(-1)).toEqual([
      'payment.fees_outstanding',
      missing(fee, '0.3'),
    ]);
  });
});

describe('a fee that is paid', () => {
  it('by the transaction of its payment is reported within it, and nothing is outstanding', async () => {
    const { link, fee } = await linkWithFee();
    const both = [world.transferOf(link, world.block(10n)), feeTransfer(fee, 10n)];
    await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(10n), both));
    expect(await eventsOf(link)).toEqual([['payment.confirmed', PAID]]);
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
    expect(await eventsOf(link)).toEqual([
      ['payment.confirmed', PAID],
      ['payment.reverted', PAID],
    ]);
  });

  it('by a block that came and went twice is reported once each time', async () => {
    const { link, fee } = await linkWithFee();
    const both = [world.transferOf(link, world.block(10n)), feeTransfer(fee, 10n)];
    await world.happen(ctx, world.blocks(world.block(9n)));
    for (const _time of [1, 2]) {
      await world.happen(ctx, world.blocks(world.block(10n), both));
      await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
    }
    expect((await eventsOf(link)).map(([, fees]) => fees)).toEqual([PAID, PAID, PAID, PAID]);
  });

  it('and only seen so far is reported neither as paid nor as outstanding', async () => {
    const { link, fee } = await linkWithFee();
    const settings = {
      ...ctx.settings,
      confirmationsFor: () => ({ by: 'depth', blocks: 2 }) as const,
    };
    const paid = world.transferOf(link, world.block(10n));
    const seen = feeTransfer(fee, 11n, inAnother(fee));
    await world.happen(
      { ...ctx, settings },
      world.blocks(world.block(9n)),
      world.blocks(world.block(10n), [paid]),
      world.blocks(world.block(11n), [seen]),
    );
    expect(await eventsOf(link)).toEqual([['payment.confirmed', []]]);
  });

  it('before its payment is reported within it', async () => {
    const { link, fee } = await linkWithFee();
    const early = feeTransfer(fee, 10n, inAnother(fee));
    const paid = world.transferOf(link, world.block(11n));
    await world.happen(
      ctx,
      world.blocks(world.block(9n)),
      world.blocks(world.block(10n), [early]),
      world.blocks(world.block(11n), [paid]),
    );
    expect(await eventsOf(link)).toEqual([['payment.confirmed', PAID]]);
  });

  it('by the wallet that receives it is settled, whichever transaction that is', async () => {
    const own = { payerAddress: FEE_RECEIVER, payeeNetUnits: 0n };
    const [one, other] = [await linkWithFee(), await linkWithFee()];
    const nobody = { payeeNetUnits: 0n, ...inAnother(other.fee) };
    await world.happen(
      ctx,
      world.blocks(world.block(9n)),
      world.blocks(world.block(10n), [
        world.transferOf(one.link, world.block(10n), { payerAddress: FEE_RECEIVER }),
        feeTransfer(one.fee, 10n, own),
        world.transferOf(other.link, world.block(10n), { logIndex: 20, ...inAnother(other.link) }),
        feeTransfer(other.fee, 10n, { ...nobody, logIndex: 22 }),
      ]),
    );
    expect(await eventsOf(one.link)).toEqual([['payment.confirmed', PAID]]);
    expect(await eventsOf(other.link)).toEqual([
      ['payment.confirmed', []],
      ['payment.fees_outstanding', missing(other.fee)],
    ]);
  });

  it('and vanishes alone is outstanding again, and reported so', async () => {
    const { link, fee } = await linkWithFee();
    const paid = world.transferOf(link, world.block(10n));
    const later = feeTransfer(fee, 11n, inAnother(fee));
    await world.happen(
      ctx,
      world.blocks(world.block(9n)),
      world.blocks(world.block(10n), [paid]),
      world.blocks(world.block(11n), [later]),
    );
    expect(await world.activeUnits(fee)).toBe(FEE_UNITS);
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(10n) });
    expect(await world.linkRow(link)).toMatchObject({ status: 'completed' });
    expect(await eventsOf(link)).toEqual([
      ['payment.confirmed', []],
      ['payment.fees_outstanding', missing(fee)],
      ['payment.fees_outstanding', missing(fee)],
    ]);
  });

  it('and vanishes with its payment leaves nothing outstanding', async () => {
    const { link, fee } = await linkWithFee();
    const both = [world.transferOf(link, world.block(10n)), feeTransfer(fee, 10n)];
    await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(10n), both));
    await world.happen(ctx, { type: 'reorg', ancestor: world.block(9n) });
    expect((await eventsOf(link)).map(([event]) => event)).not.toContain(
      'payment.fees_outstanding',
    );
  });
});

it('a fee that only the call of the payment named is reported, for any receiver', async () => {
  const link = await insertLink(ctx.db);
  const parts = { feeUnits: 125_000n, feeAddress: UNRELATED };
  const paid = world.transferOf(link, world.block(10n), parts);
  await world.happen(ctx, world.blocks(world.block(9n)), world.blocks(world.block(10n), [paid]));
  const platform = [{ type: 'platform', amount: '0.125', currency: 'USDC' }];
  expect(await eventsOf(link)).toEqual([['payment.confirmed', platform]]);
});
