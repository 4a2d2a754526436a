import { type RawBuilder, sql } from 'kysely';
import { writtenHash } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { milestonesOf } from '#modules/ledger/index.ts';
import { flowOf, kindOf, readCreatedBy } from '../model/payable-request.ts';
import type { SeenPayment, ShownPayment } from '../model/shown-payment.ts';
import { findFeesOfPayments } from './fee-payments.ts';
import { idsOfPage } from './list-pages.ts';
import {
  BY_RECEIPT,
  beforeTime,
  behindTime,
  countList,
  countRows,
  type GrowingList,
  isKeptList,
} from './list-positions.ts';
import { type MatchingPayments, matching, type PaymentFilter } from './payment-filter.ts';
import { isSourceOf } from './payment-sets.ts';

type MilestoneColumns = Parameters<typeof milestonesOf>[0];

interface PaymentRow extends MilestoneColumns {
  id: string;
  amount_units: bigint;
  paid_before_units: bigint;
  token_units: bigint;
  seen_fee_units: bigint;
  fee_type: string | null;
  seen_fee_token_units: bigint;
  seen_fee_address: string;
  payer_address: string;
  bridge_sender: string | null;
  payer_eoa_address: string | null;
  bridge_origin_chain_id: bigint | null;
  transaction_hash: Buffer;
  block_hash: Buffer;
  log_index: number;
  received_at: Date;
  network: string;
  kind: string;
  currency_id: string;
  invoice_currency_id: string | null;
  expected_units: bigint;
  request_id: string;
  payment_reference: Hex;
  status: string;
  reference: string | null;
  customer_info: string | null;
  payee_address: string;
  flow: string;
  created_by: string | null;
  hides_payee: boolean | null;
  source_network: string | null;
  source_transaction_hash: Buffer | null;
  source_units: bigint | null;
  source_token_address: string | null;
  recurring_payout_id: string | null;
  client_id_id: string | null;
}

/**
 * A page of the active payments that match, newest first, and how many there are in all. Fees that
 * were paid by themselves are left out: they are shown with the request of which they are fees.
 */
export async function findPayments(
  ctx: Context,
  filter: PaymentFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly payments: readonly ShownPayment[] }> {
  const kept = { accountId: filter.accountId, name: nameOf(filter) };
  const found = await matching(ctx, filter, () => isKeptList(ctx, kept));
  const { rows: listed, areFew } = found;
  if (areFew) {
    const [total, payments] = await Promise.all([
      countRows(ctx, listed),
      readPayments(ctx, newestOf(listed, { limit, offset })),
    ]);
    return { total: Number(total), payments };
  }
  const { list, upTo, before } = await countAll(ctx, filter, found);
  const total = Math.max(0, upTo - before);
  if (offset >= total) return { total, payments: [] };
  const to = upTo - offset;
  const ids = await idsOfPage(ctx, list, {
    after: Math.max(before, to - limit),
    to,
    total: upTo,
    end: filter.to && behindTime(filter.to),
  });
  return { total, payments: await readPayments(ctx, sql`select unnest(${ids}::text[]) as id`) };
}

/** How many there are by kept positions, which are of all times: up to the end of a period, and before it. */
async function countAll(ctx: Context, filter: PaymentFilter, found: MatchingPayments) {
  const { from, to, ...kinds } = filter;
  const { accountId } = kinds;
  const isOfAllTimes = from === undefined && to === undefined;
  const { rows, allRows } = isOfAllTimes ? found : await matching(ctx, kinds, async () => true);
  const name = nameOf(filter);
  const unfiltered = sql`select id, received_at from active_payment where account_id = ${accountId}`;
  const list: GrowingList = { accountId, name, rows, allRows, unfiltered, order: BY_RECEIPT };
  const [upTo, before] = await Promise.all([
    countList(ctx, list, to && behindTime(to)),
    from === undefined ? 0 : countList(ctx, list, beforeTime(from)),
  ]);
  return { list, upTo, before };
}

/** Of a list of all times. */
function nameOf({ accountId, from, to, before, ...kinds }: PaymentFilter): GrowingList['name'] {
  return `payments ${JSON.stringify(Object.entries(kinds).filter(isNamed).sort())}`;
}

function isNamed([, value]: readonly [string, unknown]): boolean {
  return value !== undefined;
}

/** Up to `limit` of the active payments that match, newest first, without counting them. */
export async function findPaymentsBefore(
  ctx: Context,
  filter: PaymentFilter,
  limit: number,
): Promise<readonly ShownPayment[]> {
  const { rows: listed } = await matching(ctx, filter);
  return await readPayments(ctx, newestOf(listed, { limit, offset: 0 }));
}

function newestOf(
  listed: RawBuilder<unknown>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): RawBuilder<unknown> {
  return sql`
    select listed.id from (${listed}) listed
    order by ${BY_RECEIPT.newestFirst} limit ${limit} offset ${offset}`;
}

/** The payments whose ids a query selects, newest first. */
async function readPayments(ctx: Context, selected: RawBuilder<unknown>) {
  const { rows } = await paymentsOf(selected).execute(ctx.db);
  const fees = await findFeesOfPayments(ctx, { paymentIds: rows.map(({ id }) => id) });
  return rows.map((row) => paymentFrom(row, fees.get(row.id) ?? []));
}

