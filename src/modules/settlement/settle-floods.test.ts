import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { bytesOf } from '#kit/hex.ts';
import { type OpenDatabase, openDatabase } from '#platform/db/pool.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  type SettlementWorld,
  settlementWorld,
} from '../../../tests/support/settlement-world.ts';
import { writeUnchecked } from '../../../tests/support/write-unchecked.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { findThresholds } from './find-thresholds.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';
import { settleTransfers } from './settle-transfers.ts';
import { findDueTransfers } from './store/due.ts';

const FLOOD = 1_000;
const LIMIT = 100;
/** How many instalments of one request a poll settles besides full payments. */
const PARTS = 5 * LIMIT;
const HEIGHT = 10n;

let database: Awaited<ReturnType<typeof testDatabase>>;
let single: OpenDatabase;
let ctx: Context;
let world: SettlementWorld;

beforeAll(async () => {
  database = await testDatabase();
  // One connection, which flushes its statistics before they are read.
  single = openDatabase(database.url, { log: pino({ level: 'silent' }), connectionsMax: 1 });
  const plain = testContext({ db: single.db });
  const steps = [{ fromDollars: 100n, rule: { by: 'depth' as const, blocks: 3 } }];
  ctx = { ...plain, settings: { ...plain.settings, amountStepsFor: () => steps } };
});
beforeEach(async () => {
  world = await settlementWorld(ctx);
  await world.happen(ctx, world.blocks(world.block(HEIGHT)));
});
afterEach(async () => {
  // What waits slows every later round down.
  await writeUnchecked(ctx.db, sql`delete from chain_transfer where status = 'seen'`);
  await sql`vacuum analyze chain_transfer`.execute(ctx.db);
});
afterAll(async () => {
  await single.close();
  await database[Symbol.asyncDispose]();
});

let floods = 0;

/** Pays requests in so many instalments of one unit, in turn, which were seen and wait. */
async function flood(
  links: readonly PayableLink[],
  { network = 'sepolia', count = FLOOD } = {},
): Promise<void> {
  floods += 1;
  const hash = bytesOf(hashOf(`flood ${floods}`));
  const payer = '0x2222222222222222222222222222222222222222';
  const rows = sql`
    insert into chain_transfer (id, account_id, request_id, status, network, block_number,
      block_hash, block_time, transaction_hash, log_index, payer_address, claimed_units,
      credited_units, fee_units, fee_address, token_units, token_fee_units, seen_at)
    select ${`FLOOD${floods}`} || lpad(i::text, 20, '0'), link.account_id, link.request_id, 'seen',
      ${network}, ${HEIGHT - 1n}, ${hash}, ${ctx.now()}, ${hash}, i, ${payer}, 1, 1, 0, ${payer}, 1, 0,
      ${ctx.now()}
    from generate_series(1, ${count}::int) i
    join unnest(
      ${links.map(({ accountId }) => accountId)}::text[],
      ${links.map(({ requestRowId }) => requestRowId)}::text[]
    ) with ordinality as link (account_id, request_id, place)
      on link.place = 1 + i % ${links.length}::int`;
  await writeUnchecked(ctx.db, rows);
  await sql`analyze chain_transfer`.execute(ctx.db);
}

/** Lets links be paid in one transaction in the next block, each with so many units, and settles nothing. */
async function payAll(links: readonly PayableLink[], units?: bigint): Promise<void> {
  const { at } = await findFollowFrom(ctx, 'sepolia');
  const block = world.block((at?.number ?? HEIGHT) + 1n);
  const parts = units === undefined ? {} : { creditedUnits: units };
  const transfers = links.map((link, logIndex) =>
    world.transferOf(link, block, { logIndex, transactionHash: hashOf('of all'), ...parts }),
  );
  await ingestChainUpdate(ctx, world.chain, { at, update: world.blocks(block, transfers) });
}

const newLinks = (count: number, parts: Parameters<typeof insertLink>[1] = {}) =>
  Promise.all(Array.from({ length: count }, () => insertLink(ctx.db, parts)));

const large = { expectedUnits: 10n ** 9n };

const findDueSoon = async (agreement: 'none' | 'asked' = 'none') =>
  (
    await findDueTransfers(ctx, await findThresholds(ctx, 'confirmed'), {
      limit: LIMIT,
      exceptRequests: [],
      agreement,
    })
  ).candidates;

