import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { bytesOf } from '#kit/hex.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import {
  type ReconciliationWorld,
  reconciliationWorld,
} from '../../../tests/support/reconciliation-world.ts';
import { hashOf, UNRELATED } from '../../../tests/support/settlement-world.ts';
import { writeUnchecked } from '../../../tests/support/write-unchecked.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import type { DifferenceKind } from './model/stored-payments.ts';
import { reconcileBlocks } from './reconcile-blocks.ts';

const database = useTestDatabase();
let ctx: Context;
let world: ReconciliationWorld;

async function openWorld(): Promise<void> {
  ctx = testContext({ db: database.db });
  world = await reconciliationWorld(ctx);
}

type Difference = Awaited<ReturnType<ReconciliationWorld['differences']>>[number];

const kindsOf = (all: readonly Difference[], link: PayableLink) => {
  const own = all.filter(({ requestId }) => requestId === link.requestId);
  return [...new Set(own.map(({ kind }) => kind))].sort();
};

const tamper = (change: ReturnType<typeof sql>) => writeUnchecked(database.db, change);

describe('a clean world', () => {
  beforeEach(openWorld);

  it('has no differences, with partial, double, reverted and no payments', async () => {
    await insertLink(ctx.db);
    await world.paidLink(10n);
    await world.paidLink(11n, { creditedUnits: 5n });
    const twice = await world.paidLink(12n, { creditedUnits: 5n });
    const rest = { creditedUnits: 99_000_000n, logIndex: 9 };
    const second = world.transferOf(twice, world.block(13n), rest);
    world.onChain.push(second);
    await world.happen(ctx, world.blocks(world.block(13n), [second]));
    const lost = await insertLink(ctx.db);
    const vanishing = world.transferOf(lost, world.block(14n, 'fork'));
    await world.happen(
      ctx,
      world.blocks(world.block(14n, 'fork'), [vanishing]),
      { type: 'reorg', ancestor: world.block(13n) },
      world.blocks(world.block(20n)),
    );
    expect(await world.differences()).toEqual([]);
  });

  it('has none in a batch with one paid and one undone payment', async () => {
    const link = await insertLink(ctx.db);
    const other = await insertLink(ctx.db, { accountId: link.accountId });
    await ctx.db
      .updateTable('secure_payment_request')
      .set({ secure_payment_token: link.token, position: 1 })
      .where('request_id', '=', other.requestRowId)
      .execute();
    const active = world.transferOf(link, world.block(10n));
    world.onChain.push(active);
    await world.happen(
      ctx,
      world.blocks(world.block(10n), [active]),
      world.blocks(world.block(11n, 'fork'), [world.transferOf(other, world.block(11n, 'fork'))]),
      { type: 'reorg', ancestor: world.block(10n) },
      world.blocks(world.block(20n)),
    );
    expect(await world.differences()).toEqual([]);
  });
});

interface Planted {
  readonly name: string;
  readonly plant: (link: PayableLink) => Promise<unknown>;
  readonly found: readonly DifferenceKind[];
}

const transferOf = (link: PayableLink) => sql`request_id = ${link.requestRowId}`;
const setTransfer = (assignment: ReturnType<typeof sql>) => (link: PayableLink) =>
  tamper(sql`update chain_transfer set ${assignment} where ${transferOf(link)}`);
const setPayment = (assignment: ReturnType<typeof sql>) => (link: PayableLink) =>
  tamper(sql`update payment set ${assignment} where ${transferOf(link)}`);
const copyOf = (table: 'chain_transfer' | 'stored_event', changed: ReturnType<typeof sql>) => sql`
  insert into ${sql.table(table)} select (json_populate_record(row, ${changed})).* from ${sql.table(table)} row`;

const WRONG_MILESTONES: readonly (readonly [string, ReturnType<typeof sql>])[] = [
  ['confirmed below its own block', sql`confirmed_block = block_number - 1`],
  ['reported confirmed at another time', sql`confirmed_at = confirmed_at + interval '1 hour'`],
  ['reported confirmed and has no milestone', sql`confirmed_block = null, confirmed_at = null`],
  ['reported final at another block', sql`finalized_block = finalized_block + 1`],
];

