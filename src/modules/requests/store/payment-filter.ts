import { type RawBuilder, sql } from 'kysely';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { ShownPayment } from '../model/shown-payment.ts';

/** Which payments of an account to read; all conditions that are set apply. */
export interface PaymentFilter {
  readonly accountId: string;
  /** Only for what was made with this client ID, alone or through a link. */
  readonly clientIdId?: string | undefined;
  readonly paymentId?: string | undefined;
  /** The request's row. */
  readonly requestRowId?: string | undefined;
  /** The requests' rows. */
  readonly requestRowIds?: readonly string[] | undefined;
  readonly transactionHash?: Hex | undefined;
  /** Who paid, or who was paid. */
  readonly walletAddress?: string | undefined;
  readonly paymentReference?: string | undefined;
  /** The public id. */
  readonly requestId?: string | undefined;
  readonly reference?: string | undefined;
  readonly isConversion?: boolean | undefined;
  /** Whether a recurring payout made it. */
  readonly isRecurring?: boolean | undefined;
  /** Whether it came from another network. */
  readonly isCrosschain?: boolean | undefined;
  /** The invoice's currency of what was converted. */
  readonly invoicedIn?: string | undefined;
  /** The id of what moved. */
  readonly paymentCurrency?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Only those that follow this one in the order of the list, newest first. */
  readonly before?: Pick<ShownPayment, 'id' | 'receivedAt'> | undefined;
}

/**
 * The payments that fit, of all that an account has, without reading what was paid. What nearly all payments
 * are is said by what they are not, of which there is little, so that one index of payments is enough.
 */
export function matching(filter: PaymentFilter): RawBuilder<unknown> {
  const { isConversion, isRecurring, paymentReference, requestId, invoicedIn } = filter;
  const isOfFew = [paymentReference, requestId, invoicedIn].some((one) => one !== undefined);
  if (isOfFew || isConversion === true || isRecurring === true) return ofRequests(filter);
  const leftOut = [
    sql`request.origin_form = 'fee'`,
    ...(isConversion === false ? [sql`request.invoice_currency_id is not null`] : []),
    ...(isRecurring === false ? [sql`request.recurring_payout_id is not null`] : []),
  ].map(
    (kind) => sql`not exists (
      select from request
      where request.account_id = ${filter.accountId} and request.id = payment.request_id and ${kind}
    )`,
  );
  return sql`
    select payment.id, payment.received_at from active_payment payment
    where ${sql.join([...paymentConditions(filter), ...leftOut], sql` and `)}`;
}

/** The same, as their requests say. */
export function ofRequests(filter: PaymentFilter): RawBuilder<unknown> {
  return sql`
    select payment.id, payment.received_at
    from active_payment payment
    join request on request.id = payment.request_id
    where ${sql.join(conditionsOf(filter), sql` and `)}
      and request.origin_form <> 'fee'`;
}

function conditionsOf(filter: PaymentFilter): RawBuilder<unknown>[] {
  return [...paymentConditions(filter), ...requestConditions(filter)];
}

/** Each condition can be met from an index of its own. */
function paymentConditions(filter: PaymentFilter): RawBuilder<unknown>[] {
  const { accountId, clientIdId, walletAddress, reference } = filter;
  const conditions = [
    sql`payment.account_id = ${accountId}`,
    clientIdId !== undefined && sql`payment.request_id in (${madeWith(clientIdId)})`,
    filter.paymentId !== undefined && sql`payment.id = ${filter.paymentId}`,
    filter.requestRowId !== undefined && sql`payment.request_id = ${filter.requestRowId}`,
    filter.requestRowIds !== undefined && sql`payment.request_id = ${anyOf(filter.requestRowIds)}`,
    filter.transactionHash !== undefined &&
      sql`payment.id in (${ofTransaction(accountId, filter.transactionHash)})`,
    walletAddress !== undefined && sql`payment.id in (${ofWallet(accountId, walletAddress)})`,
    reference !== undefined && sql`payment.request_id in (${called(accountId, reference)})`,
    filter.isCrosschain !== undefined &&
      (filter.isCrosschain
        ? sql`payment.id in (${ofOtherNetworks(accountId)})`
        : sql`payment.id not in (${ofOtherNetworks(accountId)})`),
    filter.paymentCurrency !== undefined && sql`payment.currency_id = ${filter.paymentCurrency}`,
    filter.from !== undefined && sql`payment.received_at >= ${filter.from}`,
    filter.to !== undefined && sql`payment.received_at <= ${filter.to}`,
  ];
  return [...conditions, ...placeConditions(filter)].filter((condition) => condition !== false);
}

