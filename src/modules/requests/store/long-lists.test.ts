import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { lowestUlid } from '#kit/ulid.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { writeUnchecked } from '../../../../tests/support/write-unchecked.ts';
import type { PaymentFilter } from './payment-filter.ts';
import { findShownPage, type RequestFilter } from './shown.ts';
import { findPayments } from './shown-payments.ts';

/** More than are looked up by what they have in common, also of every list that is meant to be long. */
const ROWS = 11_000;
const DAY_MS = 86_400_000;
const BEGIN = lowestUlid(new Date(TEST_TIME.getTime() - DAY_MS)).slice(0, 10);
const PAYER = '0xpayer';
const WANTED = sql`from generate_series(1, ${ROWS}::integer) n`;

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db });
  await sql`insert into account (id, name, created_at) values ('account', 'A shop', now())`.execute(
    ctx.db,
  );
  await sql`insert into client_id (id, account_id, client_id, label, status, created_at)
    select id, 'account', 'cli_' || id, id, 'active', now()
    from (values ('one'), ('two')) one (id)`.execute(ctx.db);
  for (const insert of [REQUESTS, LINKS, ITEMS, TRANSFERS, PAYMENTS, SOURCES])
    await writeUnchecked(ctx.db, insert);
  await sql`vacuum (analyze)`.execute(ctx.db);
});
afterAll(() => database[Symbol.asyncDispose]());

const id = sql`${BEGIN} || lpad(n::text, 16, '0')`;
const hash = sql`sha256(n::text::bytea)`;
/** Four of five are in links, each of its own. */
const hasLink = sql`n % 5 <> 0`;
const client = sql`case when n % 4 = 0 then 'two' else 'one' end`;
const REQUESTS = sql`
  insert into request (id, account_id, request_id, payment_reference, reference_key, salt, status, network,
    kind, currency_id, token_address, payee_address, expected_units, fee_units, paid_units, created_at,
    origin_form, client_id_id, invoice_currency_id, conversion_path, max_rate_age_seconds, slippage_bps)
  select ${id}, 'account', '01' || lpad(to_hex(n), 64, '0'), '0x' || lpad(to_hex(n), 16, '0'), ${hash},
    lpad(to_hex(n), 16, '0'), 'paid', 'sepolia', case when n % 2 = 0 then 'conversion' else 'token' end,
    'USDC-sepolia', '0xtoken', case when n % 9 = 0 then '0xother' else '0xpayee' end, 1, 0, 1, now(),
    case when n % 50 = 0 then 'fee' else 'request' end, case when ${hasLink} then null else ${client} end,
    case when n % 2 = 0 then 'USD' end, case when n % 2 = 0 then '{a,b}'::text[] end,
    case when n % 2 = 0 then 0 end, case when n % 2 = 0 then 0 end ${WANTED}`;
const LINKS = sql`
  insert into secure_payment (token, account_id, client_id_id, payment_type, flow, status, created_at, expires_at)
  select ${id}, 'account', ${client}, 'single', case when n % 3 = 0 then 'incoming' else 'outgoing' end,
    'pending', now(), now() ${WANTED} where ${hasLink}`;
const ITEMS = sql`
  insert into secure_payment_request (secure_payment_token, position, request_id)
  select ${id}, 0, ${id} ${WANTED} where ${hasLink}`;
const TRANSFERS = sql`
  insert into chain_transfer (id, account_id, request_id, status, network, block_number, block_hash, block_time,
    transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address, seen_at)
  select ${id}, 'account', ${id}, 'finalized', 'sepolia', n, ${hash}, now(), ${hash}, 0,
    case when n % 10 = 0 then 'somebody' else ${PAYER} end, 1, 1, 0, '0xdead', now() ${WANTED}`;
const PAYMENTS = sql`
  insert into payment (id, account_id, request_id, chain_transfer_id, network, currency_id, amount_units, fee_units,
    payer_address, transaction_hash, late, received_at)
  select id, account_id, id, id, network, 'USDC-sepolia', 1, 0, payer_address, transaction_hash, false,
    -- Several of each second, and not in the order of their ids.
    ${TEST_TIME}::timestamptz - interval '1 day' + (block_number::integer * 7919 % 5003) * interval '1 second'
  from chain_transfer`;
const SOURCES = sql`
  insert into payment_source (account_id, request_id, network, transaction_hash, source_network,
    source_transaction_hash, source_units, source_token_address, recorded_at)
  select 'account', ${id}, 'sepolia', ${hash}, 'base', ${hash}, 1, '0xtoken', now()
  ${WANTED} where n % 11 < 6`;

