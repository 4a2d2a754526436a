import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { readScreeningPlan } from '#modules/screening/index.ts';
import { flowOf, type PayableColumns, payableRequestFrom } from '../model/payable-request.ts';
import type { ShownRequest } from '../model/shown-request.ts';
import { isRequestStatus } from '../model/status.ts';
import { isFewer } from './is-fewer.ts';
import { idsOfPage } from './list-pages.ts';
import { BY_ID, countList, countRows, type GrowingList, isKeptList } from './list-positions.ts';
import { isLinkedWith, isOfFlow, madeWith, type Reading, requestsOfLinks } from './payment-sets.ts';

/** A request with its link, and what was paid and seen of it. */
interface ShownRow extends PayableColumns {
  status: string;
  created_at: Date;
  payer_address: string | null;
  recurring_payout_id: string | null;
  original_request_id: string | null;
  original_request_payment_reference: string | null;
  recurrence_stopped: boolean;
  reference: string | null;
  client_id: string | null;
  link_token: string | null;
  link_status: string | null;
  restricts_payers: boolean | null;
  hides_until_approved: boolean | null;
  hides_payee: boolean | null;
  judges_payers: boolean | null;
  payment_flow: string;
  plan: string | null;
  expires_at: Date | null;
  paid_token_units: bigint;
  paid_by: string | null;
  payout_outcome: string | null;
  payout_client_user_id: string | null;
  payout_payment_details_id: string | null;
}

/**
 * The columns that every read of a request needs. Its link, which is another module's, is read too: the
 * link's fields about its request are with the link alone.
 */
const SHOWN = sql`
  select
    request.id, request.request_id, request.payment_reference, request.status, request.network,
    request.kind, request.currency_id, request.token_address, request.payee_address,
    request.expected_units, request.fee_units, request.fee_percentage, request.fee_address,
    request.created_at, request.payer_address, request.recurring_payout_id, request.invoice_currency_id,
    request.conversion_path, request.max_rate_age_seconds, request.slippage_bps,
    request.original_request_id, request.original_request_payment_reference,
    request.recurrence_stopped, coalesce(link.reference, request.reference) as reference,
    client_id.client_id, link.token as link_token, link.status as link_status, link.restricts_payers,
    link.hides_until_approved, link.hides_payee,
    link.flow = 'incoming' and link.screening is not null as judges_payers, link.expires_at,
    coalesce(link.flow, request.flow) as payment_flow, coalesce(link.screening, request.screening) as plan,
    payout.outcome as payout_outcome, payout.client_user_id as payout_client_user_id,
    payout.payment_details_id as payout_payment_details_id,
    progress.paid_units, progress.paid_token_units, progress.paid_transaction_hash as paid_hash,
    progress.paid_by_address as paid_by, progress.seen_transaction_hash as seen_hash
  from request
  left join secure_payment_request asked on asked.request_id = request.id and not asked.superseded
  left join secure_payment link on link.token = asked.secure_payment_token
  left join client_id_summary client_id on client_id.id = coalesce(request.client_id_id, link.client_id_id)
  left join bank_payout_summary payout on payout.request_id = request.id
  join payment_progress progress on progress.request_id = request.id`;

/** The request of an account with this public id. A fee does not count as one. */
export async function findShown(
  ctx: Context,
  asked: { readonly accountId: string; readonly requestId: string },
): Promise<ShownRequest | undefined> {
  const { rows } = await sql<ShownRow>`
    ${SHOWN}
    where request.request_id = ${asked.requestId}
      and request.account_id = ${asked.accountId}
      and request.origin_form <> 'fee'`.execute(ctx.db);
  return rows[0] && shownFrom(rows[0]);
}

/** The requests of an account with these public ids, in no particular order. */
export async function findShownAmong(
  ctx: Context,
  asked: { readonly accountId: string; readonly requestIds: readonly string[] },
): Promise<readonly ShownRequest[]> {
  const { rows } = await sql<ShownRow>`
    ${SHOWN}
    where request.request_id = any (${[...asked.requestIds]}::text[])
      and request.account_id = ${asked.accountId}
      and request.origin_form <> 'fee'`.execute(ctx.db);
  return rows.map(shownFrom);
}

