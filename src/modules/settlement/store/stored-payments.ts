import { sql } from 'kysely';
import { z } from 'zod';
import type { NetworkId } from '#catalog/networks.ts';
import type { BlockPoint } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { type Hex, hexOf, isHex } from '#kit/hex.ts';
import { milestonesOf } from '#modules/ledger/index.ts';
import { readAtOnce } from '#platform/db/transact.ts';
import type {
  StoredLink,
  StoredPayment,
  StoredPaymentEvent,
  StoredPayments,
  StoredRequest,
  StoredTransfer,
} from '../model/stored-payments.ts';
import { findBundles } from './stored-bundles.ts';

/** Blocks of a network, both ends included. */
interface BlockRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** The requests with a transfer that stands in these blocks. */
export async function findRequestsOfBlocks(
  ctx: Context,
  network: NetworkId,
  { from, to }: BlockRange,
): Promise<readonly string[]> {
  const rows = await ctx.db
    .selectFrom('active_transfer')
    .select('request_id')
    .distinct()
    .where('network', '=', network)
    .where('block_number', '>=', from)
    .where('block_number', '<=', to)
    .execute();
  return rows.map((row) => row.request_id);
}

/** A page of the requests of a network, in the order of their ids. */
export interface RequestPage {
  /** Those that are stored as paid, or once were, and have no active transfer. */
  readonly suspects: readonly string[];
  /** Where the next page begins; undefined behind the last one. */
  readonly next: string | undefined;
}