const at = (second: number) => new Date(TEST_TIME.getTime() - DAY_MS + second * 1_000);
const PAYMENTS_OF: Readonly<Record<string, Partial<PaymentFilter>>> = {
  all: {},
  direct: { isConversion: false, isCrosschain: false, isRecurring: false },
  conversions: { isConversion: true },
  'from other networks': { isCrosschain: true },
  'of a wallet that paid': { walletAddress: PAYER },
  'of a wallet that was paid': { walletAddress: '0xpayee' },
  'of a client ID': { clientIdId: 'one' },
  'in a currency': { paymentCurrency: 'USDC-sepolia' },
  'invoiced in dollars': { isConversion: true, invoicedIn: 'USD' },
  'of few of many conditions': { isCrosschain: true, isConversion: true, clientIdId: 'one' },
  'of few of many conditions, until a time': {
    ...{ isCrosschain: true, isConversion: true, clientIdId: 'one' },
    ...{ from: at(700), to: at(4_100) },
  },
  'of a period': { isConversion: false, from: at(1_000), to: at(4_000) },
  'until a time': { paymentCurrency: 'USDC-sepolia', to: at(2_500) },
};
const REQUESTS_OF: Readonly<Record<string, Partial<RequestFilter>>> = {
  all: {},
  'of a client ID': { clientIdId: 'one' },
  incoming: { linkFlow: 'incoming' },
  outgoing: { linkFlow: 'outgoing' },
  'to a wallet': { payeeAddress: '0xpayee' },
  'to a wallet that is seldom paid': { payeeAddress: '0xother' },
  'of a client ID to a wallet, outgoing': {
    clientIdId: 'one',
    payeeAddress: '0xpayee',
    linkFlow: 'outgoing',
  },
};

type Read = (offset: number, limit: number) => Promise<{ total: number; ids: readonly string[] }>;

function reader(filter: Partial<PaymentFilter>): Read {
  return async (offset, limit) => {
    const page = { offset, limit };
    const { total, payments } = await findPayments(ctx, { accountId: 'account', ...filter }, page);
    return { total, ids: payments.map((payment) => payment.id) };
  };
}

function requestReader(filter: Partial<RequestFilter>): Read {
  const none = { clientIdId: undefined, payeeAddress: undefined, linkFlow: undefined };
  return async (offset, limit) => {
    const asked = { accountId: 'account', ...none, ...filter };
    const { total, requests } = await findShownPage(ctx, asked, { offset, limit });
    return { total, ids: requests.map((request) => request.id) };
  };
}

const READERS: readonly (readonly [string, Read])[] = [
  ...Object.entries(PAYMENTS_OF).map(
    ([name, filter]) => [`payments, ${name}`, reader(filter)] as const,
  ),
  ...Object.entries(REQUESTS_OF).map(
    ([name, filter]) => [`requests, ${name}`, requestReader(filter)] as const,
  ),
];

const dropPositions = () => sql`delete from list_position`.execute(ctx.db);

/** The total and some pages, near and far. */
async function pagesOf(read: Read) {
  const { total } = await read(0, 1);
  const offsets = [0, 201, Math.floor(total / 2), Math.max(0, total - 3), total];
  const pages = [];
  for (const offset of offsets) pages.push(await read(offset, 5));
  return pages;
}

/** What is read by positions that were kept before a change equals what is read without them. */
async function staysExact(change: () => Promise<unknown>, readers = READERS): Promise<void> {
  for (const [, read] of readers) await read(0, 1);
  const before = new Map<string, unknown>();
  for (const [name, read] of readers) before.set(name, await pagesOf(read));
  await change();
  const byPositions = new Map<string, unknown>();
  for (const [name, read] of readers) byPositions.set(name, await pagesOf(read));
  await dropPositions();
  const anew = new Map<string, unknown>();
  for (const [name, read] of readers) {
    await dropPositions();
    anew.set(name, await pagesOf(read));
  }
  expect(Object.fromEntries(byPositions)).toEqual(Object.fromEntries(anew));
  expect(Object.fromEntries(anew)).not.toEqual(Object.fromEntries(before));
}

const secondOf = (number: number) => (number * 7919) % 5003;
const rowOf = (number: number) => `${BEGIN}${String(number).padStart(16, '0')}`;
const only = (...names: readonly string[]) => READERS.filter(([name]) => names.includes(name));

