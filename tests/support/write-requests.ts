import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/db/database.ts';
import { writeUnchecked } from './write-unchecked.ts';

/** Unpaid requests of one account, with ids and references made of their numbers. */
interface NumberedRequests {
  readonly accountId: string;
  readonly from: number;
  readonly to: number;
  /** What their ids begin with, which says when they were created. */
  readonly time: string;
  /** Whom the request of the number `n` pays. */
  readonly payee: RawBuilder<string>;
}

/** Writes many requests by one statement, without the checks of their table. */
export async function writeRequests(
  db: Database,
  { accountId, from, to, time, payee }: NumberedRequests,
): Promise<void> {
  await writeUnchecked(
    db,
    sql`
    insert into request (
      id, account_id, request_id, payment_reference, reference_key, salt, status, network,
      currency_id, token_address, payee_address, expected_units, fee_units, paid_units, created_at, origin_form
    )
    select
      ${time} || lpad(n::text, 16, '0'), ${accountId}, '01' || lpad(to_hex(n), 64, '0'),
      '0x' || lpad(to_hex(n), 16, '0'), decode(lpad(to_hex(n), 64, '0'), 'hex'),
      lpad(to_hex(n), 16, '0'), 'created', 'sepolia', 'USDC-sepolia', '0xtoken',
      ${payee}, 1, 0, 0, now(), 'request'
    from generate_series(${from}::integer, ${to}::integer) n`,
  );
}
