import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { listen } from '#platform/db/listen.ts';
import { testContext, useTestDatabase } from '../../../tests/support/database.ts';
import { insertLink, type PayableLink } from '../../../tests/support/payable-link.ts';
import {
  hashOf,
  type SettlementWorld,
  settlementWorld,
} from '../../../tests/support/settlement-world.ts';
import { stillChain } from '../../../tests/support/still-chain.ts';
import { finalizeTransfers } from './finalize-transfers.ts';
import { findFollowFrom } from './find-follow-from.ts';
import { followChain } from './follow-chain.ts';
import { ingestChainUpdate } from './ingest-chain-update.ts';
import { settleTransfers } from './settle-transfers.ts';
import { sweeps } from './sweeps.ts';

const LIMIT = 200;

const database = useTestDatabase();
let ctx: Context;
let world: SettlementWorld;

beforeEach(async () => {
  ctx = testContext({ db: database.db });
  world = await settlementWorld(ctx);
  await world.happen(ctx, world.blocks(world.block(9n)));
});

/** Links that were paid in one block, none of which is settled. */
async function paidLinks(count: number): Promise<readonly PayableLink[]> {
  const links = await Promise.all(Array.from({ length: count }, () => insertLink(ctx.db)));
  const { at } = await findFollowFrom(ctx, 'sepolia');
  const block = world.block((at?.number ?? 9n) + 1n);
  const transfers = links.map((link, logIndex) => world.transferOf(link, block, { logIndex }));
  await ingestChainUpdate(ctx, world.chain, { at, update: world.blocks(block, transfers) });
  return links;
}

const statusesOf = (links: readonly PayableLink[]) =>
  Promise.all(links.map(async (link) => (await world.linkRow(link)).status));

const settle = async (ctx: Context) => await settleTransfers(ctx, LIMIT);

/** Does the work, and counts the statements that it takes. */
async function countingStatements(
  work: (ctx: Context) => Promise<unknown> = settle,
): Promise<number> {
  let statements = 0;
  const db = ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await work({ ...ctx, db });
  return statements;
}

it('payments of a block take as few statements together as one of them alone', async () => {
  const [alone] = await paidLinks(1);
  const forOne = await countingStatements();
  expect(forOne).toBeGreaterThan(5);
  const many = await paidLinks(150);
  expect(await countingStatements()).toBe(forOne);
  expect(new Set(await statusesOf(many))).toEqual(new Set(['completed']));
  expect(alone && (await world.linkRow(alone)).status).toBe('completed');
  const logged = await Promise.all(many.map(async (link) => await world.eventsOf(link)));
  expect(logged.map((events) => events.map(({ event }) => event))).toEqual(
    many.map(() => ['payment.confirmed']),
  );
});

describe('one payment that cannot be settled', () => {
  async function refusing({ requestRowId }: PayableLink, work: () => Promise<void>): Promise<void> {
    await sql`
      create or replace function refuse_one() returns trigger language plpgsql as $$
      begin
        if new.request_id = ${sql.lit(requestRowId)} then raise exception 'not this one'; end if;
        return new;
      end $$`.execute(ctx.db);
    await sql`create trigger a_refuse_one before insert on payment
      for each row execute function refuse_one()`.execute(ctx.db);
    try {
      await work();
    } finally {
      await sql`drop trigger a_refuse_one on payment`.execute(ctx.db);
    }
  }

  it('delays none of those that were found with it', async () => {
    const links = await paidLinks(12);
    const [, , , , , unlucky] = links;
    if (unlucky === undefined) throw new Error('twelve links were made');
    await refusing(unlucky, async () => {
      expect(await settleTransfers(ctx, LIMIT)).toBe(11);
    });
    const others = links.filter((link) => link !== unlucky);
    expect(new Set(await statusesOf(others))).toEqual(new Set(['completed']));
    expect(await world.transferStatuses(unlucky)).toEqual(['seen']);
    expect(await world.activeUnits(unlucky)).toBe(0n);
    expect(await settleTransfers(ctx, LIMIT)).toBe(1);
    expect(await statusesOf([unlucky])).toEqual(['completed']);
  });

  it('does not cost each of the others its own transaction', async () => {
    await paidLinks(1);
    const forOne = await countingStatements();
    const links = await paidLinks(64);
    const [unlucky] = links.slice(40);
    if (unlucky === undefined) throw new Error('sixty-four links were made');
    let statements = 0;
    await refusing(unlucky, async () => {
      statements = await countingStatements();
    });
    const settled = (await statusesOf(links)).filter((status) => status === 'completed');
    expect(settled).toHaveLength(63);
    // Seven batches that fail, each of half the size, and the other half of six of them.
    expect(statements).toBeLessThan(14 * forOne);
  });
});

