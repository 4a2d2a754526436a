import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { Flow } from '#modules/events/index.ts';
import type { AmountRange } from '../model/amount-ranges.ts';
import type { ShownRequest, WireStatus } from '../model/shown-request.ts';
import { called, isOfFlow, madeWith, ofWallet } from './payment-sets.ts';
import { findShownRows } from './shown.ts';

/** Which requests of an account are searched; all conditions that are set apply. */
export interface RequestSearch {
  readonly accountId: string;
  readonly status?: WireStatus | undefined;
  readonly linkStatus?: string | undefined;
  /** Of links and of requests without one. */
  readonly flow?: Flow | undefined;
  readonly network?: string | undefined;
  readonly currencyId?: string | undefined;
  readonly invoiceCurrencyId?: string | undefined;
  /** Undefined for any amount; nothing meets none. */
  readonly amounts?: readonly AmountRange[] | undefined;
  readonly payeeAddress?: string | undefined;
  /** Who is paid, is expected to pay, or paid. */
  readonly walletAddress?: string | undefined;
  readonly reference?: string | undefined;
  readonly requestId?: string | undefined;
  /** Of a link that they are or were in. */
  readonly securePaymentToken?: string | undefined;
  /** The row of a client ID. */
  readonly clientIdId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Ids of requests that no request of the period is outside of, as ids sort by creation. */
  readonly ids?: { readonly least?: string | undefined; readonly most?: string | undefined };
  /** The row of a request; only those that were created before it. */
  readonly before?: string | undefined;
}

/** Up to `limit` requests that meet a search, newest first. */
export async function searchShown(
  ctx: Context,
  search: RequestSearch,
  limit: number,
): Promise<readonly ShownRequest[]> {
  return await findShownRows(ctx, sql`${matching(search)} order by request.id desc limit ${limit}`);
}

