import { sql } from 'kysely';
import { currencyById } from '#catalog/currencies.ts';
import type { Database } from '#platform/db/database.ts';
import { TEST_TIME } from './context.ts';
import { type PayableLink, TEST_PAYEE } from './payable-link.ts';
import { hashOf } from './settlement-world.ts';
import { TRON_WALLETS } from './tron-wallets.ts';

/** Half of all links belong to the first account; the other half is shared by so many. */
const SMALL_ACCOUNTS = 100;

/** The account with half of all links, and one of the many others. */
export const LARGE_ACCOUNT = 'account_0';
export const SMALL_ACCOUNT = 'account_1';

const UNITS = 12_500_000n;

/** Of the payments that were made, each block has so many. */
const PAID_PER_BLOCK = 100;

/** In what links on a network are paid, and to whom. */
const PAID_ON = {
  sepolia: { currencyId: 'USDC-sepolia', payee: TEST_PAYEE },
  tron: { currencyId: 'USDT-tron', payee: TRON_WALLETS.payee },
} as const;

/** A network that many links can be on. */
export type ManyLinksNetwork = keyof typeof PAID_ON;

const tokenOf = (network: ManyLinksNetwork) =>
  currencyById(PAID_ON[network].currencyId)?.address ?? '';

/** Which links are written: their numbers, both ends included, and their network: by default Sepolia. */
interface Numbers {
  readonly from: number;
  readonly to: number;
  readonly network?: ManyLinksNetwork;
}

/**
 * Writes links over one request each, by the hundred thousand: pending, or paid long ago with all
 * that a payment leaves behind. Foreign keys are not checked during that, so their accounts are written first.
 */
export async function writeManyLinks(
  db: Database,
  numbers: Numbers,
  state: 'pending' | 'paid',
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
      insert into account (id, name, created_at)
      select 'account_' || n, 'A shop', ${TEST_TIME} from generate_series(0, ${SMALL_ACCOUNTS}) n
      on conflict do nothing`.execute(trx);
    await writeRequests(trx, numbers, state);
    await writeLinks(trx, numbers, state);
    if (state === 'paid') await writePayments(trx, numbers);
  });
  await sql`vacuum (analyze) account, request, secure_payment, secure_payment_request,
    chain_transfer, payment, event`.execute(db);
}

/** The block of the last payment, where links up to this number are paid: what is new comes above it. */
export function lastPaidBlock(to: number): bigint {
  return BigInt(Math.floor(to / PAID_PER_BLOCK));
}

/** The link with this number. */
export function manyLink(number: number, network: ManyLinksNetwork = 'sepolia'): PayableLink {
  return {
    accountId:
      number % 2 === 0 ? LARGE_ACCOUNT : `account_${1 + (Math.floor(number / 2) % SMALL_ACCOUNTS)}`,
    token: `01TKN${padded(number)}`,
    requestRowId: `01REQ${padded(number)}`,
    requestId: `01${hashOf(`request ${number}`).slice(2)}`,
    referenceKey: hashOf(`reference ${number}`),
    tokenAddress: tokenOf(network),
    expectedUnits: UNITS,
  };
}

function padded(number: number): string {
  return String(number).padStart(21, '0');
}

// The same in SQL as in `manyLink`.
const account = sql`case when n % 2 = 0 then ${sql.lit(LARGE_ACCOUNT)}
  else 'account_' || (1 + n / 2 % ${sql.lit(SMALL_ACCOUNTS)}) end`;
const number = sql`lpad(n::text, 21, '0')`;
const blockNumber = sql`n / ${sql.lit(PAID_PER_BLOCK)}`;
const hashed = (name: string) => sql`sha256((${sql.lit(name)} || ' ' || n)::bytea)`;

async function writeRequests(
  db: Database,
  { from, to, network = 'sepolia' }: Numbers,
  state: 'pending' | 'paid',
): Promise<void> {
  const { currencyId, payee } = PAID_ON[network];
  await sql`
    insert into request (id, account_id, request_id, payment_reference, reference_key, salt,
      status, network, currency_id, token_address, payee_address, expected_units, fee_units,
      paid_units, created_at)
    select '01REQ' || ${number}, ${account}, '01' || encode(${hashed('request')}, 'hex'),
      '0x' || substr(md5(n::text), 1, 16), ${hashed('reference')}, substr(md5(n::text), 17, 16),
      ${state === 'paid' ? 'paid' : 'created'}, ${network}, ${currencyId},
      ${tokenOf(network)}, ${payee},
      ${UNITS}, 0, ${state === 'paid' ? UNITS : 0n}, ${TEST_TIME}
    from generate_series(${from}::integer, ${to}::integer) n`.execute(db);
}

async function writeLinks(
  db: Database,
  { from, to }: Numbers,
  state: 'pending' | 'paid',
): Promise<void> {
  await sql`
    insert into secure_payment (token, account_id, payment_type, flow, status, reference,
      created_at, expires_at, completed_at)
    select '01TKN' || ${number}, ${account}, 'single', 'incoming',
      ${state === 'paid' ? 'completed' : 'pending'}, 'INV-' || n, ${TEST_TIME},
      ${TEST_TIME}::timestamptz + interval '7 days' + n * interval '1 second',
      ${state === 'paid' ? TEST_TIME : null}::timestamptz
    from generate_series(${from}::integer, ${to}::integer) n`.execute(db);
  await sql`
    insert into secure_payment_request (secure_payment_token, position, request_id)
    select '01TKN' || ${number}, 0, '01REQ' || ${number}
    from generate_series(${from}::integer, ${to}::integer) n`.execute(db);
}

async function writePayments(
  db: Database,
  { from, to, network = 'sepolia' }: Numbers,
): Promise<void> {
  const { currencyId, payee } = PAID_ON[network];
  await sql`
    insert into chain_transfer (id, account_id, request_id, status, network, block_number,
      block_hash, block_time, transaction_hash, log_index, payer_address, claimed_units,
      credited_units, fee_units, fee_address, seen_at)
    select '01TRN' || ${number}, ${account}, '01REQ' || ${number}, 'finalized', ${network}, ${blockNumber},
      sha256(('block ' || ${blockNumber})::bytea), ${TEST_TIME}, ${hashed('transaction')},
      n % ${sql.lit(PAID_PER_BLOCK)},
      ${payee}, ${UNITS}, ${UNITS}, 0, ${payee}, ${TEST_TIME}
    from generate_series(${from}::integer, ${to}::integer) n`.execute(db);
  await sql`
    insert into payment (id, account_id, request_id, chain_transfer_id, network, currency_id,
      amount_units, fee_units, payer_address, transaction_hash, late, received_at)
    select '01PAY' || ${number}, ${account}, '01REQ' || ${number}, '01TRN' || ${number}, ${network},
      ${currencyId}, ${UNITS}, 0, ${payee}, ${hashed('transaction')}, false,
      ${TEST_TIME}::timestamptz + n * interval '1 second'
    from generate_series(${from}::integer, ${to}::integer) n`.execute(db);
  await sql`
    insert into stored_event (id, account_id, type, schema_version, secure_payment_token, payload,
      created_at)
    select '01EVT' || ${number}, ${account}, 'payment.confirmed', 1, '01TKN' || ${number},
      json_build_object('requestId', '01' || encode(${hashed('request')}, 'hex'),
        'txHash', '0x' || encode(${hashed('transaction')}, 'hex')),
      ${TEST_TIME}
    from generate_series(${from}::integer, ${to}::integer) n`.execute(db);
}