/** Which requests of an account are listed. */
export interface RequestFilter {
  readonly accountId: string;
  /** Only what was made with this client ID, alone or through a link. */
  readonly clientIdId: string | undefined;
  /** Only what pays this wallet. */
  readonly payeeAddress: string | undefined;
  /** Only requests of links of this direction. */
  readonly linkFlow: 'incoming' | 'outgoing' | undefined;
}

/** A page of requests, newest first, and how many there are in all. */
export async function findShownPage(
  ctx: Context,
  filter: RequestFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly requests: readonly ShownRequest[] }> {
  const name = nameOf(filter);
  const {
    rows: listed,
    allRows,
    areFew,
  } = await listedRequests(ctx, filter, () =>
    isKeptList(ctx, { accountId: filter.accountId, name }),
  );
  if (areFew) {
    const [total, requests] = await Promise.all([
      countRows(ctx, listed),
      findShownRows(ctx, sql`${listed} order by request.id desc limit ${limit} offset ${offset}`),
    ]);
    return { total: Number(total), requests };
  }
  const unfiltered = sql`select id from request where account_id = ${filter.accountId}`;
  const list = {
    accountId: filter.accountId,
    name,
    rows: listed,
    allRows,
    unfiltered,
    order: BY_ID,
  };
  const total = await countList(ctx, list);
  const to = total - offset;
  if (to <= 0) return { total, requests: [] };
  const ids = await idsOfPage(ctx, list, { after: Math.max(0, to - limit), to, total });
  return { total, requests: await findShownRows(ctx, sql`select unnest(${ids}::text[])`) };
}

function nameOf(filter: RequestFilter): GrowingList['name'] {
  const { clientIdId, payeeAddress, linkFlow } = filter;
  const of = [
    payeeAddress === undefined ? '' : ` to ${payeeAddress}`,
    clientIdId === undefined ? '' : ` of ${clientIdId}`,
    linkFlow === undefined ? '' : ` ${linkFlow}`,
  ];
  return `requests${of.join('')}`;
}

/** Up to so many requests are looked up by what they have in common, and then sorted; of lists of more, positions are kept. */
const FEW = 1_000;

/** A query of the `id` of the requests of a list, and whether it looks up a thousand at most, which those of which positions are kept never do. */
async function listedRequests(
  ctx: Context,
  { accountId, clientIdId, payeeAddress, linkFlow }: RequestFilter,
  isKept: () => Promise<boolean>,
): Promise<Pick<GrowingList, 'rows' | 'allRows'> & { readonly areFew: boolean }> {
  const links = (condition: RawBuilder<unknown>) =>
    sql`select from secure_payment where ${condition}`;
  const isFiltered =
    clientIdId !== undefined || payeeAddress !== undefined || linkFlow === 'outgoing';
  const mayBeFew = isFiltered && !(await isKept());
  const isFewOfClient =
    mayBeFew &&
    clientIdId !== undefined &&
    (await isFewer(
      ctx,
      [
        sql`select from request where client_id_id = ${clientIdId}`,
        links(sql`client_id_id = ${clientIdId}`),
      ],
      FEW,
    ));
  const outgoing = sql`account_id = ${accountId} and flow = 'outgoing'`;
  const isFewOfFlow =
    mayBeFew &&
    !isFewOfClient &&
    linkFlow === 'outgoing' &&
    (await isFewer(ctx, [links(outgoing)], FEW));
  // In the order of its index, whatever PostgreSQL expects of a wallet that it does not know.
  const paid = sql`select from request
    where account_id = ${accountId} and payee_address = ${payeeAddress} order by id`;
  const isFewOfPayee = mayBeFew && payeeAddress !== undefined && (await isFewer(ctx, [paid], FEW));
  const rows = (reading: Reading) => {
    const conditions = [
      sql`request.account_id = ${accountId}`,
      sql`request.origin_form <> 'fee'`,
      payeeAddress !== undefined && sql`request.payee_address = ${payeeAddress}`,
      clientIdId !== undefined &&
        (isFewOfClient
          ? sql`request.id = any (array(${madeWith(clientIdId)}))`
          : sql`(request.client_id_id = ${clientIdId}
              or ${isLinkedWith(sql`request.id`, clientIdId, reading)})`),
      linkFlow !== undefined &&
        (isFewOfFlow
          ? sql`request.id = any (array(${requestsOfLinks(outgoing)}))`
          : isOfFlow(sql`request.id`, linkFlow, reading)),
    ].filter((condition) => condition !== false);
    return sql`select request.id from request where ${sql.join(conditions, sql` and `)}`;
  };
  return {
    rows: rows('few'),
    allRows: rows('all'),
    areFew: isFewOfClient || isFewOfFlow || isFewOfPayee,
  };
}

