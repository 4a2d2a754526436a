import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { hexOf } from '#kit/hex.ts';
import { readScreeningPlan } from '#modules/screening/index.ts';
import type { RecurringPayoutTable } from '#platform/db/tables.generated.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { RecurringPayout, Shortage } from '../model/recurring-payout.ts';
import { FREQUENCIES } from '../model/schedule.ts';
import { isRecurringPayoutStatus, type RecurringPayoutStatus } from '../model/status.ts';

/** The row of a new recurring payout. */
export type NewRecurringPayout = Insertable<RecurringPayoutTable>;

/** A permit as a chain prepared it: it is stored and handed back, and not read here. */
const StoredPermit = z.object({
  domain: z.record(z.string(), z.union([z.string(), z.number()])),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  values: z.record(z.string(), z.unknown()),
});

/** A row with its client ID; its permit is read as text. */
interface PayoutRow extends Omit<Selectable<RecurringPayoutTable>, 'permit' | 'paused_at'> {
  readonly permit: string;
  readonly client_id: string | null;
}

const COLUMNS = sql`
  payout.id, payout.account_id, payout.page_token, payout.status, payout.client_id_id,
  client_id.client_id, payout.orchestrator_id, payout.origin, payout.reference, payout.network,
  payout.currency_id, payout.payer_address, payout.payee_address, payout.amount_units,
  payout.fee_units, payout.fee_address, payout.relayer_fee_units, payout.frequency,
  payout.period_seconds, payout.first_due_at, payout.total_payments, payout.expires_at,
  payout.permit::text as permit, payout.digest, payout.spender_address, payout.signature,
  payout.signed_block, payout.failure_count, payout.failure_reason, payout.retry_at,
  payout.shortage, payout.revoked_at, payout.created_at, payout.activated_at, payout.ended_at,
  payout.next_check_at, payout.screening`;

const FROM = sql`
  from recurring_payout payout
  left join client_id_summary client_id on client_id.id = payout.client_id_id`;

function payoutFrom(row: PayoutRow): RecurringPayout {
  const frequency = FREQUENCIES.find((one) => one === row.frequency);
  invariant(
    isRecurringPayoutStatus(row.status) && isNetworkId(row.network) && frequency !== undefined,
    'a recurring payout has a known status, network and frequency',
  );
  return {
    id: row.id,
    accountId: row.account_id,
    pageToken: row.page_token,
    status: row.status,
    clientIdId: row.client_id_id,
    clientId: row.client_id,
    orchestratorId: row.orchestrator_id,
    origin: row.origin,
    reference: row.reference,
    network: row.network,
    currencyId: row.currency_id,
    payerAddress: row.payer_address,
    payeeAddress: row.payee_address,
    plan: readScreeningPlan(row.screening),
    amountUnits: row.amount_units,
    feeUnits: row.fee_units,
    feeAddress: row.fee_address,
    relayerFeeUnits: row.relayer_fee_units,
    frequency,
    periodSeconds: row.period_seconds,
    firstDueAt: row.first_due_at,
    totalPayments: row.total_payments,
    expiresAt: row.expires_at,
    permit: StoredPermit.parse(JSON.parse(row.permit)),
    digest: hexOf(row.digest),
    spenderAddress: row.spender_address,
    signature: row.signature && hexOf(row.signature),
    signedBlock: row.signed_block,
    failureCount: row.failure_count,
    failureReason: row.failure_reason,
    retryAt: row.retry_at,
    shortage: shortageOf(row.shortage),
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
    activatedAt: row.activated_at,
    endedAt: row.ended_at,
    nextCheckAt: row.next_check_at,
  };
}

function shortageOf(text: string | null): Shortage | null {
  return text === 'balance' || text === 'allowance' ? text : null;
}

async function findOne(
  ctx: Context,
  condition: RawBuilder<unknown>,
): Promise<RecurringPayout | undefined> {
  const { rows } = await sql<PayoutRow>`select ${COLUMNS} ${FROM} where ${condition}`.execute(
    ctx.db,
  );
  return rows[0] && payoutFrom(rows[0]);
}

