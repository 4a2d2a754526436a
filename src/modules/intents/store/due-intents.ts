import { sql } from 'kysely';
import { isNetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import { arrayText, type Cell } from '#platform/db/array-text.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { LedgerPayment } from '../model/judge-destination.ts';
import type { DueIntent, IntentRequest, Move, Progress } from '../model/progress.ts';
import {
  observationText,
  readDeposit,
  readFill,
  readSource,
} from '../model/stored-observations.ts';
import { readStoredProposal } from '../model/stored-proposal.ts';
import { INTENT_COLUMNS, type IntentRow, insertObservation, intentFrom } from './intents.ts';

/** The request of an intent, as its columns are read. */
interface RequestRow {
  public_request_id: string;
  payment_reference: Hex;
  request_network: string;
  kind: string;
  currency_id: string;
  token_address: string;
  payee_address: string;
  expected_units: bigint;
  paid_units: bigint;
}

const REQUEST_COLUMNS = sql`request.request_id as public_request_id, request.payment_reference,
      request.network as request_network, request.kind, request.currency_id,
      request.token_address, request.payee_address, request.expected_units, request.paid_units`;

interface DueRow extends IntentRow, RequestRow {
  checks: number;
  source: string | null;
  deposit: string | null;
  fill: string | null;
  safe_address: string | null;
  proposal: string | null;
  proven_at: Date | null;
  holds_until: Date | null;
  failed_at: Date | null;
  status_since: Date | null;
  open_of_link: number;
}

/** Which intents are taken. */
interface DueQuery {
  readonly leasedUntil: Date;
  readonly limit: number;
  /** These alone. */
  readonly intentIds?: readonly string[];
}

/** Whether an intent is due. */
export const isIntentDue = (ctx: Context): DueCondition => sql`(
  select true from payment_intent where next_check_at <= ${ctx.now()} order by next_check_at limit 1)`;

/**
 * Takes up to `limit` intents that are due, for this process alone until `leasedUntil`; whoever is killed meanwhile
 * loses them to another then.
 */
export async function takeDueIntents(
  ctx: Context,
  { leasedUntil, limit, intentIds }: DueQuery,
): Promise<readonly DueIntent[]> {
  const columns = sql.join(INTENT_COLUMNS.map((name) => sql.ref(`intent.${name}`)));
  const { rows } = await sql<DueRow>`
    with due as (
      select id from payment_intent
      where next_check_at <= ${ctx.now()} and ${intentIds === undefined ? sql`true` : sql`id = any (${intentIds}::text[])`}
      order by next_check_at, id
      limit ${limit}
      for no key update skip locked
    ), taken as (
      update payment_intent intent set next_check_at = ${leasedUntil}
      from due where intent.id = due.id
      returning intent.*
    )
    select ${columns}, intent.checks, intent.source, intent.deposit, intent.fill, intent.failed_at,
      intent.safe_address, intent.proposal, intent.proven_at, intent.holds_until,
      intent.status_since, (
        select count(*)::integer from payment_intent other
        where other.secure_payment_token = intent.secure_payment_token
          and other.next_check_at is not null
      ) as open_of_link, ${REQUEST_COLUMNS}
    from taken intent
    join request_summary request on request.id = intent.request_id
    order by intent.id`.execute(ctx.db);
  return rows.map(dueFrom);
}

function dueFrom(row: DueRow): DueIntent {
  const intent = intentFrom(row);
  return {
    ...intent,
    checks: row.checks,
    source: row.source === null ? null : readSource(row.source),
    deposit: row.deposit === null ? null : readDeposit(row.deposit),
    fill: row.fill === null ? null : readFill(row.fill),
    safeAddress: row.safe_address,
    proposal: row.proposal === null ? null : readStoredProposal(row.proposal),
    provenAt: row.proven_at,
    holdsUntil: row.holds_until,
    hasFailed: row.failed_at !== null,
    statusSince: row.status_since ?? row.created_at,
    openOfLink: row.open_of_link,
    request: requestFrom(row),
  };
}

function requestFrom(row: RequestRow): IntentRequest {
  invariant(isNetworkId(row.request_network), 'requests name listed networks');
  return {
    requestId: row.public_request_id,
    paymentReference: row.payment_reference,
    network: row.request_network,
    kind: row.kind,
    currencyId: row.currency_id,
    tokenAddress: row.token_address,
    payeeAddress: row.payee_address,
    expectedUnits: row.expected_units,
    paidUnits: row.paid_units,
  };
}

/** The first request of a link that is not wholly paid; undefined where all are. */
export async function findUnpaidRequest(
  ctx: Context,
  token: string,
): Promise<IntentRequest | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${REQUEST_COLUMNS}
    from secure_payment_item item join request_summary request on request.id = item.request_id
    where item.secure_payment_token = ${token} and request.paid_units < request.expected_units
    order by item.position limit 1`.execute(ctx.db);
  return rows[0] && requestFrom(rows[0]);
}

/** Whether another transaction that pays the link of an intent is on its way, by what was last seen of it. */
export async function isAnotherOnItsWay(
  ctx: Context,
  { id, securePaymentToken }: Pick<DueIntent, 'id' | 'securePaymentToken'>,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from payment_intent
      where secure_payment_token = ${securePaymentToken} and id <> ${id}
        and status in ('proposed', 'proposal_expired', 'source_seen', 'source_confirmed', 'filled')
    ) as found`.execute(ctx.db);
  return rows[0]?.found === true;
}

