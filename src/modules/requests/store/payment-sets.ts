import { type RawBuilder, sql } from 'kysely';
import { bytesOf, type Hex } from '#kit/hex.ts';
import type { Flow } from '#modules/events/index.ts';

// Each set can be read from an index of its own, and each is said a second time as a condition of one payment or request.

/**
 * How many rows a condition is looked at for: `few` are looked up one by one, which `offset 0` makes sure of, as PostgreSQL cannot know that
 * they are few; for `all` it may read whole tables and join them.
 */
export type Reading = 'few' | 'all';

export const apart = (reading: Reading) => (reading === 'few' ? sql`offset 0` : sql``);

/** What a transaction paid, by its own hash or by that of the payer's transaction on another network. */
export function ofTransaction(accountId: string, transactionHash: Hex): RawBuilder<unknown> {
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
export function ofOtherNetworks(accountId: string): RawBuilder<unknown> {
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

/** Whether a payment came from another network. */
export function isCrosschain(
  payment: RawBuilder<unknown>,
  accountId: string,
  reading: Reading,
): RawBuilder<boolean> {
  return sql`(exists (
      select from payment_source source where ${isSourceOf(payment, sql`${accountId}`)} ${apart(reading)})
    or exists (
      select from active_transfer transfer where transfer.id = ${payment}.chain_transfer_id
        and transfer.bridge_origin_chain_id is not null ${apart(reading)}))`;
}

/** The payments that a wallet sent or was paid. */
export function ofWallet(accountId: string, wallet: string): RawBuilder<unknown> {
  return sql`
    ${paidBy(accountId, wallet, 'id')}
    union
    select got.id from request paid
    join active_payment got on got.request_id = paid.id
    where paid.account_id = ${accountId} and paid.payee_address = ${wallet}`;
}

/** The payments that a wallet sent, or their requests; each once. */
export function paidBy(
  accountId: string,
  wallet: string,
  column: 'id' | 'request_id',
): RawBuilder<unknown> {
  const of = sql.ref(column);
  return sql`
    select made.${of} from active_payment made
    where made.account_id = ${accountId} and made.payer_address = ${wallet}
      and not exists (
        select from active_transfer transfer
        where transfer.id = made.chain_transfer_id and transfer.bridge_origin_chain_id is not null)
    union
    select sent.${of} from active_transfer transfer
    join active_payment sent on sent.chain_transfer_id = transfer.id
    where transfer.account_id = ${accountId} and transfer.bridge_sender = ${wallet}
    union
    select held.${of} from active_transfer transfer
    join active_payment held on held.chain_transfer_id = transfer.id
    where transfer.account_id = ${accountId} and transfer.payer_eoa_address = ${wallet}`;
}

/** Whether a wallet sent a payment or was paid by it. */
export function isOfWallet(
  payment: RawBuilder<unknown>,
  wallet: string,
  reading: Reading,
): RawBuilder<boolean> {
  return sql`(exists (
      select from active_transfer transfer where transfer.id = ${payment}.chain_transfer_id
        and (transfer.bridge_sender = ${wallet} or transfer.payer_eoa_address = ${wallet}
          or (transfer.bridge_origin_chain_id is null and ${payment}.payer_address = ${wallet}))
      ${apart(reading)})
    or exists (
      select from request paid
      where paid.id = ${payment}.request_id and paid.payee_address = ${wallet} ${apart(reading)}))`;
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

/** Whether a request was made with a client ID, by itself or by its link. */
export function isMadeWith(
  requestId: RawBuilder<unknown>,
  clientIdId: string,
  reading: Reading,
): RawBuilder<boolean> {
  return sql`(${isLinkedWith(requestId, clientIdId, reading)} or exists (
      select from request alone
      where alone.id = ${requestId} and alone.client_id_id = ${clientIdId} ${apart(reading)}))`;
}

/** Whether a request is in a link that was made with a client ID. */
export function isLinkedWith(
  requestId: RawBuilder<unknown>,
  clientIdId: string,
  reading: Reading,
): RawBuilder<boolean> {
  return sql`exists (
      select from secure_payment_request asked
      join secure_payment made on made.token = asked.secure_payment_token
      where asked.request_id = ${requestId} and not asked.superseded
        and made.client_id_id = ${clientIdId} ${apart(reading)})`;
}

/** Whether the integrator calls a request so, by itself or by its link. */
export function isCalled(
  requestId: RawBuilder<unknown>,
  reference: string,
  reading: Reading,
): RawBuilder<boolean> {
  return sql`(exists (
      select from request alone
      where alone.id = ${requestId} and alone.reference = ${reference} ${apart(reading)})
    or exists (
      select from secure_payment_request asked
      join secure_payment named on named.token = asked.secure_payment_token
      where asked.request_id = ${requestId} and not asked.superseded
        and named.reference = ${reference} ${apart(reading)}))`;
}

/** The requests that are in links of a kind. */
export function requestsOfLinks(kind: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select asked.request_id from (
      select token from secure_payment where ${kind}
    ) link
    join secure_payment_request asked on asked.secure_payment_token = link.token
    where not asked.superseded`;
}

/** Whether a request is in a link of a direction. */
export function isOfFlow(
  requestId: RawBuilder<unknown>,
  flow: Flow,
  reading: Reading,
): RawBuilder<boolean> {
  return sql`exists (
    select from secure_payment_request asked
    join secure_payment link on link.token = asked.secure_payment_token
    where asked.request_id = ${requestId} and not asked.superseded and link.flow = ${flow} ${apart(reading)})`;
}
