import { type RawBuilder, sql } from 'kysely';
import { isNetworkId, networkByChainId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { bytesOf, type Hex, hexOf } from '#kit/hex.ts';
import { readScreeningPlan } from '#modules/screening/index.ts';
import { arrayText } from '#platform/db/array-text.ts';
import { notify } from '#platform/db/notify.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { HeldPayment } from '../model/held-payment.ts';
import {
  type HoldCause,
  type HoldReason,
  isHoldReason,
  type PayerCheckStatus,
} from '../model/payer-check.ts';

/** A payment that is held, as it is about to be written. */
export interface NewPayerCheck {
  readonly transferId: string;
  readonly accountId: string;
  readonly requestRowId: string;
  readonly network: string;
  readonly transactionHash: Hex;
  readonly status: 'undecided' | 'refused' | 'released';
  readonly reason: HoldReason | null;
  readonly wallet: string | null;
  /** Whether vendors judge who sent it. */
  readonly isJudged: boolean;
}

/** Adds what is held; the caller has moved their transfers in the same transaction. */
export async function insertPayerChecks(
  ctx: Context,
  checks: readonly NewPayerCheck[],
): Promise<void> {
  if (checks.length === 0) return;
  const now = ctx.now();
  await ctx.db
    .insertInto('payer_check')
    .values(
      checks.map((check) => ({
        chain_transfer_id: check.transferId,
        account_id: check.accountId,
        request_id: check.requestRowId,
        network: check.network,
        transaction_hash: bytesOf(check.transactionHash),
        status: check.status,
        reason_code: check.reason,
        wallet_address: check.wallet,
        is_judged: check.isJudged,
        due_at: check.status === 'undecided' ? now : null,
        held_at: now,
        decided_at: check.status === 'undecided' ? null : now,
      })),
    )
    // Another settler was first.
    .onConflict((conflict) => conflict.column('chain_transfer_id').doNothing())
    .execute();
}

/** The transactions of these requests of which a payment was released before a reorg, as `request transaction`. */
export async function findReleased(
  ctx: Context,
  requestRowIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('payer_check')
    .select(['request_id', 'transaction_hash'])
    .where('request_id', 'in', requestRowIds)
    .where('status', '=', 'released')
    .execute();
  return new Set(rows.map((row) => `${row.request_id} ${hexOf(row.transaction_hash)}`));
}

/** The wallets among these that are on the allowlist of the link of their request, as `request wallet`. */
export async function findAllowed(
  ctx: Context,
  asked: readonly { readonly requestRowId: string; readonly wallet: string }[],
): Promise<ReadonlySet<string>> {
  if (asked.length === 0) return new Set();
  const { rows } = await sql<{ request_id: string; wallet_address: string }>`
    select asked.request_id, payer.wallet_address
    from unnest(
      ${arrayText(asked.map(({ requestRowId }) => requestRowId))}::text[],
      ${arrayText(asked.map(({ wallet }) => wallet))}::text[]
    ) as asked (request_id, wallet_address)
    join payer_restriction restriction on restriction.request_id = asked.request_id
    join allowed_payer payer on payer.secure_payment_token = restriction.secure_payment_token
      and payer.wallet_address = asked.wallet_address`.execute(ctx.db);
  return new Set(rows.map((row) => `${row.request_id} ${row.wallet_address}`));
}

interface HeldRow {
  chain_transfer_id: string;
  account_id: string;
  request_id: string;
  network: string;
  transaction_hash: Buffer;
  status: string;
  reason_code: string | null;
  wallet_address: string | null;
  provider: string | null;
  plan: string | null;
  allowlist_waived: boolean;
  checks: number;
  held_at: Date;
  decided_at: Date | null;
  token_units: bigint;
  currency_id: string;
  public_id: string;
  payment_reference: string;
  payer_address: string;
  sender_address: string | null;
  payer_eoa_address: string | null;
  bridge_origin_chain_id: bigint | null;
  bridge_sender: string | null;
  restricts_payers: boolean;
}

/** What is read of each; `checked` are rows of `payer_check`. Those whose transfer was undone are left out. */
const heldFrom = (checked: RawBuilder<unknown>) => sql<HeldRow>`
    select checked.*, transfer.token_units, request.currency_id, request.request_id as public_id,
      request.payment_reference, transfer.payer_address, transfer.sender_address,
      transfer.payer_eoa_address, transfer.bridge_origin_chain_id, transfer.bridge_sender,
      exists (
        select from payer_restriction r where r.request_id = checked.request_id
      ) as restricts_payers,
      (select plan from payer_plan p where p.request_id = checked.request_id) as plan
    from ${checked} checked
    join active_transfer transfer on transfer.id = checked.chain_transfer_id
    join request_summary request on request.id = checked.request_id
    order by checked.chain_transfer_id`;

/** Which payments are taken, and until when. */
interface DueQuery {
  /** Those that vendors judge, or the others. */
  readonly isJudged: boolean;
  readonly leasedUntil: Date;
  readonly limit: number;
}

/** Whether a payment is to be decided about. */
export const isCheckDue = (ctx: Context, isJudged: boolean): DueCondition => sql`(
  select true from payer_check
  where due_at <= ${ctx.now()} and ${isJudged ? sql`is_judged` : sql`not is_judged`}
  order by due_at limit 1)`;

/**
 * Takes up to `limit` payments that are to be decided about, for this process alone until `leasedUntil`; whoever is killed meanwhile loses
 * them to another then. Those whose transfer was undone are due no more.
 */
export async function takeDueChecks(
  ctx: Context,
  { isJudged, leasedUntil, limit }: DueQuery,
): Promise<readonly HeldPayment[]> {
  const { rows } = await sql<HeldRow>`
    with due as (
      select chain_transfer_id from payer_check
      where due_at <= ${ctx.now()} and ${isJudged ? sql`is_judged` : sql`not is_judged`}
      order by due_at, chain_transfer_id
      limit ${limit}
      for update skip locked
    ), taken as (
      update payer_check set due_at = case
          when exists (select from active_transfer t where t.id = chain_transfer_id)
          then ${leasedUntil}::timestamptz end
      where chain_transfer_id in (select chain_transfer_id from due)
      returning *
    )
    ${heldFrom(sql`taken`)}`.execute(ctx.db);
  return rows.map(heldPaymentFrom);
}

/** Which held payments. */
export interface HeldQuery {
  readonly accountId?: string | undefined;
  readonly transferIds?: readonly string[] | undefined;
  readonly statuses: readonly PayerCheckStatus[];
  /** Those before this id, which are older. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Held payments whose transfers are active, the newest first. */
export async function findHeldPayments(
  ctx: Context,
  { accountId, transferIds, statuses, before, limit }: HeldQuery,
): Promise<readonly HeldPayment[]> {
  const { rows } = await heldFrom(sql`(
      select * from payer_check
      where status = any (${statuses}::text[])
        ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
        ${transferIds === undefined ? sql`` : sql`and chain_transfer_id = any (${transferIds}::text[])`}
        ${before === undefined ? sql`` : sql`and chain_transfer_id < ${before}`}
        and exists (select from active_transfer t where t.id = chain_transfer_id)
      order by chain_transfer_id desc limit ${limit}
    )`).execute(ctx.db);
  return rows.map(heldPaymentFrom).toReversed();
}

/** What becomes of a check. */
export interface PayerCheckMove {
  readonly transferId: string;
  readonly from: PayerCheckStatus;
  readonly to: PayerCheckStatus;
  readonly reason?: HoldReason | null;
  readonly wallet?: string | null;
  readonly provider?: string | null;
  readonly allowlistWaived?: true;
}

/** Moves a check where it still is `from`; returns whether it was. What is undecided then is due at once. */
export async function movePayerCheck(ctx: Context, move: PayerCheckMove): Promise<boolean> {
  const isOpen = move.to === 'undecided';
  const { numUpdatedRows } = await ctx.db
    .updateTable('payer_check')
    .set({
      status: move.to,
      due_at: isOpen ? ctx.now() : null,
      decided_at: isOpen ? null : ctx.now(),
      ...(isOpen && { checks: 0 }),
      ...(move.reason !== undefined && { reason_code: move.reason }),
      ...(move.wallet !== undefined && { wallet_address: move.wallet }),
      ...(move.provider !== undefined && { provider: move.provider }),
      ...(move.allowlistWaived && { allowlist_waived: true }),
    })
    .where('chain_transfer_id', '=', move.transferId)
    .where('status', '=', move.from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores why a payment is still undecided, and when it is decided about again. */
export async function postponePayerCheck(
  ctx: Context,
  transferId: string,
  { reason, wallet, provider, dueAt }: HoldCause & { readonly dueAt: Date },
): Promise<void> {
  await sql`
    update payer_check set checks = checks + 1, due_at = ${dueAt}, reason_code = ${reason},
      wallet_address = ${wallet}, provider = ${provider}
    where chain_transfer_id = ${transferId} and status = 'undecided'`.execute(ctx.db);
}

/** How many payments are held, each count up to a limit, and since when the oldest waits for a decision. */
export async function countHeld(ctx: Context, countMax: number) {
  const { rows } = await sql<{ undecided: bigint; refused: bigint; oldest: Date | null }>`
    select
      (select count(*) from (
        select from payer_check c join active_transfer t on t.id = c.chain_transfer_id
        where c.status = 'undecided' limit ${countMax}) n) as undecided,
      (select count(*) from (
        select from payer_check c join active_transfer t on t.id = c.chain_transfer_id
        where c.status = 'refused' limit ${countMax}) n) as refused,
      (select min(c.held_at) from (
        select c.held_at from payer_check c join active_transfer t on t.id = c.chain_transfer_id
        where c.status = 'undecided' limit ${countMax}) c) as oldest`.execute(ctx.db);
  const [row] = rows;
  return {
    undecided: Number(row?.undecided ?? 0),
    refused: Number(row?.refused ?? 0),
    oldestUndecidedAt: row?.oldest ?? null,
  };
}

function heldPaymentFrom(row: HeldRow): HeldPayment {
  const { network, status } = row;
  invariant(isNetworkId(network) && isStatus(status), 'a check is as we stored it');
  const origin = row.bridge_origin_chain_id;
  return {
    transferId: row.chain_transfer_id,
    accountId: row.account_id,
    requestRowId: row.request_id,
    network,
    originNetwork: origin === null ? undefined : networkByChainId(Number(origin))?.id,
    transactionHash: hexOf(row.transaction_hash),
    tokenUnits: row.token_units,
    currencyId: row.currency_id,
    requestId: row.public_id,
    paymentReference: row.payment_reference,
    senders: {
      payerAddress: row.payer_address,
      senderAddress: row.sender_address,
      payerEoaAddress: row.payer_eoa_address,
      isBridged: origin !== null,
      bridgeSender: row.bridge_sender,
    },
    isRestricted: row.restricts_payers,
    allowlistWaived: row.allowlist_waived,
    status,
    reason: isHoldReason(row.reason_code) ? row.reason_code : null,
    wallet: row.wallet_address,
    provider: row.provider,
    plan: readScreeningPlan(row.plan),
    checks: row.checks,
    heldAt: row.held_at,
    decidedAt: row.decided_at,
  };
}

function isStatus(text: string): text is PayerCheckStatus {
  return ['undecided', 'cleared', 'refused', 'released'].includes(text);
}

/** The channel that the sweep which decides about payers listens on. */
export const DECIDE_CHANNEL = 'florin_decide_payers';

/** Wakes the sweep that decides about payers, because a payment is held. */
export async function wakeDeciding(ctx: Context): Promise<void> {
  await notify(ctx.db, DECIDE_CHANNEL);
}
