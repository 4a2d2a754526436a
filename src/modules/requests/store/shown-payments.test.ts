import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { writeUnchecked } from '../../../../tests/support/write-unchecked.ts';
import { matching, type PaymentFilter } from './payment-filter.ts';
import { findPayments, findPaymentsBefore } from './shown-payments.ts';

const ACCOUNTS = 50;
const REQUESTS_EACH = 400;

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await sql`insert into account (id, name, created_at)
    select 'account_' || n, 'A shop', now() from generate_series(1, ${ACCOUNTS}) n`.execute(db);
  await writeUnchecked(
    db,
    sql`
    insert into request (
      id, account_id, request_id, payment_reference, reference_key, salt, status, network,
      currency_id, token_address, payee_address, expected_units, fee_units, paid_units, created_at,
      origin_form, reference
    )
    select
      'request_' || n, 'account_' || (n % ${ACCOUNTS} + 1), '01' || lpad(to_hex(n), 64, '0'),
      '0x' || lpad(to_hex(n), 16, '0'), decode(lpad(to_hex(n), 64, '0'), 'hex'),
      lpad(to_hex(n), 16, '0'), 'paid', 'sepolia', 'USDC-sepolia', '0xtoken',
      '0xpayee' || (n % 97), 1, 0, 1, now(), 'request', 'INV-' || n
    from generate_series(1, ${ACCOUNTS * REQUESTS_EACH}) n`,
  );
  await writeUnchecked(
    db,
    sql`
    insert into chain_transfer (
      id, account_id, request_id, status, network, block_number, block_hash, block_time,
      transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units,
      fee_address, seen_at
    )
    select
      'transfer_' || id, account_id, id, 'confirmed', 'sepolia', 1, reference_key, now(),
      reference_key, 0, '0xpayer' || (length(id) * 7 + ascii(right(id, 1))), 1, 1, 0, '0xdead',
      now()
    from request`,
  );
  await writeUnchecked(
    db,
    sql`
    insert into payment (
      id, account_id, request_id, chain_transfer_id, network, currency_id, amount_units, fee_units,
      payer_address, transaction_hash, late, received_at
    )
    select
      'payment_' || id, account_id, request_id, id, network, 'USDC-sepolia', 1, 0, payer_address,
      transaction_hash, false, date_trunc('second', now()) - trunc(random() * 100) * interval '3 days'
    from chain_transfer`,
  );
  await sql`analyze`.execute(db);
});
afterAll(() => database[Symbol.asyncDispose]());

const FILTERS: Readonly<Record<string, Partial<PaymentFilter>>> = {
  transactionHash: { transactionHash: `0x${'0'.repeat(61)}123` },
  walletAddress: { walletAddress: '0xpayee7' },
  paymentReference: { paymentReference: `0x${'0'.repeat(13)}123` },
  requestId: { requestId: `01${'0'.repeat(61)}123` },
  reference: { reference: 'INV-7' },
  'type direct': { isConversion: false },
  'type conversion': { isConversion: true },
  invoiceCurrency: { isConversion: true, invoicedIn: 'EUR' },
  paymentCurrency: { paymentCurrency: 'USDC-sepolia' },
  'both dates': {
    isConversion: false,
    from: new Date('2026-01-01T00:00:00.000Z'),
    to: new Date('2026-01-02T00:00:00.000Z'),
  },
  'what a client ID made': { clientIdId: 'nobody', isConversion: false },
  'what came from elsewhere': { isCrosschain: true },
  'one request': { requestRowId: 'request_7' },
  'what follows another': { before: { id: 'payment_7', receivedAt: new Date() } },
};