async function rowsRead(table: 'chain_transfer' | 'payment'): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(ctx.db);
  const { rows } = await sql<{ read: bigint }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_user_tables where relname = ${table}`.execute(ctx.db);
  return Number(rows[0]?.read);
}

/** How many payments a request has, in how many transactions they were reported, and its stored sum. */
async function paymentsOf({ requestId, requestRowId }: PayableLink) {
  const { rows } = await sql<{ payments: bigint; transactions: bigint; kept: bigint }>`
    select (select count(*) from payment where request_id = ${requestRowId}) as payments,
      (select count(distinct transaction_id) from event
        where payload ->> 'requestId' = ${requestId}) as transactions,
      (select paid_units from request where id = ${requestRowId}) as kept`.execute(ctx.db);
  return rows[0];
}

const statusesOf = (links: readonly PayableLink[]) =>
  Promise.all(links.map(async (link) => (await world.linkRow(link)).status));

it('a request with very many instalments is summed twice in a poll, and not for each instalment', async () => {
  await flood(await newLinks(1, large));
  const before = await rowsRead('chain_transfer');
  expect(await findDueSoon()).toHaveLength(PARTS);
  expect((await rowsRead('chain_transfer')) - before).toBeLessThanOrEqual(4 * FLOOD);
});

it('a flood of one network delays no other', async () => {
  const network = 'arbitrum-one';
  await sql`
    insert into chain_cursor (network, block_number, block_hash, head_number, updated_at)
    select ${network}, block_number, block_hash, head_number, updated_at
    from chain_cursor where network = 'sepolia'`.execute(ctx.db);
  await flood(await newLinks(1, large), { network });
  await flood(await newLinks(1, large));
  const networks = (await findDueSoon()).map((due) => due.network);
  expect(networks).toHaveLength(PARTS);
  expect(networks.filter((one) => one === 'sepolia')).toHaveLength(PARTS / 2);
});

describe('behind 20,000 instalments of one unit to one request', () => {
  it('payments of the same account and of others are settled in the first round', async () => {
    const [flooded] = await newLinks(1, large);
    if (flooded === undefined) throw new Error('one link was made');
    await flood([flooded], { count: 20_000 });
    const honest = [
      ...(await newLinks(1, { accountId: flooded.accountId })),
      ...(await newLinks(3)),
    ];
    await payAll(honest);
    await settleTransfers(ctx, LIMIT);
    expect(await statusesOf(honest)).toEqual(honest.map(() => 'completed'));
    const [, ...partly] = await newLinks(3);
    await payAll(partly, 5n);
    await settleTransfers(ctx, LIMIT);
    expect(await Promise.all(partly.map((link) => world.activeUnits(link)))).toEqual([5n, 5n]);
  });

  it('the 200 payees of one transaction are settled in two rounds', async () => {
    await flood(await newLinks(1, large), { count: 20_000 });
    const [{ accountId } = { accountId: '' }] = await newLinks(1);
    const payees = await newLinks(200, { accountId });
    await payAll(payees);
    for (let round = 0; round < 2; round += 1) await settleTransfers(ctx, LIMIT);
    expect(new Set(await statusesOf(payees))).toEqual(new Set(['completed']));
  });
});

describe('beside 200 payees of one account', () => {
  it('accounts with less than their share leave the rest to it within the same call', async () => {
    const [{ accountId } = { accountId: '' }] = await newLinks(1);
    const links = [...(await newLinks(9)), ...(await newLinks(200, { accountId }))];
    await payAll(links);
    expect(await settleTransfers(ctx, LIMIT)).toBeGreaterThanOrEqual(LIMIT);
    expect(await settleTransfers(ctx, LIMIT)).toBeGreaterThan(links.length - 2 * LIMIT);
    expect(await settleTransfers(ctx, LIMIT)).toBe(0);
    expect(new Set(await statusesOf(links))).toEqual(new Set(['completed']));
  });

  it('payments that must be deeper are parked without ending the call', async () => {
    const [{ accountId } = { accountId: '' }] = await newLinks(1);
    const deeper = await newLinks(LIMIT, { accountId, ...large });
    await payAll([...(await newLinks(1)), ...deeper, ...(await newLinks(150, { accountId }))]);
    expect(await settleTransfers(ctx, LIMIT)).toBeGreaterThanOrEqual(LIMIT);
  });

  it('a watcher stops after the polls that it allows itself', async () => {
    const [{ accountId } = { accountId: '' }] = await newLinks(1);
    await payAll([...(await newLinks(9)), ...(await newLinks(200, { accountId }))]);
    const options = { shouldQueryNodes: false, pollsMax: 1 };
    expect(await settleTransfers(ctx, LIMIT, options)).toBe(9 + LIMIT / 10);
  });

  it('accounts whose payments must be deeper take no share', async () => {
    await payAll(await newLinks(9, large));
    expect(await settleTransfers(ctx, LIMIT)).toBe(0);
    const [{ accountId } = { accountId: '' }] = await newLinks(1);
    await payAll(await newLinks(200, { accountId }));
    expect(await findDueSoon()).toHaveLength(LIMIT);
  });
});

it('instalments of one request are settled together, at a cost that earlier ones do not raise', async () => {
  const [flooded] = await newLinks(1, large);
  if (flooded === undefined) throw new Error('one link was made');
  await flood([flooded], { count: 4 * PARTS });
  for (let rounds = 1; rounds <= 4; rounds += 1) {
    const before = await rowsRead('payment');
    expect(await settleTransfers(ctx, LIMIT)).toBe(PARTS);
    expect((await rowsRead('payment')) - before).toBe(0);
    const units = BigInt(rounds * PARTS);
    expect(await paymentsOf(flooded)).toEqual({
      payments: units,
      transactions: BigInt(rounds),
      kept: units,
    });
  }
  expect(await settleTransfers(ctx, LIMIT)).toBe(0);
  expect(await world.activeUnits(flooded)).toBe(BigInt(4 * PARTS));
});

it('what completes a request is settled in the order of the chain with the instalments before it', async () => {
  const links = await newLinks(3);
  const [first] = links;
  if (first === undefined) throw new Error('three links were made');
  await flood(links, { count: 3 * PARTS });
  await payAll([first]);
  await settleTransfers(ctx, LIMIT);
  expect((await world.linkRow(first)).status).toBe('completed');
  const totals = (await world.eventsOf(first)).map(({ event }) => event);
  expect(totals).toEqual([...Array(PARTS).fill('payment.partial'), 'payment.confirmed']);
});

it('a flood over many requests of one account does not delay another account', async () => {
  const [{ accountId } = { accountId: '' }] = await newLinks(1);
  await flood(await newLinks(300, { accountId, ...large }), { count: 3_000 });
  const others = await newLinks(2);
  await payAll(others, 5n);
  await settleTransfers(ctx, LIMIT);
  expect(await Promise.all(others.map((link) => world.activeUnits(link)))).toEqual([5n, 5n]);
});

it('many payments that need node agreement do not delay another account', async () => {
  const [{ accountId } = { accountId: '' }] = await newLinks(1);
  await flood(await newLinks(300, { accountId, ...large }), { count: 300 });
  const [other] = await newLinks(1, large);
  if (other === undefined) throw new Error('one link was made');
  await flood([other], { count: 1 });
  await sql`
    update chain_transfer set agreement = 'insufficient', agreement_checks = 1,
      agreement_due_at = ${ctx.now()}::timestamptz
        - case when account_id = ${accountId} then interval '1 minute' else interval '0' end
    where status = 'seen'`.execute(ctx.db);
  const due = await findDueSoon('asked');
  expect(due).toHaveLength(LIMIT);
  expect(due.map(({ requestId }) => requestId)).toContain(other.requestRowId);
});

it('one instalment that always fails does not stop the others of its request', async () => {
  const [flooded] = await newLinks(1, large);
  if (flooded === undefined) throw new Error('one link was made');
  await flood([flooded], { count: 20 });
  const poisoned = `FLOOD${floods}${'7'.padStart(20, '0')}`;
  await sql`
    insert into payment (id, account_id, request_id, chain_transfer_id, network, currency_id,
      amount_units, fee_units, payer_address, transaction_hash, late, received_at)
    select 'POISON', account_id, request_id, id, network, 'USDC-sepolia', 1, 0, payer_address,
      transaction_hash, false, block_time
    from chain_transfer where id = ${poisoned}`.execute(ctx.db);
  expect(await settleTransfers(ctx, LIMIT)).toBe(19);
  expect((await paymentsOf(flooded))?.kept).toBe(20n);
});