/** What is written of a check. */
export interface CheckedIntent {
  readonly progress: Progress;
  readonly nextCheckAt: Date | null;
  readonly checks: number;
  /** Whether `payment.failed` is recorded with it. */
  readonly failsNow: boolean;
}

/**
 * Writes what a check found, with an observation for each move, only if the intent is still where it was read. Returns
 * whether it was.
 */
export async function writeCheck(
  ctx: Context,
  { progress, nextCheckAt, checks, failsNow }: CheckedIntent,
): Promise<boolean> {
  invariant(ctx.db.isTransaction, 'a move and its observations are one transaction');
  const { intent, status, moves, source, deposit, fill, refund } = progress;
  const { safeAddress, proposal, proof } = progress;
  const { numUpdatedRows } = await ctx.db
    .updateTable('payment_intent')
    .set({
      status,
      checks,
      next_check_at: nextCheckAt,
      source: source && observationText(source),
      deposit: deposit && observationText(deposit),
      deadline_at: deposit?.fillDeadline ?? null,
      fill: fill && observationText(fill),
      fill_transaction_hash: fill && bytesOf(fill.transactionHash),
      safe_address: safeAddress,
      proposal: proposal && observationText(proposal),
      execution_transaction_hash: proposal?.execution
        ? bytesOf(proposal.execution.transactionHash)
        : null,
      ...(proof && { proven_at: ctx.now(), holds_until: proof.holdsUntil }),
      ...(moves.length > 0 && { status_since: ctx.now() }),
      ...(failsNow && { failed_at: ctx.now() }),
      ...(refund !== null && {
        refund_transaction_hash: bytesOf(refund.transactionHash),
        refund_log_index: refund.logIndex,
        refund_units: deposit?.inputUnits ?? refund.units,
      }),
    })
    .where('id', '=', intent.id)
    .where('status', '=', intent.status)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  for (const move of moves) await insertObservation(ctx, intent.id, observationOf(move));
  return true;
}

function observationOf({ event, observedFrom, status, details }: Move) {
  return { event, observedFrom, status, details };
}

/** A transaction that may have paid the request of an intent. */
export interface PaidBy {
  readonly intentId: string;
  readonly requestRowId: string;
  /** Where it pays any of the requests of this link: a batch may be paid in part by others. */
  readonly token?: string;
  readonly network: string;
  readonly transactionHash: Hex;
  /** The deposit that a bridge delivered by it, and how much its call pays; left out, all that it pays counts. */
  readonly delivery?: {
    readonly originChainId: number;
    readonly depositId: bigint;
    readonly units: bigint;
  };
}