/** How many requests meet a search, counted up to `max`. */
export async function countShown(ctx: Context, search: RequestSearch, max: number) {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from (${matching(search)} limit ${max}) matching`.execute(ctx.db);
  return Number(rows[0]?.total ?? 0n);
}

function matching(search: RequestSearch): RawBuilder<unknown> {
  const conditions = [
    sql`request.account_id = ${search.accountId}`,
    sql`request.origin_form <> 'fee'`,
    ...nameConditions(search),
    ...kindConditions(search),
    ...partyConditions(search),
    ...periodConditions(search),
    ...statusConditions(search),
  ].filter((condition) => condition !== false);
  return sql`
    select request.id from request
    where ${sql.join(conditions, sql` and `)}`;
}

function nameConditions({ accountId, reference, requestId, securePaymentToken }: RequestSearch) {
  return [
    requestId !== undefined && sql`request.request_id = ${requestId}`,
    reference !== undefined && sql`request.id in (${called(accountId, reference)})`,
    securePaymentToken !== undefined &&
      sql`request.id in (
        select asked.request_id from secure_payment_request asked
        where asked.secure_payment_token = ${securePaymentToken})`,
  ];
}

function kindConditions({ flow, network, currencyId, invoiceCurrencyId, amounts }: RequestSearch) {
  return [
    flow !== undefined && hasFlow(flow),
    network !== undefined && sql`request.network = ${network}`,
    currencyId !== undefined && sql`request.currency_id = ${currencyId}`,
    invoiceCurrencyId !== undefined && sql`request.invoice_currency_id = ${invoiceCurrencyId}`,
    amounts !== undefined &&
      (amounts.length === 0 ? sql`false` : sql`(${sql.join(amounts.map(inRange), sql` or `)})`),
  ];
}

/** Its link's, where it has one. Looked up for each, so that a page is read from the newest and not from all links. */
function hasFlow(flow: Flow): RawBuilder<unknown> {
  return sql`(${isOfFlow(sql`request.id`, flow, 'few')} or (request.flow = ${flow} and not exists (
    select from secure_payment_request asked
    where asked.request_id = request.id and not asked.superseded offset 0)))`;
}

/** Whether an amount is in a range of what has the range's decimals. */
function inRange({ isConversion, currencyIds, leastUnits, mostUnits }: AmountRange) {
  const conditions = [
    isConversion
      ? sql`request.invoice_currency_id is not null`
      : sql`request.invoice_currency_id is null and request.currency_id = any (${[...currencyIds]}::text[])`,
    leastUnits !== undefined && sql`request.expected_units >= ${leastUnits}`,
    mostUnits !== undefined && sql`request.expected_units <= ${mostUnits}`,
  ].filter((condition) => condition !== false);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function partyConditions(search: RequestSearch) {
  const { accountId, payeeAddress, walletAddress, clientIdId } = search;
  return [
    payeeAddress !== undefined && sql`request.payee_address = ${payeeAddress}`,
    walletAddress !== undefined && sql`request.id in (${concerning(accountId, walletAddress)})`,
    clientIdId !== undefined && sql`request.id in (${madeWith(clientIdId)})`,
  ];
}

function periodConditions({ from, to, ids, before }: RequestSearch) {
  return [
    from !== undefined && sql`request.created_at >= ${from}`,
    to !== undefined && sql`request.created_at <= ${to}`,
    ids?.least !== undefined && sql`request.id >= ${ids.least}`,
    ids?.most !== undefined && sql`request.id <= ${ids.most}`,
    before !== undefined && sql`request.id < ${before}`,
  ];
}

/** The same as `wireStatus` decides about a request that was read, as conditions that are met from indexes. */
function statusConditions({ accountId, status, linkStatus }: RequestSearch) {
  return [
    linkStatus !== undefined && sql`request.id in (${ofLinks(accountId, linkStatus)})`,
    status !== undefined && hasStatus(accountId, status),
  ];
}

function hasStatus(accountId: string, status: WireStatus): RawBuilder<unknown> {
  const seen = sql`
    select transfer.request_id from active_transfer transfer
    where transfer.account_id = ${accountId} and transfer.status in ('seen', 'held')`;
  const returned = ofPayouts(accountId, sql`payout.outcome = 'returned'`);
  const withdrawn = ofLinks(accountId, 'invalidated');
  switch (status) {
    case 'paid':
      return sql`request.status = 'paid' and request.id not in (${ofPayouts(accountId, sql`payout.outcome is distinct from 'sent'`)})`;
    // Few are: they are looked up, where the conditions alone would be tried on each request of the account.
    case 'pending':
      return sql`request.id in (${seen} union ${ofPayouts(accountId, sql`payout.outcome is null`)})
        and request.id not in (${returned}) and (
        (request.status <> 'paid' and request.id in (${seen}))
        or (request.status = 'paid' and request.id in (${ofPayouts(accountId, sql`payout.outcome is null`)})))`;
    case 'cancelled':
      return sql`request.id in (${returned} union ${withdrawn})
        and (request.id in (${returned}) or (request.status = 'created'
        and request.id in (${withdrawn}) and request.id not in (${seen})))`;
    case 'partially_paid':
      return sql`request.status = 'partially_paid' and request.id not in (${seen})
        and request.id not in (${returned})`;
    case 'created':
      return sql`request.status = 'created' and request.id not in (${seen})
        and request.id not in (${returned}) and request.id not in (${withdrawn})`;
  }
}

function ofLinks(accountId: string, status: string): RawBuilder<unknown> {
  return sql`
    select asked.request_id from secure_payment link
    join secure_payment_request asked on asked.secure_payment_token = link.token
    where link.account_id = ${accountId} and link.status = ${status} and not asked.superseded`;
}

function ofPayouts(accountId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select payout.request_id from bank_payout_summary payout
    where payout.account_id = ${accountId} and ${condition}`;
}

/** The requests that a wallet is paid by, is expected to pay or paid. */
function concerning(accountId: string, walletAddress: string): RawBuilder<unknown> {
  return sql`
    select paid.id from request paid
    where paid.account_id = ${accountId} and paid.payee_address = ${walletAddress}
    union
    select expected.id from request expected
    where expected.account_id = ${accountId} and expected.payer_address = ${walletAddress}
    union
    select counted.request_id from active_payment counted
    where counted.id in (${ofWallet(accountId, walletAddress)})`;
}
