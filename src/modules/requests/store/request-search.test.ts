import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { lowestUlid } from '#kit/ulid.ts';
import { TEST_TIME } from '../../../../tests/support/context.ts';
import { testContext, testDatabase } from '../../../../tests/support/database.ts';
import { expectFewReads, flushStatistics } from '../../../../tests/support/few-reads.ts';
import { singleConnection } from '../../../../tests/support/single-connection.ts';
import { writeUnchecked } from '../../../../tests/support/write-unchecked.ts';
import { countShown, type RequestSearch, searchShown } from './request-search.ts';

/** More than are looked at from the newest before what they have in common is looked up. */
const ROWS = 12_000;
const BEGIN = lowestUlid(TEST_TIME).slice(0, 10);
const LIMIT = 21;
const COUNTED = 2_000;

let database: Awaited<ReturnType<typeof testDatabase>>;
let ctx: Context;
beforeAll(async () => {
  database = await testDatabase();
  ctx = testContext({ db: database.db });
  await sql`insert into account (id, name, created_at)
    values ('account', 'A shop', now()), ('other', 'Another', now())`.execute(ctx.db);
  await sql`insert into client_id (id, account_id, client_id, label, status, created_at)
    select id, 'account', 'cli_' || id, id, 'active', now()
    from (values ('many'), ('old'), ('few')) one (id)`.execute(ctx.db);
  for (const insert of [REQUESTS, LINKS, ITEMS, PASSED, TRANSFERS, PAYMENTS, UNDONE])
    await writeUnchecked(ctx.db, insert);
  await flushStatistics(database.pool);
});
afterAll(() => database[Symbol.asyncDispose]());

const WANTED = sql`from generate_series(1, ${ROWS}::integer) n`;
const id = sql`${BEGIN} || lpad(n::text, 16, '0')`;
const hash = sql`sha256(n::text::bytea)`;
const some = (what: string, below: number) =>
  sql`(('x' || substr(md5(${sql.lit(what)} || n::text), 1, 7))::bit(28)::integer % ${sql.lit(below)})`;
const account = sql`case when ${some('account', 50)} = 0 then 'other' else 'account' end`;
/** Many of all ages, some that are all old, and few. */
const named = (
  what: string,
) => sql`case when n < 1500 then 'old' when ${some(what, 200)} = 0 then 'few'
  when ${some(what, 3)} = 0 then 'many' end`;
/** Half are in links of their own, and some were. */
const isLinked = sql`${some('linked', 4)} < 2`;
const wasLinked = sql`${some('linked', 4)} = 2`;

const REQUESTS = sql`
  insert into request (id, account_id, request_id, payment_reference, reference_key, salt, status, network,
    kind, currency_id, token_address, payee_address, payer_address, expected_units, fee_units, paid_units, created_at,
    origin_form, client_id_id, reference, flow, invoice_currency_id, conversion_path, max_rate_age_seconds, slippage_bps)
  select ${id}, ${account}, '01' || lpad(to_hex(n), 64, '0'), '0x' || lpad(to_hex(n), 16, '0'), ${hash},
    lpad(to_hex(n), 16, '0'), case when ${some('paid', 2)} = 0 then 'paid' else 'created' end, 'sepolia',
    case when ${some('converted', 5)} = 0 then 'conversion' else 'token' end,
    case when ${some('currency', 4)} = 0 then 'FAU-sepolia' else 'USDC-sepolia' end, '0xtoken',
    coalesce(${named('payee')}, 'somebody'), ${named('expected')}, 1 + ${some('units', 1_000)}, 0, 0, now(),
    case when ${some('fee', 30)} = 0 then 'fee' else 'request' end, ${named('client')}, ${named('reference')},
    case when n < 1500 or ${some('flow', 20)} = 0 then 'outgoing' else 'incoming' end,
    case when ${some('converted', 5)} = 0 then 'USD' end, case when ${some('converted', 5)} = 0 then '{a,b}'::text[] end,
    case when ${some('converted', 5)} = 0 then 0 end, case when ${some('converted', 5)} = 0 then 0 end ${WANTED}`;
const LINKS = sql`
  insert into secure_payment (token, account_id, client_id_id, payment_type, flow, status, reference, created_at, expires_at)
  select ${id}, ${account}, ${named('link client')}, 'single',
    case when ${some('link flow', 20)} = 0 then 'outgoing' else 'incoming' end,
    case when n < 1500 then 'expired' when ${some('link status', 200)} = 0 then 'invalidated' else 'pending' end,
    ${named('link reference')}, now(), now() ${WANTED}`;
const ITEMS = sql`
  insert into secure_payment_request (secure_payment_token, position, request_id, superseded)
  select ${id}, 0, ${id}, ${wasLinked} ${WANTED} where ${isLinked} or ${wasLinked}`;
