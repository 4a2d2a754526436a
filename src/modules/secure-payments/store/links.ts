import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { Flow } from '#modules/events/index.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { arrayText, type Cell } from '#platform/db/array-text.ts';
import type { Database } from '#platform/db/database.ts';
import { openLookUp } from '#platform/db/look-up.ts';
import type { DueCondition } from '#platform/sweep.ts';
import { type FoundRow, type SecurePayment, securePaymentFrom } from '../model/secure-payment.ts';
import { isSecurePaymentStatus, type SecurePaymentStatus } from '../model/status.ts';

const lookUpRows = openLookUp({ find: findRows, nameOf: (token: string) => token });

/**
 * The link with this token, of any account: the token is the right to read and pay it.
 * One round trip, and simultaneous calls share it: every payer's page polls this
 * continuously.
 */
export async function findByToken(ctx: Context, token: string): Promise<SecurePayment | undefined> {
  const rows = await lookUpRows(ctx.db, token);
  return rows && securePaymentFrom(rows, ctx.settings);
}

/** The links with these tokens, by token and in one round trip, of any account. */
export async function findByTokens(
  ctx: Context,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, SecurePayment>> {
  const links = [...(await findRows(ctx.db, tokens)).values()].map((rows) =>
    securePaymentFrom(rows, ctx.settings),
  );
  return new Map(links.flatMap((link) => (link === undefined ? [] : [[link.token, link]])));
}

/** Links and their requests by token, the rows of each in their order. */
async function findRows(
  db: Database,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, readonly FoundRow[]>> {
  const { rows } = await sql<FoundRow>`
    select
      link.token, link.account_id, link.payment_type, link.flow, link.status, link.destination_id,
      link.orchestrator_id, link.client_id_id, link.reference, link.redirect_url,
      link.redirect_label, link.created_at, link.expires_at, link.completed_at,
      link.restricts_payers, link.hides_until_approved, link.hides_payee, link.screening,
      link.fee_plan,
      request.id, request.request_id, request.payment_reference, request.network,
      request.currency_id, request.token_address, request.payee_address, request.expected_units,
      request.fee_units, request.fee_percentage, request.fee_address, request.kind,
      request.invoice_currency_id, request.conversion_path, request.max_rate_age_seconds,
      request.slippage_bps, asked.destination_id as asked_destination_id,
      payout.request_id is not null as is_paid_out,
      exists (select from payment_intent intent where intent.secure_payment_token = link.token)
        as has_intents,
      progress.paid_units, progress.paid_transaction_hash as paid_hash,
      progress.seen_transaction_hash as seen_hash,
      progress.block_number, progress.seen_at, progress.confirmed_block, progress.confirmed_at,
      progress.finalized_block, progress.finalized_at,
      progress.seen_block_number as waiting_block, progress.transferred_units,
      checked.block_number as checked_block, checked.finalized_number as checked_final,
      checked.safe_number as checked_safe
    from secure_payment link
    join secure_payment_request asked on asked.secure_payment_token = link.token
    join request_summary request on request.id = asked.request_id
    join payment_progress progress on progress.request_id = request.id
    left join bank_payout_summary payout on payout.request_id = request.id
    left join chain_cursor checked on checked.network = request.network
    where link.token = ${anyOf(tokens)}
    order by link.token, asked.position`.execute(db);
  return Map.groupBy(rows, ({ token }) => token);
}

/** A link by one of its requests. */
export interface NamedLink {
  readonly token: string;
  /** The public `cli_...` text of what it was created with, where that was a client ID. */
  readonly clientId: string | null;
}

/** The link of an account with the request of this public id. */
export async function findByRequestId(
  ctx: Context,
  asked: { readonly accountId: string; readonly requestId: string },
): Promise<NamedLink | undefined> {
  const row = await ctx.db
    .selectFrom('request_summary as request')
    .innerJoin('secure_payment_request as asked', 'asked.request_id', 'request.id')
    .innerJoin('secure_payment as link', 'link.token', 'asked.secure_payment_token')
    .leftJoin('client_id_summary as client_id', 'client_id.id', 'link.client_id_id')
    .select(['link.token', 'client_id.client_id'])
    .where('request.request_id', '=', asked.requestId)
    .where('link.account_id', '=', asked.accountId)
    .where('asked.superseded', '=', false)
    .executeTakeFirst();
  return row && { token: row.token, clientId: row.client_id };
}

/** What settling needs to know of a link; none of it ever changes. */
export interface SettlingLink {
  readonly token: string;
  readonly flow: Flow;
  readonly reference: string | null;
  readonly expiresAt: Date;
  readonly clientIdId: string | null;
  /** The public `cli_...` text. */
  readonly clientId: string | null;
  /** The partner that created it, where one did. */
  readonly orchestratorId: string | null;
  readonly origin: string | null;
}

/** The links of requests, by the row of the request; none where it has none. One round trip. */
export async function findLinksOfRequests(
  ctx: Context,
  requestRowIds: readonly string[],
): Promise<ReadonlyMap<string, SettlingLink>> {
  if (requestRowIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('secure_payment_request as asked')
    .innerJoin('secure_payment as link', 'link.token', 'asked.secure_payment_token')
    .leftJoin('client_id_summary as client_id', 'client_id.id', 'link.client_id_id')
    .select([
      'asked.request_id',
      'link.token',
      'link.flow',
      'link.reference',
      'link.expires_at',
      'link.client_id_id',
      'link.orchestrator_id',
      'link.origin',
      'client_id.client_id',
    ])
    .where('asked.request_id', '=', anyOf(requestRowIds))
    .where('asked.superseded', '=', false)
    .execute();
  return new Map(rows.map((row) => [row.request_id, settlingLinkFrom(row)]));
}

/** The link of a request, or undefined without one. */
export async function findLinkOfRequest(
  ctx: Context,
  requestRowId: string,
): Promise<SettlingLink | undefined> {
  return (await findLinksOfRequests(ctx, [requestRowId])).get(requestRowId);
}

interface SettlingLinkRow {
  token: string;
  flow: string;
  reference: string | null;
  expires_at: Date;
  client_id_id: string | null;
  client_id: string | null;
  orchestrator_id: string | null;
  origin: string | null;
}

function settlingLinkFrom(row: SettlingLinkRow): SettlingLink {
  return {
    token: row.token,
    flow: row.flow === 'outgoing' ? 'outgoing' : 'incoming',
    reference: row.reference,
    expiresAt: row.expires_at,
    clientIdId: row.client_id_id,
    clientId: row.client_id,
    orchestratorId: row.orchestrator_id,
    origin: row.origin,
  };
}

/** A link, locked so that no other transaction can move its status. */
export interface LockedLink {
  readonly status: SecurePaymentStatus;
  readonly settledLate: boolean;
}

/**
 * Locks links in the order of their tokens, after their requests, as all settlers do. `no key update` leaves
 * readers and new foreign keys alone. Answers them by token.
 */
export async function lockLinks(
  ctx: Context,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, LockedLink>> {
  if (tokens.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('secure_payment')
    .select(['token', 'status', 'settled_late'])
    .where('token', '=', anyOf(tokens))
    .orderBy('token')
    .forNoKeyUpdate()
    .execute();
  return new Map(
    rows.map(({ token, status, settled_late: settledLate }) => {
      invariant(isSecurePaymentStatus(status), `no link may be "${status}"`);
      return [token, { status, settledLate }];
    }),
  );
}

/** Takes away the milestones of links that late money had settled first. */
export async function unmarkLate(ctx: Context, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return;
  await sql`
    update secure_payment set settled_late = false
    where token = any (${arrayText(tokens)}::text[])`.execute(ctx.db);
}

/** Where a link's status goes, and what goes with it. */
export interface StatusMove {
  readonly token: string;
  readonly from: SecurePaymentStatus;
  readonly to: SecurePaymentStatus;
  readonly completedAt: Date | null;
  readonly settledLate: boolean;
}

/**
 * Moves each status only if it is still `from`, so of two racing movers exactly one wins. Returns how many
 * were moved.
 */
export async function moveStatuses(ctx: Context, moves: readonly StatusMove[]): Promise<number> {
  if (moves.length === 0) return 0;
  const all = (of: (move: StatusMove) => Cell | null) => arrayText(moves.map(of));
  const { numAffectedRows } = await sql`
    update secure_payment link
    set status = move."to", completed_at = move.completed_at, settled_late = move.settled_late
    from unnest(
      -- Read by a subselect, as in anyOf, so that all lists share a plan.
      (select ${all(({ token }) => token)}::text[]),
      ${all(({ from }) => from)}::text[],
      ${all(({ to }) => to)}::text[],
      ${all(({ completedAt }) => completedAt?.toISOString() ?? null)}::timestamptz[],
      ${all(({ settledLate }) => String(settledLate))}::boolean[]
    ) as move (token, "from", "to", completed_at, settled_late)
    where link.token = move.token and link.status = move."from"`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}

/** Whether a request is wholly paid, and whether that took money that came late. */
export interface Completion {
  readonly isPaid: boolean;
  /** Says the same in whichever order the payments were recorded. */
  readonly tookLate: boolean;
}

/** How far the requests of links are paid, by token. */
export async function findCompletions(
  ctx: Context,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, readonly Completion[]>> {
  const { rows } = await sql<{ token: string; paid: boolean; late: boolean }>`
    select asked.secure_payment_token as token, request.status = 'paid' as paid,
      request.expected_units > request.paid_units - request.paid_late_units as late
    from secure_payment_request asked
    cross join lateral (
      -- The limit keeps it a look-up, whatever the planner knows of requests.
      select * from request_summary summary where summary.id = asked.request_id limit 1
    ) request
    where asked.secure_payment_token = ${anyOf(tokens)}`.execute(ctx.db);
  const byToken = Map.groupBy(rows, ({ token }) => token);
  return new Map(
    [...byToken].map(([token, requests]) => [
      token,
      requests.map(({ paid, late }) => ({ isPaid: paid, tookLate: late })),
    ]),
  );
}

/** A link whose time is up. */
export interface DueLink {
  readonly token: string;
  readonly accountId: string;
  readonly clientIdId: string | null;
  readonly orchestratorId: string | null;
  readonly origin: string | null;
  readonly expiresAt: Date;
}

/** Whether the deadline of a pending link has passed. */
export const isLinkDue = (ctx: Context): DueCondition => sql`(
  select true from secure_payment where status = 'pending' and expires_at <= ${ctx.now()}
  order by expires_at limit 1)`;

/**
 * Moves up to `limit` links whose deadline has passed, oldest deadline first. Links that a settler
 * or another sweep has locked are skipped, not waited for: the next run takes them.
 */
export async function moveDueLinks(
  ctx: Context,
  move: { readonly to: SecurePaymentStatus; readonly now: Date; readonly limit: number },
): Promise<readonly DueLink[]> {
  const { rows } = await sql<{
    token: string;
    account_id: string;
    client_id_id: string | null;
    orchestrator_id: string | null;
    origin: string | null;
    expires_at: Date;
  }>`
    update secure_payment set status = ${move.to}
    where token = any (array(
      select token from secure_payment
      where status = 'pending' and expires_at <= ${move.now}
      order by expires_at, token
      limit ${move.limit}
      for no key update skip locked
    ))
    returning token, account_id, client_id_id, orchestrator_id, origin, expires_at`.execute(ctx.db);
  // What is returned comes in the order of the plan that the server made.
  const sorted = rows.toSorted((one, other) => (one.token < other.token ? -1 : 1));
  return sorted.map((row) => ({
    token: row.token,
    accountId: row.account_id,
    clientIdId: row.client_id_id,
    orchestratorId: row.orchestrator_id,
    origin: row.origin,
    expiresAt: row.expires_at,
  }));
}