it('one payment that cannot be marked final does not make each of the others take a transaction', async () => {
  const links = await paidLinks(64);
  const finalize = async (ctx: Context) => await finalizeTransfers(ctx, 100);
  await settle(ctx);
  const [unlucky] = links.slice(20);
  if (unlucky === undefined) throw new Error('sixty-four links were made');
  const { at } = await findFollowFrom(ctx, 'sepolia');
  const update = world.blocks(world.block((at?.number ?? 0n) + 64n));
  await ingestChainUpdate(ctx, world.chain, { at, update });
  await sql`create or replace function refuse_final() returns trigger language plpgsql as $$
    begin raise exception 'not this one'; end $$`.execute(ctx.db);
  await sql`create trigger a_refuse_final before insert on stored_event for each row
    when (new.secure_payment_token = ${sql.lit(unlucky.token)})
    execute function refuse_final()`.execute(ctx.db);
  let statements = 0;
  try {
    statements = await countingStatements(finalize);
  } finally {
    await sql`drop trigger a_refuse_final on stored_event`.execute(ctx.db);
  }
  expect(await Promise.all(links.map((link) => world.transferStatuses(link)))).toEqual(
    links.map((link) => [link === unlucky ? 'confirmed' : 'finalized']),
  );
  // Alone it takes as many as all of them together.
  const forOne = await countingStatements(finalize);
  expect(await world.transferStatuses(unlucky)).toEqual(['finalized']);
  expect(statements).toBeLessThan(14 * forOne);
});

it('what is settled of each request is logged with the transaction and what it came to', async () => {
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => logged.push(JSON.parse(line)) });
  const links = await paidLinks(3);
  await settleTransfers({ ...ctx, log }, LIMIT);
  const network = 'sepolia';
  expect(logged.filter(({ msg }) => msg === 'payments are settled')).toMatchObject(
    links.map(({ token }) => {
      const transactionHash = hashOf(`transaction ${token}`);
      return { network, transactionHash, event: 'payment.confirmed', payments: 1 };
    }),
  );
});

it('a block that pays more than a watcher settles with it wakes the sweep for the rest', async () => {
  const listening = listen(database.url, { log: ctx.log });
  let woken = 0;
  listening.wake('florin_settle', () => {
    woken += 1;
  });
  await listening.ready();
  const wokenAtFirst = woken;
  const links = await Promise.all(Array.from({ length: 201 }, () => insertLink(ctx.db)));
  const updates = [[links[0]], links.slice(1)].map((paid, at) => {
    const block = world.block(10n + BigInt(at));
    const transfers = paid.flatMap((link, logIndex) =>
      link === undefined ? [] : [world.transferOf(link, block, { logIndex })],
    );
    return world.blocks(block, transfers);
  });
  const chain = {
    ...stillChain('sepolia'),
    async *follow() {
      yield* updates;
    },
  };
  await followChain(ctx, chain, new AbortController().signal);
  expect(new Set(await statusesOf(links))).toEqual(new Set(['completed']));
  await expect.poll(() => woken).toBe(wokenAtFirst + 1);
  expect(sweeps.find(({ name }) => name === 'settle transfers')?.channel).toBe('florin_settle');
  await listening.close();
});

it('settlers that run at once settle each payment once, and fail at none', async () => {
  const failures: unknown[] = [];
  const log = { ...ctx.log, error: (...logged: unknown[]) => failures.push(logged) };
  const watched = { ...ctx, log: Object.assign(Object.create(ctx.log), log) };
  const links = await paidLinks(60);
  const settled = await Promise.all([1, 2, 3, 4].map(() => settleTransfers(watched, LIMIT)));
  expect(settled.reduce((sum, one) => sum + one, 0)).toBe(60);
  expect(new Set(await statusesOf(links))).toEqual(new Set(['completed']));
  const units = await Promise.all(links.map((link) => world.activeUnits(link)));
  expect(units).toEqual(links.map(({ expectedUnits }) => expectedUnits));
  expect(failures).toEqual([]);
});
