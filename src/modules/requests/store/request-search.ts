import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { Flow } from '#modules/events/index.ts';
import type { AmountRange } from '../model/amount-ranges.ts';
import type { ShownRequest, WireStatus } from '../model/shown-request.ts';
import { countEach, isFewer } from './is-fewer.ts';
import { requestsOfLinks } from './payment-sets.ts';
import {
  requestsIn,
  setOfAmounts,
  setOfClient,
  setOfFlow,
  setOfLinkStatus,
  setOfReference,
  setOfWallet,
} from './request-sets.ts';
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

/** Up to so many requests that have something in common are looked up and sorted. */
const FEW = 1_000;
/** Of two things in common, it is known which fewer requests have where they are no more than this. */
const COMPARED_MAX = 50_000;
/** So many of the newest are looked at for a page before all that have something in common are. */
const NEWEST = 10_000;

/** Up to `limit` requests that meet a search, newest first. */
export async function searchShown(
  ctx: Context,
  search: RequestSearch,
  limit: number,
): Promise<readonly ShownRequest[]> {
  const ordered = sql`order by request.id desc limit ${limit}`;
  const { first, isFew, others } = await setsOf(ctx, search);
  const conditions = [...conditionsOf(search), ...others.map(({ met }) => met)];
  if (first === undefined) return await findShownRows(ctx, sql`${having(conditions)} ${ordered}`);
  if (!isFew) {
    const { rows } = await sql<{ id: string }>`
      select request.id from (${newest(search, NEWEST)}) request
      where ${sql.join([...conditions, first.met], sql` and `)} ${ordered}`.execute(ctx.db);
    if (rows.length === limit || (await areAll(ctx, search, NEWEST)))
      return await findShownRows(ctx, sql`select unnest(${rows.map(({ id }) => id)}::text[])`);
  }
  return await findShownRows(
    ctx,
    sql`select request.id from (${requestsIn(first, conditions)}) request ${ordered}`,
  );
}

/** How many requests meet a search, counted up to `max`. */
export async function countShown(ctx: Context, search: RequestSearch, max: number) {
  const { first, isFew, others } = await setsOf(ctx, search);
  const conditions = [...conditionsOf(search), ...others.map(({ met }) => met)];
  const countIn = async (ids: RawBuilder<unknown>) => await countUpTo(ctx, ids, max);
  if (first === undefined) return await countIn(having(conditions));
  // Most amounts that are searched for are those of many, which are found by looking at few.
  if (first.candidates.length === 0 || (!isFew && (await areAll(ctx, search, 2 * max)))) {
    const found = await countIn(sql`
      select from (${newest(search, 2 * max)}) request
      where ${sql.join([...conditions, first.met], sql` and `)}`);
    if (found === max || (await areAll(ctx, search, 2 * max))) return found;
  }
  return await countIn(requestsIn(first, conditions));
}

/** Whether the newest so many of a period are all that it has; of all requests of an account nobody need know. */
async function areAll(ctx: Context, search: RequestSearch, count: number): Promise<boolean> {
  return (
    search.ids?.least !== undefined &&
    (await isFewer(ctx, [sql`select from (${newest(search, count)}) one`], count - 1))
  );
}

async function countUpTo(ctx: Context, ids: RawBuilder<unknown>, max: number): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from (${ids} limit ${max}) matching`.execute(ctx.db);
  return Number(rows[0]?.total ?? 0n);
}

/** What requests must have in common, that first which fewer have, and whether those are few. */
async function setsOf(ctx: Context, search: RequestSearch) {
  const { accountId, reference, walletAddress, clientIdId, linkStatus, flow } = search;
  const met = [
    reference !== undefined && setOfReference(accountId, reference),
    walletAddress !== undefined && setOfWallet(accountId, walletAddress),
    clientIdId !== undefined && setOfClient(clientIdId),
    linkStatus !== undefined && setOfLinkStatus(accountId, linkStatus),
    flow !== undefined && setOfFlow(accountId, flow),
    search.amounts !== undefined && setOfAmounts(accountId, search.amounts),
  ].filter((set) => set !== false);
  // Few are found by these, and nearly all requests are incoming: what else is searched for is then only looked up.
  const { requestId, securePaymentToken, payeeAddress } = search;
  const isNamed = [requestId, securePaymentToken, payeeAddress].some((name) => name !== undefined);
  const sets = met.filter(({ isMost }) => !isNamed && isMost !== true);
  const counted = sets.filter(({ candidates }) => candidates.length > 0);
  const max = sets.length > 1 ? COMPARED_MAX : FEW;
  const candidates = counted.map((set) => set.candidates);
  const counts = await countEach(ctx, candidates, max + 1);
  const least = Math.min(...counts);
  const first = counted[counts.indexOf(least)] ?? sets[0];
  return { first, isFew: least <= FEW, others: met.filter((set) => set !== first) };
}

function conditionsOf(search: RequestSearch): readonly RawBuilder<unknown>[] {
  return [
    sql`request.account_id = ${search.accountId}`,
    sql`request.origin_form <> 'fee'`,
    ...nameConditions(search),
    ...kindConditions(search),
    ...periodConditions(search),
    ...statusConditions(search),
  ].filter((condition) => condition !== false);
}

function having(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`select request.id from request where ${sql.join(conditions, sql` and `)}`;
}

/** The newest requests of the account that a page may begin with. */
function newest({ accountId, ids, before }: RequestSearch, count: number): RawBuilder<unknown> {
  return sql`
    select * from request
    where account_id = ${accountId}
      ${ids?.least === undefined ? sql`` : sql`and id >= ${ids.least}`}
      ${ids?.most === undefined ? sql`` : sql`and id <= ${ids.most}`}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${count}`;
}

function nameConditions({ requestId, securePaymentToken, payeeAddress }: RequestSearch) {
  return [
    requestId !== undefined && sql`request.request_id = ${requestId}`,
    payeeAddress !== undefined && sql`request.payee_address = ${payeeAddress}`,
    securePaymentToken !== undefined &&
      sql`request.id in (
        select asked.request_id from secure_payment_request asked
        where asked.secure_payment_token = ${securePaymentToken})`,
  ];
}

function kindConditions({ network, currencyId, invoiceCurrencyId }: RequestSearch) {
  return [
    network !== undefined && sql`request.network = ${network}`,
    currencyId !== undefined && sql`request.currency_id = ${currencyId}`,
    invoiceCurrencyId !== undefined && sql`request.invoice_currency_id = ${invoiceCurrencyId}`,
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
function statusConditions({ accountId, status }: RequestSearch) {
  return [status !== undefined && hasStatus(accountId, status)];
}

function hasStatus(accountId: string, status: WireStatus): RawBuilder<unknown> {
  const seen = sql`
    select transfer.request_id from active_transfer transfer
    where transfer.account_id = ${accountId} and transfer.status in ('seen', 'held')`;
  const returned = ofPayouts(accountId, sql`payout.outcome = 'returned'`);
  const withdrawn = requestsOfLinks(sql`account_id = ${accountId} and status = 'invalidated'`);
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

function ofPayouts(accountId: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select payout.request_id from bank_payout_summary payout
    where payout.account_id = ${accountId} and ${condition}`;
}