describe('long lists', () => {
  it.each([
    ['payments, all', (n: number) => n % 50 !== 0],
    ['payments, direct', (n: number) => n % 50 !== 0 && n % 2 === 1 && n % 11 >= 6],
    ['payments, from other networks', (n: number) => n % 50 !== 0 && n % 11 < 6],
    ['payments, of a wallet that paid', (n: number) => n % 50 !== 0 && n % 10 !== 0],
    [
      'payments, of a period',
      (n: number) => n % 50 !== 0 && n % 2 === 1 && secondOf(n) >= 1_000 && secondOf(n) <= 4_000,
    ],
    ['payments, until a time', (n: number) => n % 50 !== 0 && secondOf(n) <= 2_500],
    [
      'payments, of few of many conditions',
      (n: number) => n % 50 !== 0 && n % 11 < 6 && n % 4 === 2,
    ],
    [
      'payments, of few of many conditions, until a time',
      (n: number) =>
        n % 50 !== 0 && n % 11 < 6 && n % 4 === 2 && secondOf(n) >= 700 && secondOf(n) <= 4_100,
    ],
    ['payments, of a client ID', (n: number) => n % 50 !== 0 && n % 4 !== 0],
    ['requests, of a client ID', (n: number) => n % 50 !== 0 && n % 4 !== 0],
    ['requests, to a wallet that is seldom paid', (n: number) => n % 50 !== 0 && n % 9 === 0],
    ['requests, incoming', (n: number) => n % 50 !== 0 && n % 5 !== 0 && n % 3 === 0],
  ])('%s hold what they should, before positions are kept and after', async (name, isIn) => {
    await dropPositions();
    const [found] = only(name);
    const wanted = Array.from({ length: ROWS }, (_, i) => i + 1).filter(isIn);
    for (let time = 0; time < 2; time += 1) {
      const page = await found?.[1](0, ROWS);
      expect(page?.total).toBe(wanted.length);
      expect(page?.ids.toSorted()).toEqual(wanted.map(rowOf));
      for (const offset of [200, 201, 777, wanted.length - 3])
        expect((await found?.[1](offset, 5))?.ids).toEqual(page?.ids.slice(offset, offset + 5));
    }
    const { rows } = await sql<{ kept: bigint }>`
      select count(*) as kept from list_position`.execute(ctx.db);
    if (wanted.length > 5_500) expect(rows[0]?.kept).toBeGreaterThan(5n);
  });

  it('stay exact when a payment comes late', async () => {
    await staysExact(
      async () => {
        await sql`
        insert into chain_transfer (id, account_id, request_id, status, network, block_number, block_hash, block_time,
          transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address, seen_at)
        values ('late', 'account', ${rowOf(4_444)}, 'finalized', 'sepolia', 1, '\\x01', now(), '\\x01', 0,
          ${PAYER}, 1, 1, 0, '0xdead', now())`.execute(ctx.db);
        await sql`
        insert into payment (id, account_id, request_id, chain_transfer_id, network, currency_id, amount_units,
          fee_units, payer_address, transaction_hash, late, received_at)
        values ('late', 'account', ${rowOf(4_444)}, 'late', 'sepolia', 'USDC-sepolia', 1, 0, ${PAYER},
          '\\x01', false, ${at(1_500)})`.execute(ctx.db);
      },
      only('payments, all', 'payments, of a period', 'payments, until a time'),
    );
  });

  it('stay exact when a payment is undone', async () => {
    await staysExact(
      () =>
        sql`insert into payment_undo (payment_id, undone_at) values (${rowOf(7)}, now())`.execute(
          ctx.db,
        ),
      only('payments, all', 'payments, until a time', 'payments, of a wallet that paid'),
    );
  });

  it('stay exact when it becomes known that a payment came from another network', async () => {
    await staysExact(
      () =>
        sql`
        insert into payment_source (account_id, request_id, network, transaction_hash, source_network,
          source_transaction_hash, source_units, source_token_address, recorded_at)
        select account_id, request_id, network, transaction_hash, 'base', transaction_hash, 1, '0x', now()
        from payment where id = ${rowOf(17)}`.execute(ctx.db),
      only('payments, from other networks', 'payments, direct'),
    );
  });

  it.each([
    [
      'joins',
      sql`
        insert into payment_source (account_id, request_id, network, transaction_hash, source_network,
          source_transaction_hash, source_units, source_token_address, recorded_at)
        select account_id, request_id, network, transaction_hash, 'base', transaction_hash, 1, '0x', now()
        from payment where id = ${rowOf(18)}`,
    ],
    ['leaves', sql`insert into payment_undo (payment_id, undone_at) values (${rowOf(2)}, now())`],
  ])('stay exact when an old payment %s those that meet many conditions', async (_, change) => {
    await staysExact(
      () => change.execute(ctx.db),
      only(
        'payments, of few of many conditions',
        'payments, of few of many conditions, until a time',
      ),
    );
  });

  it('stay exact when it becomes known who sent a payment', async () => {
    await staysExact(
      () =>
        sql`update chain_transfer set bridge_sender = ${PAYER} where id = ${rowOf(10)}`.execute(
          ctx.db,
        ),
      only('payments, of a wallet that paid'),
    );
  });

  it('stay exact when requests pass to a link of another direction and client ID', async () => {
    await staysExact(
      async () => {
        await sql`
        insert into secure_payment (token, account_id, client_id_id, payment_type, flow, status, created_at, expires_at)
        values ('merged', 'account', 'two', 'batch', 'outgoing', 'pending', now(), now())`.execute(
          ctx.db,
        );
        await ctx.db.transaction().execute(async (db) => {
          await sql`update secure_payment_request set superseded = true
          where request_id in (${rowOf(3)}, ${rowOf(6)})`.execute(db);
          await sql`insert into secure_payment_request (secure_payment_token, position, request_id)
          values ('merged', 0, ${rowOf(3)}), ('merged', 1, ${rowOf(6)})`.execute(db);
        });
      },
      only('requests, incoming', 'requests, of a client ID', 'payments, of a client ID'),
    );
  });

  it('stay exact when a request gets another payee', async () => {
    await staysExact(
      () => sql`update request set payee_address = '0xnew' where id = ${rowOf(5)}`.execute(ctx.db),
      only('requests, to a wallet', 'payments, of a wallet that was paid'),
    );
  });
});
