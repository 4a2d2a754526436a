import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
import { findThresholds } from './find-thresholds.ts';
import { findDueTransfers } from './store/due.ts';

const FLOOD = 1_000;
const LIMIT = 100;
const HEIGHT = 10n;

let database: Awaited<ReturnType<typeof testDatabase>>;
let single: OpenDatabase;
let ctx: Context;
let world: SettlementWorld;

beforeAll(async () => {
  database = await testDatabase();
  // One connection, which is asked to hand in its counts before they are read.
  single = openDatabase(database.url, { log: pino({ level: 'silent' }), connectionsMax: 1 });
  const plain = testContext({ db: single.db });
  const steps = [{ fromDollars: 100n, rule: { by: 'depth' as const, blocks: 3 } }];
  ctx = { ...plain, settings: { ...plain.settings, amountStepsFor: () => steps } };
  world = await settlementWorld(ctx);
  await world.happen(ctx, world.blocks(world.block(HEIGHT)));
});
afterAll(async () => {
  await single.close();
  await database[Symbol.asyncDispose]();
});

/** Pays a link in as many parts of one unit, which were seen and wait for their turn. */
async function flood(link: PayableLink, network: string): Promise<void> {
  const hash = bytesOf(hashOf(`flood of ${network}`));
  await sql`
    insert into chain_transfer (id, account_id, request_id, status, network, block_number,
      block_hash, block_time, transaction_hash, log_index, payer_address, claimed_units,
      credited_units, fee_units, fee_address, token_units, token_fee_units, seen_at)
    select ${network.slice(0, 4).toUpperCase()} || lpad(i::text, 22, '0'), ${link.accountId},
      ${link.requestRowId}, 'seen', ${network}, ${HEIGHT - 1n}, ${hash}, ${ctx.now()}, ${hash}, i,
      '0x2222222222222222222222222222222222222222', 1, 1, 0,
      '0x2222222222222222222222222222222222222222', 1, 0, ${ctx.now()}
    from generate_series(1, ${FLOOD}::int) i`.execute(ctx.db);
  await sql`analyze chain_transfer`.execute(ctx.db);
}

const lookForDue = async () =>
  await findDueTransfers(ctx, await findThresholds(ctx, 'confirmed'), {
    limit: LIMIT,
    except: [],
    agreement: 'none',
  });

async function transfersRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(ctx.db);
  const { rows } = await sql<{ read: bigint }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_user_tables where relname = 'chain_transfer'`.execute(ctx.db);
  return Number(rows[0]?.read);
}

it('a request that is paid in very many parts is added up once in a look, and not for each part', async () => {
  await flood(await insertLink(ctx.db, { expectedUnits: 10n ** 9n }), 'sepolia');
  const before = await transfersRead();
  expect(await lookForDue()).toHaveLength(LIMIT);
  expect((await transfersRead()) - before).toBeLessThanOrEqual(3 * FLOOD);
});

it('a flood of one network keeps no other from its turn', async () => {
  const { id, link } = {
    id: 'arbitrum-one',
    link: await insertLink(ctx.db, { expectedUnits: 9n }),
  };
  await sql`
    insert into chain_cursor (network, block_number, block_hash, head_number, updated_at)
    select ${id}, block_number, block_hash, head_number, updated_at
    from chain_cursor where network = 'sepolia'`.execute(ctx.db);
  await flood(link, id);
  const networks = (await lookForDue()).map(({ network }) => network);
  expect(networks).toHaveLength(LIMIT);
  expect(networks.filter((network) => network === 'sepolia')).toHaveLength(LIMIT / 2);
});
