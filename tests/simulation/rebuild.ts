import { sql } from 'kysely';
import { watcherOf } from './nodes/follower.ts';
import { steppedWorker } from './workers.ts';
import type { SimWorld } from './world.ts';

/** Far more looks than any chain of a simulation takes, few blocks at a time. */
const POLLS = 400;
/** Nodes are queried about few payments in a round; no world needs more rounds than these. */
const ROUNDS = 100;
/** Longer than a payment waits for what its deposit says of the payer. */
const LOOKUP_MS = 31_000;

/**
 * Forgets all that was ever seen on the chains and builds the ledger again from the blocks that stand at
 * last, by somebody to whom nothing happens; returns what is then not as it was. What was undone and
 * done again must leave nothing behind that a world without it would not have.
 */
export async function findTraces(world: SimWorld): Promise<string[]> {
  const before = await storedPaymentsOf(world);
  await deleteStored(world);
  const process = world.start('rebuilder');
  for (const network of world.networks) {
    const watcher = watcherOf(world, process, network);
    const head = world.chains[network].ledger.head().number;
    for (let poll = 0; poll < POLLS && (await cursorOf(world, network)) !== head; poll += 1) {
      await watcher.step();
    }
  }
  const worker = steppedWorker(world, process);
  const names = worker.names.filter((name) => !name.includes('webhook'));
  let handled = 1;
  for (let round = 0; round < ROUNDS && handled > 0; round += 1) {
    handled = 0;
    // A payment of a bridge waits for its payer for a while.
    if (world.bridging !== undefined) world.clock.advance(LOOKUP_MS);
    for (const name of names) handled += await worker.round(name);
  }
  const after = await storedPaymentsOf(world);
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `only with its past: ${line}`),
    ...after
      .filter((line) => !before.includes(line))
      .map((line) => `only without its past: ${line}`),
  ];
}

async function deleteStored({ db }: SimWorld): Promise<void> {
  await sql`truncate chain_cursor, chain_block, chain_transfer, payment, stored_event cascade`.execute(
    db,
  );
  // The sums are kept by the payments, which are gone without a trace.
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    const nothing = { status: 'created', paid_units: 0n, paid_late_units: 0n };
    await trx.updateTable('request').set(nothing).execute();
  });
  await db
    .updateTable('secure_payment')
    .set({ status: 'pending', completed_at: null, settled_late: false })
    .where('status', 'in', ['completed', 'expired'])
    .execute();
  await db.updateTable('multicall_payout').set({ status: 'pending' }).execute();
}

async function cursorOf({ db }: SimWorld, network: string): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('chain_cursor')
    .select('block_number')
    .where('network', '=', network)
    .executeTakeFirst();
  return row?.block_number;
}

/**
 * Everything that a chain has a say in, without the ids and times of our looking. When something was
 * final depends on when one looked: what is called final by a tag that is too old is not trusted.
 */
async function storedPaymentsOf({ db }: SimWorld): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select 'payment of ' || p.request_id || ': ' || p.amount_units || ' and ' || p.fee_units || ' by 0x'
      || encode(p.transaction_hash, 'hex') || ' late ' || p.late || ' at ' || p.received_at as line
    from payment p where not exists (select from payment_undo u where u.payment_id = p.id)
    union all select 'request ' || id || ' ' || status from request
    union all select 'link ' || token || ' ' || status || ' late ' || settled_late from secure_payment
    union all select 'bundle ' || token || ' ' || status from multicall_payout
    union all
    select 'transfer ' || request_id || ' ' || encode(block_hash, 'hex') || ' ' || log_index || ' '
      || replace(status, 'finalized', 'confirmed')
    from chain_transfer where status <> 'undone'
    union all select 'cursor ' || network || ' ' || encode(block_hash, 'hex') from chain_cursor
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}
