import { type RawBuilder, sql } from 'kysely';
import { currencyById } from '#catalog/currencies.ts';
import type { Database } from '#platform/db/database.ts';

/** One account whose lists are long, with rows of each kind that they are filtered by. */
export const BIG_ACCOUNT = 'account_big';
export const BIG_ENDPOINT = 'endpoint_big';
/** Of ten requests six are of the first, three of the second and one of the third; of a thousand one of the last. */
export const BIG_CLIENTS = ['clientA', 'clientB', 'clientC', 'clientD'] as const;
/** Two of three requests pay the first. */
export const BIG_PAYEES = [
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
] as const;

const DAYS = 90;
const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 100_000;
const PER_BLOCK = 100;
const [USDC, USDT] = ['USDC-sepolia', 'USDT-sepolia'];
const tokenOf = (id: string) => currencyById(id)?.address ?? '';

/**
 * Writes so many requests over the 90 days before a time, each of nine in ten with a link, four of five paid, with the events and
 * deliveries of the paid ones. Foreign keys are not checked.
 */
export async function writeLargeAccount(
  db: Database,
  { rows, until }: { readonly rows: number; readonly until: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
      insert into account (id, name, created_at) values (${BIG_ACCOUNT}, 'A shop', now())`.execute(
      trx,
    );
    for (const id of BIG_CLIENTS) {
      await sql`insert into client_id (id, account_id, client_id, label, status, created_at)
        values (${id}, ${BIG_ACCOUNT}, 'cli_' || ${id}::text, ${id}, 'active', now())`.execute(trx);
    }
    await sql`insert into webhook_endpoint (id, account_id, url, url_key, secret_sealed,
        secret_key_version, is_active, created_at)
      values (${BIG_ENDPOINT}, ${BIG_ACCOUNT}, 'https://shop.example/', 'https://shop.example/',
        '', 1, true, now())`.execute(trx);
  });
  const begin = until.getTime() - DAYS * DAY_MS;
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const to = Math.min(rows, from + ROWS_AT_ONCE) - 1;
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`create temporary table seed on commit drop as
        select n, to_timestamp(at_ms / 1000.0) as at, n / 10 % 10 < 8 as paid,
          case when n % 1000 = 999 then 'clientD' when n % 10 < 6 then 'clientA'
            when n % 10 < 9 then 'clientB' else 'clientC' end as client,
          n % 7 <> 3 as has_link, case when n % 20 = 7 then 'outgoing' else 'incoming' end as flow,
          case when n % 4 = 0 then ${USDT} else ${USDC} end as currency,
          case when n % 4 = 0 then ${tokenOf(USDT ?? '')} else ${tokenOf(USDC ?? '')} end as token,
          case when n % 3 = 0 then ${BIG_PAYEES[1]} else ${BIG_PAYEES[0]} end as payee,
          n % 11 = 5 as converted, n % 101 = 7 as is_fee, n % 103 = 9 as recurs, n % 50 = 11 as bridged,
          '0x' || substr(encode(sha256(('payer ' || n % 50000)::bytea), 'hex'), 1, 40) as payer,
          '0' || ulid_time || lpad(n::text, 15, '0') as id, sha256(('request ' || n)::bytea) as hash
        from (select n, ${begin}::bigint + (n * ${(DAYS * DAY_MS) / rows}::float8)::bigint as at_ms
          from generate_series(${from}::integer, ${to}::integer) n) numbered
        cross join lateral (select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
            (at_ms >> (5 * i) & 31)::integer + 1, 1), '' order by i desc) || '0' as ulid_time
          from generate_series(0, 8) i) made`.execute(trx);
      for (const insert of INSERTS) await insert.execute(trx);
    });
  }
  await sql`vacuum (analyze)`.execute(db);
}

const account = sql.lit(BIG_ACCOUNT);
const endpoint = sql.lit(BIG_ENDPOINT);

const INSERTS: readonly RawBuilder<unknown>[] = [
  sql`insert into request (id, account_id, request_id, payment_reference, reference_key, salt, status,
      network, kind, currency_id, token_address, payee_address, expected_units, fee_units, paid_units,
      origin_form, client_id_id, reference, flow, recurring_payout_id, invoice_currency_id,
      conversion_path, max_rate_age_seconds, slippage_bps, created_at)
    select id, ${account}, '01' || encode(hash, 'hex'), '0x' || substr(md5(n::text), 1, 16), hash,
      substr(md5(n::text), 17, 16), case when paid then 'paid' else 'created' end, 'sepolia',
      case when converted then 'conversion' else 'token' end, currency, token, payee,
      1250000, 0, case when paid then 1250000 else 0 end,
      case when is_fee then 'fee' when has_link then 'secure_payment' else 'request' end,
      case when has_link then null else client end, case when has_link then null else 'INV-' || n end,
      case when has_link then 'incoming' else flow end,
      case when recurs then 'payout ' || n % 10 end, case when converted then 'USD' end,
      case when converted then array[payee, token] end, case when converted then 0 end,
      case when converted then 50 end, at from seed`,
  sql`insert into secure_payment (token, account_id, client_id_id, payment_type, flow, status, reference,
      created_at, expires_at, completed_at)
    select id, ${account}, client, 'single', flow, case when paid then 'completed'
      when n % 100 > 97 then 'pending' else 'expired' end, 'INV-' || n, at, at + interval '7 days',
      case when paid then at end from seed where has_link`,
  sql`insert into secure_payment_request (secure_payment_token, position, request_id)
    select id, 0, id from seed where has_link`,
  sql`insert into chain_transfer (id, account_id, request_id, status, network, block_number, block_hash,
      block_time, transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units,
      fee_address, seen_at, confirmed_at, finalized_at)
    select id, ${account}, id, 'finalized', 'sepolia', n / ${sql.lit(PER_BLOCK)},
      sha256(('block ' || n / ${sql.lit(PER_BLOCK)})::bytea), at, hash, n % ${sql.lit(PER_BLOCK)}, payer,
      1250000, 1250000, 0, payee, at, at, at from seed where paid`,
  sql`insert into payment (id, account_id, request_id, chain_transfer_id, network, currency_id,
      amount_units, fee_units, payer_address, transaction_hash, late, received_at)
    select id, ${account}, id, id, 'sepolia', currency, 1250000, 0, payer, hash, false,
      at + interval '1 minute' from seed where paid`,
  sql`insert into payment_source (account_id, request_id, network, transaction_hash, source_network,
      source_transaction_hash, source_units, source_token_address, recorded_at)
    select ${account}, id, 'sepolia', hash, 'base', sha256(hash), 1250000, token, at
    from seed where paid and bridged`,
  sql`insert into stored_event (id, account_id, type, schema_version, secure_payment_token, payload, created_at)
    select id || suffix, ${account}, type, 1, case when has_link then id end,
      json_build_object('requestId', '01' || encode(hash, 'hex'),
        'txHash', '0x' || encode(hash, 'hex'), 'padding', repeat('x', 100)), at
    from seed, (values ('', 'payment.confirmed'), ('F', 'payment.finalized')) made (suffix, type)
    where paid order by at`,
  sql`insert into webhook_delivery (id, account_id, event_id, webhook_endpoint_id, event_type, status,
      attempts, due_at, created_at, finished_at)
    select id, ${account}, id, ${endpoint}, 'payment.confirmed',
      case when n % 5000 = 17 then 'failed' else 'delivered' end, 1, at, at, at from seed where paid`,
  sql`insert into webhook_attempt (webhook_delivery_id, retry_count, account_id, started_at, duration_ms,
      response_status)
    select id, 0, ${account}, at, n % 500, 200 from seed where paid`,
  sql`insert into api_request (account_id, id, credential_kind, credential_id, method, path, status,
      duration_ms, correlation_id, created_at)
    select ${account}, id, 'api_key', 'key_' || n % 3, 'POST', '/v2/request', case when n % 50 = 0 then 400 else 201 end,
      n % 90, 'corr ' || n, at from seed`,
  sql`insert into audit_entry (id, account_id, actor_kind, action, object_kind, object_id, details, created_at)
    select id, ${account}, 'api_key', 'client_id.changed', 'client_id', client, '{}', at from seed where n % 10 = 0`,
];