const PLANTED: readonly Planted[] = [
  {
    name: 'a transfer that was never written down',
    plant: (link) =>
      tamper(sql`with gone as (delete from payment where ${transferOf(link)}),
        removed as (delete from stored_event where account_id = ${link.accountId}),
        open as (update request set status = 'created' where id = ${link.requestRowId}),
        pending as (update secure_payment set status = 'pending' where token = ${link.token})
        delete from chain_transfer where ${transferOf(link)}`),
    found: ['transfer_missing', 'wrong_kept_sum'],
  },
  {
    name: 'a transfer that is not on the chain',
    plant: async ({ referenceKey }) => {
      const at = world.onChain.findIndex((transfer) => transfer.referenceKey === referenceKey);
      world.onChain.splice(at, 1);
    },
    found: ['transfer_not_on_chain'],
  },
  {
    name: 'a wrong amount',
    plant: setTransfer(sql`credited_units = 1`),
    found: ['payment_unlike_transfer', 'wrong_amount'],
  },
  {
    name: 'a wrong amount of the token',
    plant: setTransfer(sql`token_units = 1`),
    found: ['payment_unlike_transfer', 'wrong_amount'],
  },
  {
    name: 'a wrong payer',
    plant: setTransfer(sql`payer_address = ${UNRELATED}`),
    found: ['payment_unlike_transfer', 'wrong_payer'],
  },
  { name: 'a wrong fee', plant: setTransfer(sql`fee_units = 7`), found: ['wrong_fee'] },
  {
    name: 'a wrong block',
    plant: setTransfer(sql`block_hash = ${bytesOf(hashOf('elsewhere'))}`),
    found: ['transfer_in_another_block'],
  },
  {
    name: 'a wrong time',
    plant: setTransfer(sql`block_time = block_time + interval '1 hour'`),
    found: ['payment_unlike_transfer', 'wrong_time'],
  },
  {
    name: 'a wrong transaction',
    plant: setTransfer(sql`transaction_hash = ${bytesOf(hashOf('another'))}`),
    found: ['payment_unlike_transfer', 'wrong_transaction'],
  },
  {
    name: 'the same payment twice',
    plant: (link) =>
      tamper(sql`${copyOf(
        'chain_transfer',
        sql`json_build_object('id', 'second ' || id, 'block_hash', ${'\\x00'}::text, 'status', 'seen',
        'confirmed_block', null, 'confirmed_at', null, 'finalized_block', null, 'finalized_at', null)`,
      )}
        where ${transferOf(link)}`),
    found: ['transfer_not_settled', 'transfer_twice'],
  },
  {
    name: 'a transfer that counts without a payment',
    plant: (link) => tamper(sql`delete from payment where ${transferOf(link)}`),
    found: [
      'event_too_many',
      'link_completed_without_money',
      'request_in_wrong_status',
      'transfer_without_payment',
      'wrong_kept_sum',
    ],
  },
  {
    name: 'a transfer that was taken back and stands on the chain',
    plant: setTransfer(sql`status = 'undone'`),
    found: ['payment_without_transfer', 'transfer_taken_back'],
  },
  {
    name: 'a final transfer that was never settled',
    plant: setTransfer(sql`status = 'seen'`),
    found: ['payment_without_transfer', 'transfer_not_settled', 'wrong_mark'],
  },
  {
    name: 'a payment that is not what its transfer brought',
    plant: setPayment(sql`amount_units = amount_units + 1`),
    found: ['payment_unlike_transfer', 'wrong_kept_sum'],
  },
  {
    name: 'a payment that was taken back though its transfer stands',
    plant: (link) =>
      tamper(sql`insert into payment_undo select id, received_at from payment
        where ${transferOf(link)}`),
    found: [
      'event_missing',
      'link_completed_without_money',
      'payment_taken_back',
      'request_in_wrong_status',
      'wrong_kept_sum',
    ],
  },
  {
    name: 'a request with less than its payments',
    plant: (link) =>
      tamper(sql`update request set status = 'partially_paid' where id = ${link.requestRowId}`),
    found: ['request_in_wrong_status'],
  },
  {
    name: 'a stored sum that is not that of the payments',
    plant: (link) =>
      tamper(sql`update request set paid_units = paid_units + 1 where id = ${link.requestRowId}`),
    found: ['wrong_kept_sum'],
  },
  {
    name: 'a link that is not completed with its money',
    plant: (link) =>
      tamper(sql`update secure_payment set status = 'pending' where token = ${link.token}`),
    found: ['link_not_completed'],
  },
  {
    name: 'a payment without an event',
    plant: (link) => tamper(sql`delete from stored_event where account_id = ${link.accountId}`),
    found: ['event_missing'],
  },
  {
    name: 'a payment with two events',
    plant: (link) =>
      tamper(sql`${copyOf('stored_event', sql`json_build_object('id', 'second ' || id)`)}
        where account_id = ${link.accountId} and type = 'payment.confirmed'`),
    found: ['event_too_many'],
  },
  {
    name: 'a final payment that was reported final twice',
    plant: (link) =>
      tamper(sql`${copyOf('stored_event', sql`json_build_object('id', 'second ' || id)`)}
        where account_id = ${link.accountId} and type = 'payment.finalized'`),
    found: ['event_too_many'],
  },
  {
    name: 'a final payment that was not reported final',
    plant: (link) =>
      tamper(sql`delete from stored_event
        where account_id = ${link.accountId} and type = 'payment.finalized'`),
    found: ['event_missing'],
  },
  ...WRONG_MILESTONES.map(([what, change]) => ({
    name: `a transfer that was ${what}`,
    plant: setTransfer(change),
    found: ['wrong_mark'] as const,
  })),
  {
    name: 'a transfer that has been final for long and was never reported final',
    plant: async (link) => {
      await setTransfer(sql`status = 'confirmed', finalized_block = null, finalized_at = null`)(
        link,
      );
      await tamper(sql`delete from stored_event
        where account_id = ${link.accountId} and type = 'payment.finalized'`);
    },
    found: ['transfer_not_final'],
  },
  {
    name: 'a payment that is marked late and was not',
    plant: setPayment(sql`late = true`),
    found: ['wrong_kept_sum', 'wrong_lateness'],
  },
  {
    name: 'a transfer that was reported final and is stored as not final',
    plant: setTransfer(sql`status = 'confirmed'`),
    found: ['transfer_not_final', 'wrong_mark'],
  },
  {
    name: 'a transfer of another network than its request',
    plant: setTransfer(sql`network = 'base'`),
    found: ['wrong_network'],
  },
  {
    name: 'a payment in another currency than its request',
    plant: setPayment(sql`currency_id = 'ETH-sepolia-sepolia'`),
    found: ['payment_unlike_request'],
  },
  {
    name: 'a payment on another network than its request',
    plant: setPayment(sql`network = 'base'`),
    found: ['payment_unlike_request'],
  },
  {
    name: 'a payment of another amount of the token than its transfer',
    plant: setPayment(sql`token_units = token_units - 1`),
    found: ['payment_unlike_transfer'],
  },
  {
    name: 'a payment received at another time than its block',
    plant: setPayment(sql`received_at = received_at + interval '1 hour'`),
    found: ['payment_unlike_transfer'],
  },
];

