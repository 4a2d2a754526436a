import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import { manyLink } from '../tests/support/many-links.ts';

/** The rows of a contestant: how many, and a hash over all of them in the order of the chain. */
export interface FoundRows {
  readonly count: number;
  /** What every contestant keeps: the event and its place. */
  readonly eventHash: string;
  /** Beside it who paid, what the token moved, and which request of whom it pays; of those that keep that. */
  readonly paidHash: string | undefined;
}

/** The table of a peer, by default without anything that costs it time beside the row. */
export async function createPeerTable(db: Database, hasKeys: boolean): Promise<void> {
  await sql`create table peer_payment (id text primary key,
    account_id text, request_id text, reference_key text not null,
    block_number integer not null, block_hash text not null, block_time integer not null,
    transaction_hash text not null, log_index integer not null,
    token_address text not null, payee_address text not null, payer_address text,
    claimed_units numeric(78, 0) not null, credited_units numeric(78, 0),
    fee_units numeric(78, 0) not null, fee_address text not null)`.execute(db);
  await sql`create table peer_request (reference_key text primary key, request_id text not null,
    account_id text not null)`.execute(db);
  if (!hasKeys) {
    await sql`create index on peer_payment (reference_key)`.execute(db);
    return;
  }
  // The keys of `chain_transfer`: what it refers to, the name of a log, and what it is looked up by.
  await sql`alter table peer_payment add foreign key (account_id) references account,
    add foreign key (request_id) references request`.execute(db);
  await sql`create unique index on peer_payment (block_hash, log_index)`.execute(db);
  await sql`create index on peer_payment (account_id, request_id)`.execute(db);
  await sql`create index on peer_payment (block_number)`.execute(db);
  await sql`insert into peer_request (reference_key, request_id, account_id)
    select '0x' || encode(reference_key, 'hex'), id, account_id from request`.execute(db);
  await sql`analyze peer_request`.execute(db);
}

/** What Florin found. */
export async function rowsOfFlorin(db: Database, links: number): Promise<FoundRows> {
  const table = sql`(
    select t.block_number, t.log_index, '0x' || encode(t.block_hash, 'hex') as block_hash,
      extract(epoch from t.block_time)::bigint as block_time,
      '0x' || encode(t.transaction_hash, 'hex') as transaction_hash,
      '0x' || encode(r.reference_key, 'hex') as reference_key,
      t.claimed_units, t.fee_units, t.fee_address, t.payer_address, t.credited_units,
      t.request_id, t.account_id
    from chain_transfer t join request r on r.id = t.request_id
    where t.status <> 'undone' and t.request_id <= ${manyLink(links).requestRowId})`;
  return await rowsIn(db, table, true);
}

/** What a peer found up to a block: in which table, and whether it keeps more than the event. */
export async function rowsOfPeer(
  db: Database,
  {
    table,
    to,
    hasKeys,
  }: { readonly table: string; readonly to: bigint; readonly hasKeys: boolean },
): Promise<FoundRows> {
  const upTo = sql`(select * from ${sql.table(table)} where block_number <= ${to})`;
  return await rowsIn(db, upTo, hasKeys);
}

async function rowsIn(
  db: Database,
  table: RawBuilder<unknown>,
  hasKeys: boolean,
): Promise<FoundRows> {
  const event = sql`concat_ws(' ', block_number, block_hash, block_time, transaction_hash, log_index,
    reference_key, claimed_units, fee_units, lower(fee_address))`;
  const paid = sql`concat_ws(' ', block_hash, log_index, lower(payer_address), credited_units,
    request_id, account_id)`;
  const hashOver = (row: RawBuilder<unknown>) =>
    sql<string>`md5(coalesce(string_agg(${row}, ',' order by block_number, log_index), ''))`;
  const { rows } = await sql<{ count: string; event: string; paid: string | null }>`
    select count(*) as count, ${hashOver(event)} as event,
      ${hasKeys ? hashOver(paid) : sql<null>`null`} as paid
    from ${table} as found`.execute(db);
  const [row] = rows;
  return {
    count: Number(row?.count),
    eventHash: row?.event ?? '',
    paidHash: row?.paid ?? undefined,
  };
}

/** The chain that was read, and how many payments of ours are there. */
interface CheckedChain {
  readonly name: string;
  readonly events: number;
}

/** Throws where contestants found other rows of the same chain: they did not do the same work. */
export class SameRows {
  private readonly first = new Map<string, { readonly by: string; readonly hash: string }>();

  check(
    { name, events }: CheckedChain,
    by: string,
    { count, eventHash, paidHash }: FoundRows,
  ): void {
    if (count !== events) throw new Error(`${by} found ${count} of ${events} payments`);
    this.compare(`${name}, events`, by, eventHash);
    if (paidHash !== undefined) this.compare(`${name}, payments`, by, paidHash);
  }

  private compare(what: string, by: string, hash: string): void {
    const first = this.first.get(what) ?? { by, hash };
    this.first.set(what, first);
    if (first.hash !== hash) throw new Error(`${by} has other rows than ${first.by}: ${what}`);
  }
}