/** The recurring payout of an account with this id. */
export function findPayout(
  ctx: Context,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<RecurringPayout | undefined> {
  return findOne(ctx, sql`payout.id = ${id} and payout.account_id = ${accountId}`);
}

/** The recurring payout with this id, of any account. */
export function findPayoutById(ctx: Context, id: string): Promise<RecurringPayout | undefined> {
  return findOne(ctx, sql`payout.id = ${id}`);
}

/** The recurring payout that a page shows, of any account. */
export function findPayoutByPage(
  ctx: Context,
  pageToken: string,
): Promise<RecurringPayout | undefined> {
  return findOne(ctx, sql`payout.page_token = ${pageToken}`);
}

/** The same, locked until the transaction ends, so that nobody else moves it or signs a transaction for it. */
export async function lockPayout(ctx: Context, id: string): Promise<RecurringPayout> {
  invariant(ctx.db.isTransaction, 'a lock needs a transaction');
  const { rows } = await sql<PayoutRow>`
    select ${COLUMNS} ${FROM} where payout.id = ${id} for no key update of payout`.execute(ctx.db);
  invariant(rows[0] !== undefined, 'recurring payouts are never removed');
  return payoutFrom(rows[0]);
}

/** Adds a recurring payout. */
export async function insertPayout(ctx: Context, payout: NewRecurringPayout): Promise<void> {
  await ctx.db.insertInto('recurring_payout').values(payout).execute();
}

/** Whose tokens several recurring payouts take. */
export interface PayerOfToken {
  readonly payerAddress: string;
  readonly network: NetworkId;
  readonly currencyId: string;
}

/**
 * The recurring payouts of any account that a payer has signed for a token and that may still take something: by us, where they are active or
 * paused, or by whoever has the permit, where they were cancelled and it has not expired.
 */
export async function findSignedPayouts(
  ctx: Context,
  { payerAddress, network, currencyId }: PayerOfToken,
): Promise<readonly RecurringPayout[]> {
  const { rows } = await sql<PayoutRow>`
    select ${COLUMNS} ${FROM}
    where payout.payer_address = ${payerAddress} and payout.network = ${network}
      and payout.currency_id = ${currencyId} and payout.signature is not null
      and payout.expires_at > ${ctx.now()} and payout.status <> 'completed'
    order by payout.id`.execute(ctx.db);
  return rows.map(payoutFrom);
}

/** Whose unsigned ones, and since when they were made. */
interface UnsignedQuery extends PayerOfToken {
  readonly accountId: string;
  readonly since: Date;
}

/** The recurring payouts that an account has made since then for a payer and a token, and that can still be signed. */
export async function findUnsignedPayouts(
  ctx: Context,
  { payerAddress, network, currencyId, accountId, since }: UnsignedQuery,
): Promise<readonly RecurringPayout[]> {
  const { rows } = await sql<PayoutRow>`
    select ${COLUMNS} ${FROM}
    where payout.account_id = ${accountId} and payout.payer_address = ${payerAddress}
      and payout.network = ${network} and payout.currency_id = ${currencyId}
      and payout.status = 'pending' and payout.created_at >= ${since}
      and payout.first_due_at + make_interval(secs => payout.period_seconds) > ${ctx.now()}
    order by payout.id`.execute(ctx.db);
  return rows.map(payoutFrom);
}

/** Which recurring payouts of all accounts. */
export interface PayoutsQuery {
  /** All where left out. */
  readonly status?: RecurringPayoutStatus | undefined;
  readonly accountId?: string | undefined;
  readonly limit: number;
  /** Only those made before this one. */
  readonly before?: string | undefined;
}

/** Those of all accounts or one, made last first. */
export async function findPayoutsOfAll(
  ctx: Context,
  { status, accountId, limit, before }: PayoutsQuery,
): Promise<readonly RecurringPayout[]> {
  const { rows } = await sql<PayoutRow>`
    select ${COLUMNS} ${FROM}
    where (${status ?? null}::text is null or payout.status = ${status ?? null})
      and (${accountId ?? null}::text is null or payout.account_id = ${accountId ?? null})
      and (${before ?? null}::text is null or payout.id < ${before ?? null})
    order by payout.id desc
    limit ${limit}`.execute(ctx.db);
  return rows.map(payoutFrom);
}

/** Whether a recurring payout is due. */
export const isPayoutDue = (ctx: Context): DueCondition => sql`(
  select true from recurring_payout where next_check_at <= ${ctx.now()} order by next_check_at limit 1)`;

/** Takes up to `limit` recurring payouts that are due, for this process alone until `leasedUntil`. */
export async function takeDuePayouts(
  ctx: Context,
  { leasedUntil, limit }: { readonly leasedUntil: Date; readonly limit: number },
): Promise<readonly RecurringPayout[]> {
  const { rows } = await sql<PayoutRow>`
    with due as (
      select id from recurring_payout
      where next_check_at <= ${ctx.now()}
      order by next_check_at, id
      limit ${limit}
      for no key update skip locked
    ), taken as (
      update recurring_payout set next_check_at = ${leasedUntil}
      from due where recurring_payout.id = due.id
      returning recurring_payout.*
    )
    select ${COLUMNS} from taken payout
    left join client_id_summary client_id on client_id.id = payout.client_id_id
    order by payout.id`.execute(ctx.db);
  return rows.map(payoutFrom);
}

/** Says when a recurring payout is looked at next, unless somebody has said so since it was taken. */
export async function deferPayout(
  ctx: Context,
  { id, nextCheckAt }: Pick<RecurringPayout, 'id' | 'nextCheckAt'>,
  until: Date | null,
): Promise<void> {
  await sql`
    update recurring_payout set next_check_at = ${until}
    where id = ${id} and next_check_at is not distinct from ${nextCheckAt}`.execute(ctx.db);
}

/** Lets a worker look at the recurring payouts that pay these requests. */
export async function wakePayouts(ctx: Context, ids: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('recurring_payout')
    .set({ next_check_at: ctx.now() })
    .where('id', 'in', [...ids])
    .execute();
}