/** The payments that count which these transactions made of these requests or links, by intent. */
export async function findLedgerPayments(
  ctx: Context,
  queries: readonly PaidBy[],
): Promise<ReadonlyMap<string, LedgerPayment>> {
  if (queries.length === 0) return new Map();
  const tokens = arrayText(queries.map(({ token }) => token ?? null));
  const delivered = (of: (delivery: NonNullable<PaidBy['delivery']>) => Cell) =>
    arrayText(queries.map(({ delivery }) => delivery && of(delivery)).map((cell) => cell ?? null));
  const { rows } = await sql<{
    intent_id: string;
    transaction_hash: Buffer;
    transfers: string[];
    is_final: boolean;
    others: Buffer[];
  }>`
    select query.intent_id, payment.transaction_hash, array_agg(transfer.id) as transfers, bool_and(transfer.status = 'finalized') as is_final,
      array(
        select distinct other.transaction_hash from active_payment other
        where other.request_id = any (array_agg(payment.request_id))
          and other.transaction_hash <> payment.transaction_hash
      ) as others
    from (
      select unnest(${arrayText(queries.map(({ intentId }) => intentId))}::text[]) as intent_id,
        unnest(${arrayText(queries.map(({ requestRowId }) => requestRowId))}::text[]) as request_id,
        unnest(${tokens}::text[]) as token,
        unnest(${arrayText(queries.map(({ network }) => network))}::text[]) as network,
        decode(unnest(${arrayText(queries.map(({ transactionHash }) => transactionHash.slice(2)))}::text[]), 'hex') as hash,
        unnest(${delivered(({ originChainId }) => originChainId)}::bigint[]) as origin_chain_id,
        unnest(${delivered(({ depositId }) => depositId)}::numeric[]) as deposit_id,
        unnest(${delivered(({ units }) => units)}::numeric[]) as units
    ) query
    cross join lateral (
      select query.request_id union
      select item.request_id from secure_payment_item item where item.secure_payment_token = query.token
    ) asked
    join active_payment payment on payment.request_id = asked.request_id
      and payment.network = query.network and payment.transaction_hash = query.hash
    join active_transfer transfer on transfer.id = payment.chain_transfer_id
      and (query.deposit_id is null or (
        transfer.bridge_origin_chain_id = query.origin_chain_id
        and transfer.bridge_deposit_id = query.deposit_id and transfer.claimed_units = query.units))
    group by query.intent_id, payment.transaction_hash`.execute(ctx.db);
  return new Map(
    rows.map((row) => [
      row.intent_id,
      {
        transactionHash: hexOf(row.transaction_hash),
        transferId: row.transfers.length === 1 ? row.transfers[0] : undefined,
        isFinal: row.is_final,
        others: row.others.map(hexOf),
      },
    ]),
  );
}

/** Names a refund. */
interface RefundKey {
  readonly network: string;
  readonly transactionHash: Hex;
  readonly logIndex: number;
}

/** Lets one transaction at a time take of a refund. */
export async function lockRefund(ctx: Context, refund: RefundKey): Promise<void> {
  const name = `${refund.network} ${refund.transactionHash} ${refund.logIndex}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(ctx.db);
}

/**
 * What intents with deposits of this size or a larger one took of a refund, which may be of several. Smaller ones do not count: anybody
 * can deposit a little for somebody else, and would keep the refund of the large deposit from its intent.
 */
export async function findTakenOfRefund(
  ctx: Context,
  refund: RefundKey,
  depositUnits: bigint,
): Promise<bigint> {
  const { rows } = await sql<{ taken: bigint }>`
    select coalesce(sum(refund_units), 0)::numeric(78, 0) as taken from payment_intent
    where network = ${refund.network}
      and refund_transaction_hash = ${bytesOf(refund.transactionHash)}
      and refund_log_index = ${refund.logIndex}
      and refund_units >= ${depositUnits.toString()}::numeric`.execute(ctx.db);
  return rows[0]?.taken ?? 0n;
}