async function planOf(query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(database.db);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('over twenty thousand payments of fifty accounts', () => {
  it.each(Object.entries(FILTERS))('%s is found by indexes alone', async (_what, filter) => {
    const ctx = testContext({ db: database.db });
    const { rows: query } = await matching(ctx, { accountId: 'account_7', ...filter });
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from (${query}) fits order by fits.received_at desc, fits.id desc limit 20`.execute(
      database.db,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index');
    // Tables that are empty here are read whole, as nothing is quicker.
    expect(plan).not.toMatch(/Seq Scan on (payment|request|chain_transfer)\b/);
  });

  it.each([
    ['all', {}],
    ['the direct ones', { isConversion: false, isRecurring: false, isCrosschain: false }],
    ['those since a day', { from: new Date('2026-01-01T00:00:00.000Z') }],
  ])('%s are counted without reading any request that counts', async (_what, filter) => {
    const ctx = testContext({ db: database.db });
    const { allRows: query } = await matching(ctx, { accountId: 'account_7', ...filter });
    const plan = await planOf(sql`select count(*) from (${query}) matching`);
    expect(plan).toContain('Index Only Scan using request_fee on request');
    expect(plan).not.toMatch(/Scan (using (?!request_(fee|converted|recurring))\w+ )?on request/);
    expect(plan).not.toMatch(/Seq Scan on (payment|chain_transfer)\b/);
  });

  it('what was paid of a page of requests is read by indexes alone', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select progress.* from request
      join payment_progress progress on progress.request_id = request.id
      left join secure_payment_request asked on asked.request_id = request.id and not asked.superseded
      left join secure_payment link on link.token = asked.secure_payment_token
      left join client_id_summary client_id on client_id.id = coalesce(request.client_id_id, link.client_id_id)
      where request.id in (
        select id from request where account_id = 'account_7' order by id desc limit 20
      )`.execute(database.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using payment_request on payment/);
    expect(plan).not.toMatch(/Seq Scan on (payment|request|chain_transfer)\b/);
  });

  it('answers a page with the number of all', async () => {
    const ctx = testContext({ db: database.db });
    const page = { limit: 20, offset: 40 };
    const { total, payments } = await findPayments(ctx, { accountId: 'account_7' }, page);
    expect(total).toBe(REQUESTS_EACH);
    expect(payments).toHaveLength(20);
    const times = payments.map(({ receivedAt }) => receivedAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it.each([{}, { isConversion: false, isRecurring: false }])(
    'answers far pages from the oldest, of %j',
    async (filters) => {
      const ctx = testContext({ db: database.db });
      const filter = { accountId: 'account_7', ...filters };
      const all = await findPayments(ctx, filter, { limit: REQUESTS_EACH, offset: 0 });
      for (const offset of [199, 200, 201, 350, 399, 400, 900]) {
        const { total, payments } = await findPayments(ctx, filter, { limit: 20, offset });
        expect(total).toBe(REQUESTS_EACH);
        expect(payments).toEqual(all.payments.slice(offset, offset + 20));
      }
    },
  );

  it('counts payments that were undone no more', async () => {
    const ctx = testContext({ db: database.db });
    await database.db.transaction().execute(async (db) => {
      await sql`insert into payment_undo (payment_id, undone_at) values
        ((select min(id) from payment where account_id = 'account_7'), now())`.execute(db);
      const asked = { accountId: 'account_7' };
      const { total, payments } = await findPayments({ ...ctx, db }, asked, {
        limit: 1_000,
        offset: 0,
      });
      expect([total, payments.length]).toEqual([REQUESTS_EACH - 1, REQUESTS_EACH - 1]);
      await sql`rollback`.execute(db);
    });
  });

  it('reads them all, each once and in order, a page after another', async () => {
    const ctx = testContext({ db: database.db });
    const filter = { accountId: 'account_7' };
    const all = await findPayments(ctx, filter, { limit: REQUESTS_EACH, offset: 0 });
    const read: (typeof all.payments)[number][] = [];
    for (;;) {
      const page = await findPaymentsBefore(ctx, { ...filter, before: read.at(-1) }, 150);
      if (page.length === 0) break;
      read.push(...page);
    }
    expect(new Set(read.map(({ receivedAt }) => receivedAt.getTime())).size).toBeLessThan(101);
    expect(read).toEqual(all.payments);
  });
});