/** To the link that was made for the next request. */
const PASSED = sql`
  insert into secure_payment_request (secure_payment_token, position, request_id)
  select next.token, 1, ${id} ${WANTED}
  join secure_payment next on next.token = ${BEGIN} || lpad((n + 1)::text, 16, '0') and next.account_id = ${account}
  where ${wasLinked} and ${some('passed', 2)} = 0`;
const TRANSFERS = sql`
  insert into chain_transfer (id, account_id, request_id, status, network, block_number, block_hash, block_time,
    transaction_hash, log_index, payer_address, claimed_units, credited_units, fee_units, fee_address, seen_at,
    bridge_origin_chain_id, bridge_deposit_id, bridge_sender, payer_eoa_address)
  select ${id} || k, ${account}, ${id}, 'finalized', 'sepolia', n, ${hash}, now(), ${hash}, k, ${named('payer')},
    1, 1, 0, '0xdead', now(), case when ${some('bridged', 9)} = 0 then 1 end, case when ${some('bridged', 9)} = 0 then n end,
    case when ${some('bridged', 9)} = 0 then ${named('sender')} end, ${named('key')}
  ${WANTED}, generate_series(0, 1) k where ${some('paid', 2)} = 0 and ${named('payer')} is not null`;
const PAYMENTS = sql`
  insert into payment (id, account_id, request_id, chain_transfer_id, network, currency_id, amount_units, fee_units,
    payer_address, transaction_hash, late, received_at)
  select id, account_id, request_id, id, network, 'USDC-sepolia', 1, 0, payer_address, transaction_hash, false, now()
  from chain_transfer`;
const UNDONE = sql`
  insert into payment_undo (payment_id, undone_at)
  select id, now() from payment where id like '%31' or id like '%70'`;

/** What each search means of a request and its link, said of each row by itself. */
const paidBy = (wallet: string) => sql`exists (
  select from active_payment paid join active_transfer transfer on transfer.id = paid.chain_transfer_id
  where paid.request_id = request.id and (transfer.bridge_sender = ${wallet} or transfer.payer_eoa_address = ${wallet}
    or (paid.payer_address = ${wallet} and transfer.bridge_origin_chain_id is null)))`;
const wallet = (
  name: string,
) => sql`(request.payee_address = ${name} or request.payer_address = ${name}
  or ${paidBy(name)})`;
const client = (name: string) =>
  sql`(request.client_id_id = ${name} or link.client_id_id = ${name})`;
const reference = (name: string) => sql`(request.reference = ${name} or link.reference = ${name})`;
const flow = (name: string) => sql`coalesce(link.flow, request.flow) = ${name}`;
const status = (name: string) => sql`link.status = ${name}`;
const units = (least: number, most: number) => [
  { isConversion: true, currencyIds: [], leastUnits: BigInt(least) },
  {
    isConversion: false,
    currencyIds: ['FAU-sepolia'],
    leastUnits: BigInt(least),
    mostUnits: BigInt(most),
  },
  { isConversion: false, currencyIds: ['USDC-sepolia', 'EURC-base'], mostUnits: BigInt(least) },
];
const inUnits = (
  least: number,
  most: number,
) => sql`(case when request.invoice_currency_id is not null
    then request.expected_units >= ${least} when request.currency_id = 'FAU-sepolia'
    then request.expected_units between ${least} and ${most} else request.expected_units <= ${least} end)`;
const textId = (n: number) => `${BEGIN}${String(n).padStart(16, '0')}`;
/** A period of more requests than are looked at from the newest, and a short one. */
const SINCE = { least: textId(500), most: textId(ROWS - 10) };
const LATELY = { least: textId(ROWS - 100), most: textId(ROWS) };
const within = ({ least, most }: typeof SINCE) =>
  sql`request.id >= ${least} and request.id <= ${most}`;
const ONE = { requestId: `01${(9_001).toString(16).padStart(64, '0')}`, token: textId(9_001) };
const NAMES = ['many', 'old', 'few', 'nobody'];
const LINK_STATES = ['pending', 'expired', 'invalidated', 'completed'];