describe('a planted difference is found, and nothing beside it:', () => {
  /** All of them in one ledger, as what is found of one says nothing of another. */
  const links = new Map<string, PayableLink>();
  let untouched: PayableLink;
  let found: readonly Difference[];
  beforeAll(async () => {
    await openWorld();
    untouched = await insertLink(ctx.db);
    for (const { name } of PLANTED) links.set(name, await insertLink(ctx.db));
    const paid = [untouched, ...links.values()].map((link, logIndex) =>
      world.transferOf(link, world.block(10n), { logIndex }),
    );
    world.onChain.push(...paid);
    await world.happen(
      ctx,
      world.blocks(world.block(10n), paid),
      // The depth of finality on the test's network is below this, so all of it is final.
      world.blocks(world.block(2_000n)),
    );
    expect(await finalizeTransfers(ctx, 100)).toBe(paid.length);
    expect(await world.differences()).toEqual([]);
    for (const { name, plant } of PLANTED) await plant(linkOf(name));
    found = await world.differences();
  });

  function linkOf(name: string): PayableLink {
    const link = links.get(name);
    if (link === undefined) throw new Error(`${name} has a link`);
    return link;
  }

  it.each(PLANTED)('$name', ({ name, found: kinds }) => {
    expect(kindsOf(found, linkOf(name))).toEqual(kinds);
  });

  it('in the payments that were altered, and in no other', () => {
    const altered = new Set([...links.values()].map(({ requestId }) => requestId));
    expect(kindsOf(found, untouched)).toEqual([]);
    expect(found.filter(({ requestId }) => !altered.has(requestId ?? ''))).toEqual([]);
  });
});

describe('without a payment is found', () => {
  beforeEach(openWorld);

  it('a link completed and a request paid without any money', async () => {
    const link = await insertLink(ctx.db, { status: 'completed' });
    await world.happen(ctx, world.blocks(world.block(2_000n)));
    expect(kindsOf(await world.differences(), link)).toEqual(['link_completed_without_money']);
    await tamper(sql`update request set status = 'paid' where id = ${link.requestRowId}`);
    expect(kindsOf(await world.differences(), link)).toEqual([
      'link_completed_without_money',
      'request_in_wrong_status',
    ]);
  });
});

describe('a comparison', () => {
  beforeEach(openWorld);

  it('changes nothing, and reports what is not final yet', async () => {
    const link = await world.paidLink(10n);
    world.onChain.pop();
    const before = await world.eventsOf(link);
    const [difference, ...others] = await world.differences();
    expect(others).toEqual([]);
    expect(difference).toMatchObject({
      kind: 'transfer_not_on_chain',
      requestId: link.requestId,
      blockNumber: 10n,
      expected: 'nothing',
      found: '12500000 units',
      final: false,
    });
    expect(await world.eventsOf(link)).toEqual(before);
    expect(await world.activeUnits(link)).toBe(link.expectedUnits);
  });

  it('refuses blocks and networks that were not scanned', async () => {
    const walk = async (range: { from: bigint; to?: bigint }) => {
      for await (const chunk of reconcileBlocks(ctx, world.scanned(), range)) void chunk;
    };
    await expect(walk({ from: 1n })).rejects.toMatchObject({ status: 404 });
    await world.happen(ctx, world.blocks(world.block(10n)));
    await expect(walk({ from: 1n, to: 11n })).rejects.toMatchObject({ code: 'block_not_reached' });
    await expect(walk({ from: 9n, to: 8n })).rejects.toMatchObject({ code: 'empty_range' });
  });
});
