import { beforeEach, describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import type { ObservedTransfer } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { hexOf } from '#kit/hex.ts';
import { findDueFees, findPaidFees, openSourceFees } from '#modules/requests/index.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { FEE_RECEIVER, FEE_UNITS, insertFee } from '../../../tests/support/fee-of-link.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  type SettlementWorld,
  settlementWorld,
  UNRELATED,
} from '../../../tests/support/settlement-world.ts';
import { connected, stillChain } from '../../../tests/support/still-chain.ts';
import { listSuspicious } from './list-suspicious.ts';

const database = useTestDatabase();
let ctx: Context;
let destination: SettlementWorld;
let source: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db, chains: connected(stillChain('bsc')) });
  destination = await settlementWorld(ctx);
  source = await settlementWorld(ctx, 'bsc');
  for (const world of [destination, source]) await world.happen(ctx, world.blocks(world.block(9n)));
});

function currency(id: string) {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

const USDT = currency('USDT-bsc');
/** The source has twelve decimals more. */
const WHOLE = FEE_UNITS * 10n ** 12n;

/** A link with a fee, and the request by which it is paid in USDT of the other network. */
async function linkWithFees() {
  const link = await insertLink(ctx.db);
  const fee = await insertFee(ctx, link);
  const fees = (await findDueFees(ctx, [link.requestRowId])).get(link.requestRowId) ?? [];
  const [opened] = await openSourceFees(ctx, {
    fees,
    currency: currency('USDC-sepolia'),
    source: USDT,
  });
  const row = await ctx.db
    .selectFrom('request')
    .select(['id', 'reference_key'])
    .where('request_id', '=', opened?.requestId ?? '')
    .executeTakeFirstOrThrow();
  const ofSource: PayableLink = {
    ...link,
    requestRowId: row.id,
    requestId: opened?.requestId ?? '',
    referenceKey: hexOf(row.reference_key),
    tokenAddress: USDT.address,
    expectedUnits: WHOLE,
  };
  return { link, fee, ofSource };
}

let logs = 20;

/** Pays all of a request, or what `parts` say, to the receiver of the fee. */
async function payFee(
  world: SettlementWorld,
  of: PayableLink,
  { at, ...parts }: Partial<ObservedTransfer> & { readonly at: bigint },
): Promise<void> {
  logs += 1;
  const units = parts.creditedUnits ?? of.expectedUnits;
  const transfer = world.transferOf(of, world.block(at), {
    payeeAddress: FEE_RECEIVER,
    logIndex: logs,
    transactionHash: hashOf(`fee ${logs}`),
    tokenUnits: units,
    claimedUnits: units,
    ...parts,
  });
  await world.happen(ctx, world.blocks(world.block(at), [transfer]));
}

async function payMain(link: PayableLink, number: bigint): Promise<void> {
  const paid = destination.transferOf(link, destination.block(number));
  await destination.happen(ctx, destination.blocks(destination.block(number), [paid]));
}

const dueOf = async (link: PayableLink) =>
  ((await findDueFees(ctx, [link.requestRowId])).get(link.requestRowId) ?? []).map(
    ({ units }) => units,
  );
const paidOf = async (link: PayableLink) =>
  ((await findPaidFees(ctx, [link.requestRowId])).get(link.requestRowId) ?? []).map(
    ({ units }) => units,
  );
const eventsOf = async (link: PayableLink) =>
  (await destination.eventsOf(link)).map((event) => [
    event['event'],
    event['fees'] ?? event['outstandingFees'],
  ]);

describe('a fee that is paid where the payment came from', () => {
  it('is paid by the token that reached its receiver there, and is part of the event of its payment', async () => {
    const { link, ofSource } = await linkWithFees();
    await payFee(source, ofSource, { at: 10n });
    expect([await dueOf(link), await paidOf(link)]).toEqual([[], [FEE_UNITS]]);
    await payMain(link, 10n);
    expect(await eventsOf(link)).toEqual([
      ['payment.confirmed', [{ type: 'orchestrator_fee', amount: '0.3125', currency: 'USDC' }]],
    ]);
    expect(await destination.linkRow(link)).toMatchObject({ status: 'completed' });
  });

  it('leaves its link as it is where nothing else was paid', async () => {
    const { link, ofSource } = await linkWithFees();
    await payFee(source, ofSource, { at: 10n });
    expect(await destination.linkRow(link)).toMatchObject({
      status: 'pending',
      request_status: 'created',
    });
    expect(await eventsOf(link)).toEqual([]);
    expect(await destination.activeUnits(link)).toBe(0n);
  });

  it('is outstanding where the link is paid without it, by all that is missing', async () => {
    const { link, ofSource } = await linkWithFees();
    await payFee(source, ofSource, { at: 10n, creditedUnits: WHOLE - 1n });
    await payMain(link, 10n);
    const missing = { type: 'orchestrator_fee', amount: '0.000001' };
    expect((await eventsOf(link)).at(-1)).toEqual([
      'payment.fees_outstanding',
      [expect.objectContaining(missing)],
    ]);
    expect(await dueOf(link)).toEqual([1n]);
    await payFee(source, ofSource, { at: 11n, creditedUnits: 1n });
    expect([await dueOf(link), await paidOf(link)]).toEqual([[], [FEE_UNITS]]);
  });

  it('is the sum of what was paid on each network, and all of what was paid twice is shown', async () => {
    const { link, fee, ofSource } = await linkWithFees();
    await payFee(destination, fee, { at: 10n, creditedUnits: 12_500n });
    await payFee(source, ofSource, { at: 10n, creditedUnits: 200_000n * 10n ** 12n });
    expect([await dueOf(link), await paidOf(link)]).toEqual([[100_000n], [212_500n]]);
    await payFee(source, ofSource, { at: 11n });
    await payFee(destination, fee, { at: 11n });
    expect([await dueOf(link), await paidOf(link)]).toEqual([[], [212_500n + 2n * FEE_UNITS]]);
    await payMain(link, 12n);
    expect((await eventsOf(link)).map(([event]) => event)).toEqual(['payment.confirmed']);
  });
});

describe('a fee is not paid', () => {
  it.each<[string, Partial<ObservedTransfer>, string]>([
    ['by another token', { tokenAddress: currency('USDC-bsc').address }, 'foreign_token'],
    ['to somebody else', { payeeAddress: UNRELATED }, 'wrong_payee'],
    ['by another contract', { proxyAddress: UNRELATED }, 'foreign_proxy'],
  ])('%s', async (_what, parts, reason) => {
    const { link, ofSource } = await linkWithFees();
    await payFee(source, ofSource, { at: 10n, ...parts });
    expect([await dueOf(link), await paidOf(link)]).toEqual([[FEE_UNITS], []]);
    const { transfers } = await listSuspicious(ctx, {});
    expect(transfers.map((one) => one.reason)).toContain(reason);
  });

  it('by its reference on the network of its payment, in the units of another token', async () => {
    const { link, ofSource } = await linkWithFees();
    await payFee(destination, ofSource, { at: 10n });
    expect(await dueOf(link)).toEqual([FEE_UNITS]);
  });

  it('by the fee of another link', async () => {
    const [mine, theirs] = [await linkWithFees(), await linkWithFees()];
    await payFee(source, theirs.ofSource, { at: 10n });
    expect([await dueOf(mine.link), await dueOf(theirs.link)]).toEqual([[FEE_UNITS], []]);
  });
});

describe('a fee that the other network takes back', () => {
  it('is due again, and said to be outstanding where its link stays paid', async () => {
    const { link, ofSource } = await linkWithFees();
    await payFee(source, ofSource, { at: 10n });
    await payMain(link, 10n);
    await source.happen(ctx, { type: 'reorg', ancestor: source.block(9n) });
    expect([await dueOf(link), await paidOf(link)]).toEqual([[FEE_UNITS], []]);
    expect(await eventsOf(link)).toEqual([
      ['payment.confirmed', [expect.objectContaining({ amount: '0.3125' })]],
      ['payment.fees_outstanding', [expect.objectContaining({ amount: '0.3125' })]],
    ]);
    expect(await destination.linkRow(link)).toMatchObject({ status: 'completed' });
  });

  it('is on its way while it was only seen, and not requested a second time', async () => {
    const deep = { by: 'depth', blocks: 5 } as const;
    const settings = { ...ctx.settings, confirmationsFor: () => deep };
    const { link, ofSource } = await linkWithFees();
    const paid = source.transferOf(ofSource, source.block(10n), { payeeAddress: FEE_RECEIVER });
    await source.happen({ ...ctx, settings }, source.blocks(source.block(10n), [paid]));
    const due = await findDueFees(ctx, [link.requestRowId], { isPaidWhenSeen: true });
    expect([due.size, await dueOf(link)]).toEqual([0, [FEE_UNITS]]);
  });
});