function paymentsOf(selected: RawBuilder<unknown>): RawBuilder<PaymentRow> {
  return sql<PaymentRow>`
    select
      payment.id, payment.amount_units, before.units as paid_before_units, payment.token_units,
      transfer.fee_units as seen_fee_units, transfer.token_fee_units as seen_fee_token_units,
      transfer.fee_address as seen_fee_address, request.fee_type, payment.payer_address, payment.transaction_hash,
      transfer.bridge_origin_chain_id, transfer.bridge_sender, transfer.payer_eoa_address, payment.received_at, payment.network, request.kind, payment.currency_id,
      request.invoice_currency_id, request.expected_units, request.request_id,
      request.payment_reference, request.status,
      coalesce(link.reference, request.reference) as reference, person.customer_info,
      request.payee_address, coalesce(link.flow, request.flow) as flow, request.created_by,
      request.recurring_payout_id, coalesce(link.client_id_id, request.client_id_id) as client_id_id,
      link.hides_payee,
      transfer.block_number, transfer.block_hash, transfer.log_index, transfer.seen_at, transfer.confirmed_block, transfer.confirmed_at,
      transfer.finalized_block, transfer.finalized_at,
      source.source_network, source.source_transaction_hash, source.source_units,
      source.source_token_address
    from (${selected}) page
    join active_payment payment on payment.id = page.id
    join request on request.id = payment.request_id
    join active_transfer transfer on transfer.id = payment.chain_transfer_id
    left join payment_source source on ${isSourceOf(sql`payment`, sql`request.account_id`)}
      -- Another payment of the same transaction may have been made up.
      and (transfer.bridge_origin_chain_id is null or transfer.bridge_sender is not null)
    left join request_person person on person.request_id = request.id
    left join secure_payment_request asked on asked.request_id = request.id and not asked.superseded
    left join secure_payment link on link.token = asked.secure_payment_token
    cross join lateral (
      -- In the order in which they were counted, which is that of their ids.
      select coalesce(sum(earlier.amount_units), 0)::numeric(78, 0) as units
      from active_payment earlier
      where earlier.request_id = payment.request_id
        and earlier.id < payment.id
    ) before
    order by payment.received_at desc, payment.id desc`;
}

function paymentFrom(row: PaymentRow, ownFees: ShownPayment['ownFees']): ShownPayment {
  return {
    id: row.id,
    amountUnits: row.amount_units,
    paidBeforeUnits: row.paid_before_units,
    tokenUnits: row.token_units,
    seenFeeUnits: row.seen_fee_units,
    seenFeeTokenUnits: row.seen_fee_token_units,
    seenFeeAddress: row.seen_fee_address,
    feeType: row.fee_type,
    ownFees,
    payerAddress: row.bridge_origin_chain_id === null ? row.payer_address : row.bridge_sender,
    payerEoaAddress: row.payer_eoa_address,
    originChainId: row.bridge_origin_chain_id === null ? null : Number(row.bridge_origin_chain_id),
    transactionHash: writtenHash(row.network, hexOf(row.transaction_hash)),
    blockHash: writtenHash(row.network, hexOf(row.block_hash)),
    logIndex: row.log_index,
    receivedAt: row.received_at,
    network: row.network,
    kind: kindOf(row.kind),
    currencyId: row.currency_id,
    invoiceCurrencyId: row.invoice_currency_id,
    expectedUnits: row.expected_units,
    requestId: row.request_id,
    paymentReference: row.payment_reference,
    isPaid: row.status === 'paid',
    reference: row.reference,
    customerInfo: row.customer_info,
    payeeAddress: row.payee_address,
    hidesPayee: row.hides_payee === true,
    flow: flowOf(row.flow),
    createdBy: readCreatedBy(row.created_by),
    recurringPayoutId: row.recurring_payout_id,
    clientIdId: row.client_id_id,
    milestones: milestonesOf(row),
    source: sourceFrom(row),
  };
}

function sourceFrom(row: PaymentRow): ShownPayment['source'] {
  const { source_network: network, source_transaction_hash: hash, source_units: units } = row;
  if (network === null || hash === null || units === null) return null;
  const transactionHash = writtenHash(network, hexOf(hash));
  return { network, transactionHash, units, tokenAddress: row.source_token_address ?? '' };
}

/** Up to `limit` payments of a request that were seen and do not count yet, newest first. */
export async function findSeenPayments(
  ctx: Context,
  asked: { readonly accountId: string; readonly requestRowId: string; readonly limit: number },
): Promise<readonly SeenPayment[]> {
  const { rows } = await sql<SeenRow>`
    select network, transaction_hash, credited_units, block_number, seen_at,
      case when bridge_origin_chain_id is null then payer_address else bridge_sender end as payer_address
    from active_transfer
    where account_id = ${asked.accountId} and request_id = ${asked.requestRowId}
      and status = 'seen'
    order by id desc limit ${asked.limit}`.execute(ctx.db);
  return rows.map((row) => ({
    transactionHash: writtenHash(row.network, hexOf(row.transaction_hash)),
    amountUnits: row.credited_units,
    payerAddress: row.payer_address,
    seen: { blockNumber: row.block_number, at: row.seen_at },
  }));
}

interface SeenRow {
  network: string;
  transaction_hash: Buffer;
  credited_units: bigint;
  payer_address: string | null;
  block_number: bigint;
  seen_at: Date;
}