function requestConditions(filter: PaymentFilter): RawBuilder<unknown>[] {
  const { isConversion, isRecurring } = filter;
  return [
    filter.paymentReference !== undefined &&
      sql`request.payment_reference = ${filter.paymentReference}`,
    filter.requestId !== undefined && sql`request.request_id = ${filter.requestId}`,
    isConversion === true && sql`request.invoice_currency_id is not null`,
    isConversion === false && sql`request.invoice_currency_id is null`,
    filter.invoicedIn !== undefined && sql`request.invoice_currency_id = ${filter.invoicedIn}`,
    isRecurring === true && sql`request.recurring_payout_id is not null`,
    isRecurring === false && sql`request.recurring_payout_id is null`,
  ].filter((condition) => condition !== false);
}

function placeConditions({ before }: PaymentFilter) {
  if (before === undefined) return [];
  return [sql`(payment.received_at, payment.id) < (${before.receivedAt}, ${before.id})`];
}

/** What a transaction paid, by its own hash or by that of the payer's transaction on another network. */
function ofTransaction(accountId: string, transactionHash: Hex): RawBuilder<unknown> {
  const hash = bytesOf(transactionHash);
  return sql`
    select made.id from active_payment made
    where made.account_id = ${accountId} and made.transaction_hash = ${hash}
    union
    select got.id from payment_source source
    join active_payment got on ${isSourceOf(sql`got`, sql`source.account_id`)}
    where source.account_id = ${accountId} and source.source_transaction_hash = ${hash}`;
}

/** What came from another network, as its source or its bridge says. */
function ofOtherNetworks(accountId: string): RawBuilder<unknown> {
  return sql`
    select got.id from payment_source source
    join active_payment got on ${isSourceOf(sql`got`, sql`source.account_id`)}
    where source.account_id = ${accountId}
    union
    select made.id from active_transfer transfer
    join active_payment made on made.chain_transfer_id = transfer.id
    where transfer.account_id = ${accountId} and transfer.bridge_origin_chain_id is not null`;
}

/** Whether a source is that of a payment. */
export function isSourceOf(payment: RawBuilder<unknown>, accountId: RawBuilder<unknown>) {
  return sql`source.account_id = ${accountId} and source.request_id = ${payment}.request_id
    and source.network = ${payment}.network and source.transaction_hash = ${payment}.transaction_hash`;
}

/** The payments that a wallet sent or was paid. */
export function ofWallet(accountId: string, wallet: string): RawBuilder<unknown> {
  return sql`
    select made.id from active_payment made
    where made.account_id = ${accountId} and made.payer_address = ${wallet}
      and not exists (
        select from active_transfer transfer
        where transfer.id = made.chain_transfer_id and transfer.bridge_origin_chain_id is not null)
    union
    select sent.id from active_transfer transfer
    join active_payment sent on sent.chain_transfer_id = transfer.id
    where transfer.account_id = ${accountId} and transfer.bridge_sender = ${wallet}
    union
    select held.id from active_transfer transfer
    join active_payment held on held.chain_transfer_id = transfer.id
    where transfer.account_id = ${accountId} and transfer.payer_eoa_address = ${wallet}
    union
    select got.id from request paid
    join active_payment got on got.request_id = paid.id
    where paid.account_id = ${accountId} and paid.payee_address = ${wallet}`;
}

/** Requests that the integrator calls so, by themselves or by their links. */
export function called(accountId: string, reference: string): RawBuilder<unknown> {
  return sql`
    select alone.id from request alone
    where alone.account_id = ${accountId} and alone.reference = ${reference}
    union
    select asked.request_id from secure_payment named
    join secure_payment_request asked on asked.secure_payment_token = named.token
    where named.account_id = ${accountId} and named.reference = ${reference}
      and not asked.superseded`;
}

/** The requests that were made with a client ID, by themselves or by their links. */
export function madeWith(clientIdId: string): RawBuilder<unknown> {
  return sql`
    select alone.id from request alone where alone.client_id_id = ${clientIdId}
    union
    select asked.request_id from secure_payment made
    join secure_payment_request asked on asked.secure_payment_token = made.token
    where made.client_id_id = ${clientIdId} and not asked.superseded`;
}