const SEARCHES: readonly (readonly [Partial<RequestSearch>, ReturnType<typeof sql>])[] = [
  ...NAMES.map((name) => [{ walletAddress: name }, wallet(name)] as const),
  ...NAMES.map((name) => [{ clientIdId: name }, client(name)] as const),
  ...NAMES.map((name) => [{ reference: name }, reference(name)] as const),
  ...LINK_STATES.map((name) => [{ linkStatus: name }, status(name)] as const),
  [{ flow: 'incoming' }, flow('incoming')],
  [{ flow: 'outgoing' }, flow('outgoing')],
  [{ amounts: units(3, 500) }, inUnits(3, 500)],
  [{ amounts: units(1_000, 1_001) }, inUnits(1_000, 1_001)],
  [{ amounts: [] }, sql`false`],
  [{ flow: 'outgoing', clientIdId: 'many' }, sql`${flow('outgoing')} and ${client('many')}`],
  [{ flow: 'outgoing', clientIdId: 'few' }, sql`${flow('outgoing')} and ${client('few')}`],
  [
    { walletAddress: 'old', linkStatus: 'expired', amounts: units(3, 500), status: 'paid' },
    sql`${wallet('old')} and ${status('expired')} and ${inUnits(3, 500)} and request.status = 'paid'`,
  ],
  [
    { linkStatus: 'pending', reference: 'many', currencyId: 'FAU-sepolia' },
    sql`${status('pending')} and ${reference('many')} and request.currency_id = 'FAU-sepolia'`,
  ],
  ...[SINCE, LATELY].flatMap((ids) => [
    [{ linkStatus: 'pending', ids }, sql`${status('pending')} and ${within(ids)}`] as const,
    [{ linkStatus: 'expired', ids }, sql`${status('expired')} and ${within(ids)}`] as const,
    [{ flow: 'incoming', ids }, sql`${flow('incoming')} and ${within(ids)}`] as const,
    [{ amounts: units(3, 500), ids }, sql`${inUnits(3, 500)} and ${within(ids)}`] as const,
  ]),
  [
    { flow: 'incoming', requestId: ONE.requestId },
    sql`${flow('incoming')} and request.request_id = ${ONE.requestId}`,
  ],
  [
    { clientIdId: 'many', securePaymentToken: ONE.token },
    sql`${client('many')} and request.id in (
      select request_id from secure_payment_request where secure_payment_token = ${ONE.token})`,
  ],
  [
    { walletAddress: 'many', payeeAddress: 'old' },
    sql`${wallet('many')} and request.payee_address = 'old'`,
  ],
  [
    { flow: 'outgoing', status: 'partially_paid' },
    sql`${flow('outgoing')} and request.status = 'partially_paid'`,
  ],
];

const sayOf = (search: Partial<RequestSearch>) =>
  Object.entries(search)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : ''}`)
    .join(', ');

describe('a search among many requests', () => {
  it.each(SEARCHES.map(([search, meaning]) => [sayOf(search), search, meaning] as const))(
    'finds the newest and counts all, from any place: %s',
    async (_name, search, meaning) => {
      const { rows } = await sql<{ id: string }>`
      select request.id from request
      left join secure_payment_request asked on asked.request_id = request.id and not asked.superseded
      left join secure_payment link on link.token = asked.secure_payment_token
      where request.account_id = 'account' and request.origin_form <> 'fee' and ${meaning}
      order by request.id desc`.execute(ctx.db);
      const expected = rows.map((row) => row.id);
      const asked = { accountId: 'account', ...search };
      expect(await countShown(ctx, asked, COUNTED)).toBe(Math.min(COUNTED, expected.length));
      for (const place of [0, Math.floor(expected.length / 2), Math.max(0, expected.length - 5)]) {
        const before = expected[place - 1];
        const found = await searchShown(ctx, { ...asked, before }, LIMIT);
        expect(found.map((request) => request.id)).toEqual(expected.slice(place, place + LIMIT));
      }
    },
  );

  const TABLES = [
    'request',
    'secure_payment',
    'secure_payment_request',
    'payment',
    'chain_transfer',
  ];
  it.each(
    [
      { walletAddress: 'many' },
      { clientIdId: 'many' },
      { linkStatus: 'pending' },
      { flow: 'incoming' as const },
      { amounts: units(3, 500) },
      { linkStatus: 'pending', ids: LATELY },
      { amounts: units(1_000, 1_001), ids: LATELY },
      { flow: 'incoming' as const, ids: LATELY },
      { flow: 'incoming' as const, requestId: ONE.requestId },
      { flow: 'outgoing' as const, requestId: ONE.requestId },
      { linkStatus: 'pending', securePaymentToken: ONE.token },
    ].map((search) => [sayOf(search), search] as const),
  )('reads no more than what is counted, and a page: %s', async (_name, search) => {
    await sql`vacuum (analyze) request, secure_payment, secure_payment_request, payment, chain_transfer`.execute(
      ctx.db,
    );
    await flushStatistics(database.pool);
    await using single = singleConnection(database.url);
    const one = { ...ctx, db: single.db };
    // These tables are so small that PostgreSQL would rather read some of them whole.
    await sql`set enable_seqscan = off`.execute(one.db);
    await expectFewReads({ db: one.db, tables: TABLES, rowsMax: 4_000 }, async () => {
      await countShown(one, { accountId: 'account', ...search }, 100);
      await searchShown(one, { accountId: 'account', ...search }, LIMIT);
    });
  });
});