/** The public ids of requests, by their rows. */
export async function findPublicIds(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .selectFrom('request_summary as request')
    .select(['id', 'request_id'])
    .where(sql<boolean>`id = any (${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.request_id]));
}

/**
 * Reads `limit` requests after an id and returns those whose payment, or whose bundle's, has no
 * transfer. It reads no more than the page, whatever it finds.
 */
export async function findRequestsWithoutTransfer(
  ctx: Context,
  network: NetworkId,
  page: { readonly after: string; readonly limit: number },
): Promise<RequestPage> {
  const { rows } = await sql<{ id: string; suspect: boolean }>`
    select r.id, r.network = ${network}
      and not exists (
        select from active_transfer t
        where t.account_id = r.account_id and t.request_id = r.id
      )
      and (
        r.status <> 'created'
        or exists (select from payment_history p where p.request_id = r.id)
        or exists (
          select from secure_payment_item asked
          join secure_payment_summary link on link.token = asked.secure_payment_token
          where asked.request_id = r.id and not asked.superseded and link.status = 'completed'
        )
        or exists (
          select from multicall_payout_child item
          join multicall_payout_summary bundle on bundle.token = item.multicall_payout_token
          where item.request_id = r.id and bundle.status in ('completed', 'partially_settled')
        )
      ) as suspect
    from (
      select id, account_id, network, status from request_summary
      where id > ${page.after} order by id limit ${page.limit}
    ) r order by r.id`.execute(ctx.db);
  return {
    suspects: rows.filter(({ suspect }) => suspect).map(({ id }) => id),
    next: rows.length < page.limit ? undefined : rows.at(-1)?.id,
  };
}

/**
 * The ledger's state of these requests and of the others on their links, read in one snapshot;
 * events also of further transactions. The same transaction can write nothing during the read.
 */
export async function readStoredPayments(
  ctx: Context,
  requestIds: readonly string[],
  transactionHashes: readonly Hex[],
): Promise<StoredPayments> {
  return await readAtOnce(ctx, async (at) => {
    const links = await findLinks(at, requestIds);
    const ids = [...new Set([...requestIds, ...links.flatMap((link) => link.requestIds)])];
    const requests = await findRequests(at, ids);
    const transfers = await findTransfers(at, ids);
    const payments = await findPayments(at, ids);
    const hashes = [...transfers, ...payments].map(({ transactionHash }) => transactionHash);
    const paymentEvents = await findPaymentEvents(at, [
      ...new Set([...hashes, ...transactionHashes]),
    ]);
    const bundles = await findBundles(at, requestIds);
    return { requests, links, bundles, transfers, payments, paymentEvents };
  });
}

async function findLinks(ctx: Context, ids: readonly string[]): Promise<readonly StoredLink[]> {
  const { rows } = await sql<{ token: string; status: string; request_ids: string[] }>`
    select link.token, link.status, array_agg(asked.request_id order by asked.position) as request_ids
    from secure_payment_summary link
    join secure_payment_item asked on asked.secure_payment_token = link.token
      and not asked.superseded
    where link.token in (
      select secure_payment_token from secure_payment_item
      where request_id = any (${[...ids]}::text[]) and not superseded
    )
    group by link.token, link.status`.execute(ctx.db);
  return rows.map(({ token, status, request_ids }) => ({ token, status, requestIds: request_ids }));
}

async function findRequests(
  ctx: Context,
  ids: readonly string[],
): Promise<readonly StoredRequest[]> {
  const rows = await ctx.db
    .selectFrom('request_summary as request')
    .select([
      'id',
      'request_id as requestId',
      'status',
      'network',
      'currency_id as currencyId',
      'expected_units as expectedUnits',
      'paid_units as paidUnits',
      'paid_late_units as paidLateUnits',
      'fee_address as feeAddress',
      'origin_form as originForm',
      sql<Date[]>`array(
        select link.expires_at from secure_payment_item asked
        join secure_payment_summary link on link.token = asked.secure_payment_token
        where asked.request_id = request.id
      )`.as('deadlines'),
    ])
    .where(sql<boolean>`id = any (${[...ids]}::text[])`)
    .execute();
  return rows.map(({ originForm, ...row }) => ({ ...row, isFee: originForm === 'fee' }));
}

async function findTransfers(
  ctx: Context,
  ids: readonly string[],
): Promise<readonly StoredTransfer[]> {
  const rows = await ctx.db
    .selectFrom('request_summary as request')
    .innerJoin('transfer_history as t', (join) =>
      join
        .onRef('t.account_id', '=', 'request.account_id')
        .onRef('t.request_id', '=', 'request.id'),
    )
    .selectAll('t')
    .where(sql<boolean>`request.id = any (${[...ids]}::text[])`)
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    network: row.network,
    requestId: row.request_id,
    confirmed: milestonesOf(row).confirmed,
    finalized: milestonesOf(row).finalized,
    blockNumber: row.block_number,
    blockHash: hexOf(row.block_hash),
    blockTime: row.block_time,
    transactionHash: hexOf(row.transaction_hash),
    logIndex: row.log_index,
    payerAddress: row.payer_address,
    creditedUnits: row.credited_units,
    feeUnits: row.fee_units,
    feeAddress: row.fee_address,
    // Rows from before conversions have none: then the token is what the ledger counts in.
    tokenUnits: row.token_units ?? row.credited_units,
    tokenFeeUnits: row.token_fee_units ?? row.fee_units,
  }));
}

interface PaymentRow extends Omit<StoredPayment, 'transactionHash'> {
  readonly transactionHash: Buffer;
}

async function findPayments(
  ctx: Context,
  ids: readonly string[],
): Promise<readonly StoredPayment[]> {
  const { rows } = await sql<PaymentRow>`
    select id, request_id as "requestId", chain_transfer_id as "transferId", network,
      currency_id as "currencyId", amount_units as "amountUnits", fee_units as "feeUnits",
      token_units as "tokenUnits", token_fee_units as "tokenFeeUnits",
      received_at as "receivedAt", payer_address as "payerAddress",
      transaction_hash as "transactionHash", late, undone_at is not null as undone
    from payment_history
    where request_id = any (${[...ids]}::text[]) order by id`.execute(ctx.db);
  return rows.map((row) => ({ ...row, transactionHash: hexOf(row.transactionHash) }));
}

async function findPaymentEvents(
  ctx: Context,
  transactionHashes: readonly Hex[],
): Promise<readonly StoredPaymentEvent[]> {
  if (transactionHashes.length === 0) return [];
  const written = transactionHashes.flatMap((hash) => [hash, hash.slice(2)]);
  // Read as text: JSON functions of SQL refuse a NUL, which an event may contain.
  const { rows } = await sql<{ type: string; payload: string }>`
    select type, payload from recorded_event
    where id in (select event_id from event_of_transaction
      where transaction_hash = any (${written}::text[]))`.execute(ctx.db);
  const paymentEvents = new Map<string, StoredPaymentEvent>();
  for (const { type, payload } of rows) {
    const { data: event } = StoredEventPayload.safeParse(JSON.parse(payload));
    if (event === undefined) continue;
    const milestones = [event.confirmed, event.finalized].map(
      (milestone) => `${milestone?.blockNumber} ${milestone?.at.getTime()}`,
    );
    const key = [type, event.requestId, event.txHash, ...milestones].join(' ');
    const times = (paymentEvents.get(key)?.times ?? 0) + 1;
    paymentEvents.set(key, { ...paymentEventOf(type, event), times });
  }
  return [...paymentEvents.values()];
}

function paymentEventOf(
  type: string,
  event: StoredEventPayload,
): Omit<StoredPaymentEvent, 'times'> {
  return {
    requestId: event.requestId,
    transactionHash: event.txHash,
    type,
    confirmed: event.confirmed ?? null,
    finalized: event.finalized ?? null,
  };
}

/** The compared fields of a payment's event. */
const StoredEventPayload = z.object({
  requestId: z.string(),
  // Some networks write hashes without the prefix.
  txHash: z
    .string()
    .transform((text) => `0x${text.replace(/^0x/, '')}`)
    .refine(isHex),
  confirmed: z.object({ blockNumber: z.coerce.bigint(), at: z.coerce.date() }).nullish(),
  finalized: z.object({ blockNumber: z.coerce.bigint(), at: z.coerce.date() }).nullish(),
});
type StoredEventPayload = z.infer<typeof StoredEventPayload>;

/** Where a transfer stands in its chain. */
interface StoredPosition {
  readonly block: BlockPoint;
  readonly logIndex: number;
}

/** Which of these places have a transfer that stands, each as its block's hash and its log's index. */
export async function findStoredPositions(
  ctx: Context,
  network: NetworkId,
  positions: readonly StoredPosition[],
): Promise<ReadonlySet<string>> {
  if (positions.length === 0) return new Set();
  const json = JSON.stringify(
    positions.map(({ block, logIndex }) => ({
      block_hash: `\\x${block.hash.slice(2)}`,
      log_index: logIndex,
    })),
  );
  const { rows } = await sql<{ block_hash: Buffer; log_index: number }>`
    select t.block_hash, t.log_index
    from json_to_recordset(${json}::json) as place (block_hash bytea, log_index integer)
    join active_transfer t on t.network = ${network} and t.block_hash = place.block_hash
      and t.log_index = place.log_index`.execute(ctx.db);
  return new Set(rows.map((row) => `${hexOf(row.block_hash)} ${row.log_index}`));
}

/** How far a network was scanned. */
export interface CursorRow {
  readonly block: BlockPoint;
  readonly headNumber: bigint;
  readonly finalizedNumber: bigint | undefined;
  readonly finalizedAt: Date | undefined;
  readonly safeNumber: bigint | undefined;
  readonly safeAt: Date | undefined;
}

/** How far a network was scanned; undefined where it never was. */
export async function findCursorRow(
  ctx: Context,
  network: NetworkId,
): Promise<CursorRow | undefined> {
  const row = await ctx.db
    .selectFrom('chain_cursor')
    .select(['block_number', 'block_hash', 'head_number'])
    .select(['finalized_number', 'finalized_at', 'safe_number', 'safe_at'])
    .where('network', '=', network)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    block: { number: row.block_number, hash: hexOf(row.block_hash) },
    headNumber: row.head_number,
    finalizedNumber: row.finalized_number ?? undefined,
    finalizedAt: row.finalized_at ?? undefined,
    safeNumber: row.safe_number ?? undefined,
    safeAt: row.safe_at ?? undefined,
  };
}