/** The requests whose rows a query selects, newest first. */
export async function findShownRows(
  ctx: Context,
  selected: RawBuilder<unknown>,
): Promise<readonly ShownRequest[]> {
  const { rows } = await sql<ShownRow>`
    ${SHOWN}
    where request.id in (${selected})
    order by request.id desc`.execute(ctx.db);
  return rows.map(shownFrom);
}

function shownFrom(row: ShownRow): ShownRequest {
  invariant(isRequestStatus(row.status), `no request may be "${row.status}"`);
  return {
    ...payableRequestFrom(row),
    status: row.status,
    createdAt: row.created_at,
    payerAddress: row.payer_address,
    recurringPayoutId: row.recurring_payout_id,
    originalRequestId: row.original_request_id,
    originalRequestPaymentReference: row.original_request_payment_reference,
    recurrenceStopped: row.recurrence_stopped,
    reference: row.reference,
    clientId: row.client_id,
    flow: flowOf(row.payment_flow),
    plan: readScreeningPlan(row.plan),
    link: linkFrom(row),
    paidTokenUnits: row.paid_token_units,
    paidBy: row.paid_by,
    payout: payoutFrom(row),
  };
}

function payoutFrom(row: ShownRow): ShownRequest['payout'] {
  const { payout_client_user_id: clientUserId, payout_payment_details_id: paymentDetailsId } = row;
  const { payout_outcome: outcome } = row;
  if (clientUserId === null || paymentDetailsId === null) return undefined;
  invariant(
    outcome === null || outcome === 'sent' || outcome === 'returned',
    `no payout ends "${outcome}"`,
  );
  return { clientUserId, paymentDetailsId, outcome };
}

function linkFrom(row: ShownRow): ShownRequest['link'] {
  const { link_token: token, link_status: status, expires_at: expiresAt } = row;
  if (token === null || status === null || expiresAt === null) return undefined;
  return {
    token,
    status,
    expiresAt,
    guards: [row.restricts_payers, row.hides_until_approved, row.judges_payers].includes(true),
    hidesPayee: row.hides_payee === true,
  };
}

/** What is known of the customer of a request; null where nothing is. */
export async function findCustomer(ctx: Context, requestRowId: string): Promise<string | null> {
  const { rows } = await sql<{ customer_info: string }>`
    select customer_info::text from request_person where request_id = ${requestRowId}`.execute(
    ctx.db,
  );
  return rows[0]?.customer_info ?? null;
}

/** Stores that a request shall not come again, or may, and returns its row; undefined where the account has no such. */
export async function setRecurrenceStopped(
  ctx: Context,
  asked: { readonly accountId: string; readonly requestId: string; readonly stopped: boolean },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update request set recurrence_stopped = ${asked.stopped}
    where request_id = ${asked.requestId}
      and account_id = ${asked.accountId}
      and origin_form <> 'fee'
    returning id`.execute(ctx.db);
  return rows[0]?.id;
}
