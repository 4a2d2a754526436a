import { type RawBuilder, sql } from 'kysely';
import type { Flow } from '#modules/events/index.ts';
import type { AmountRange } from '../model/amount-ranges.ts';
import { isCalled, isLinkedWith, isOfFlow, isOfWallet, paidBy } from './payment-sets.ts';

/** Requests that have something in common which an index finds. */
interface RequestSet {
  /** Queries of as many rows as there are such requests, or more; none where counting takes as long as finding. */
  readonly candidates: readonly RawBuilder<unknown>[];
  /** What they are made of: each request is in the first part that it is in once, and in others perhaps too. */
  readonly parts: readonly RequestPart[];
  /** Whether `request` is among them, by its keys. */
  readonly met: RawBuilder<boolean>;
  /** Whether most requests of most accounts are, so that others are looked for first. */
  readonly isMost?: boolean;
}

interface RequestPart {
  /** A query of ids, each of them once. */
  readonly ids: RawBuilder<unknown>;
  /** Whether `request` is in no part before. */
  readonly isNew?: RawBuilder<boolean>;
}

/** The requests of sets, as queries of what is `request` there, by their keys whatever statistics there are. */
export function requestsIn(
  { parts }: RequestSet,
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  if (parts.length === 0) return sql`select id from request where false`;
  const queries = parts.map(({ ids, isNew }) => {
    const met = [
      sql`request.id = found.id`,
      ...conditions,
      ...(isNew === undefined ? [] : [isNew]),
    ];
    return sql`
      select matching.id from (${ids} offset 0) found (id)
      cross join lateral (
        select request.id from request where ${sql.join(met, sql` and `)} offset 0
      ) matching`;
  });
  return sql.join(queries, sql` union all `);
}

/** The requests whose links, or which without one, are of a direction. */
export function setOfFlow(accountId: string, flow: Flow): RequestSet {
  // Written out, as the indexes of what is outgoing are of nothing else.
  const ofFlow = sql`account_id = ${accountId} and flow = ${sql.lit(flow)}`;
  const isAlone = sql<boolean>`not exists (
    select from secure_payment_request asked
    where asked.request_id = request.id and not asked.superseded offset 0)`;
  return {
    candidates: [
      sql`select from secure_payment where ${ofFlow}`,
      sql`select from request where ${ofFlow}`,
    ],
    parts: [
      { ids: ofLinks(ofFlow) },
      { ids: sql`select id from request where ${ofFlow}`, isNew: isAlone },
    ],
    isMost: flow === 'incoming',
    met: sql`(${isOfFlow(sql`request.id`, flow, 'few')} or (request.flow = ${flow} and ${isAlone}))`,
  };
}

/** The requests whose links have a status. */
export function setOfLinkStatus(accountId: string, status: string): RequestSet {
  const hasStatus = sql`account_id = ${accountId} and status = ${status}`;
  return {
    candidates: [sql`select from secure_payment where ${hasStatus}`],
    parts: [{ ids: ofLinks(hasStatus) }],
    met: sql`exists (
      select from secure_payment_request asked
      join secure_payment link on link.token = asked.secure_payment_token
      where asked.request_id = request.id and not asked.superseded and link.status = ${status} offset 0)`,
  };
}

/** The requests that were made with a client ID, by themselves or by their links. */
export function setOfClient(clientIdId: string): RequestSet {
  return {
    ...setOfNamed(
      sql`client_id_id = ${clientIdId}`,
      sql`request.client_id_id is distinct from ${clientIdId}`,
    ),
    met: sql`(request.client_id_id = ${clientIdId}
      or ${isLinkedWith(sql`request.id`, clientIdId, 'few')})`,
  };
}

/** The requests that the integrator calls so, by themselves or by their links. */
export function setOfReference(accountId: string, reference: string): RequestSet {
  return {
    ...setOfNamed(
      sql`account_id = ${accountId} and reference = ${reference}`,
      sql`request.reference is distinct from ${reference}`,
    ),
    met: isCalled(sql`request.id`, reference, 'few'),
  };
}

/** Requests that have a name themselves, and those whose links have it. */
function setOfNamed(
  isNamed: RawBuilder<unknown>,
  isOther: RawBuilder<boolean>,
): Omit<RequestSet, 'met'> {
  return {
    candidates: [
      sql`select from secure_payment where ${isNamed}`,
      sql`select from request where ${isNamed}`,
    ],
    parts: [
      { ids: sql`select id from request where ${isNamed}` },
      { ids: ofLinks(isNamed), isNew: isOther },
    ],
  };
}

/** The requests that a wallet is paid by, is expected to pay or paid. */
export function setOfWallet(accountId: string, wallet: string): RequestSet {
  const isPaid = sql`account_id = ${accountId} and payee_address = ${wallet}`;
  const isExpected = sql`account_id = ${accountId} and payer_address = ${wallet}`;
  const isNotPaid = sql<boolean>`request.payee_address <> ${wallet}`;
  return {
    candidates: [
      sql`select from request where ${isPaid}`,
      sql`select from request where ${isExpected}`,
      sql`select from active_payment where account_id = ${accountId} and payer_address = ${wallet}`,
      sql`select from active_transfer where account_id = ${accountId} and bridge_sender = ${wallet}`,
      sql`select from active_transfer where account_id = ${accountId} and payer_eoa_address = ${wallet}`,
    ],
    parts: [
      { ids: sql`select id from request where ${isPaid}` },
      { ids: sql`select id from request where ${isExpected}`, isNew: isNotPaid },
      {
        ids: paidBy(accountId, wallet, 'request_id'),
        isNew: sql`${isNotPaid} and request.payer_address is distinct from ${wallet}`,
      },
    ],
    met: sql`(request.payee_address = ${wallet} or request.payer_address = ${wallet} or exists (
      select from active_payment payment
      where payment.request_id = request.id and ${isOfWallet(sql`payment`, wallet, 'few')} offset 0))`,
  };
}

/** The requests of amounts in any of ranges, of which each is of other currencies. */
export function setOfAmounts(accountId: string, ranges: readonly AmountRange[]): RequestSet {
  const ofRange = (range: AmountRange) => {
    const [kind, amount] = [ofKind(range), ofAmount(range)];
    return {
      ids: sql`select id from request where account_id = ${accountId} and ${kind} and ${amount}`,
      met: sql`(${isConverted(range)} and ${kind} and ${amount})`,
      ...(range.isConversion ? {} : { isNew: isConverted(range) }),
    };
  };
  const parts = ranges.map(ofRange);
  const met = parts.map((part) => part.met);
  return {
    candidates: [],
    parts,
    met: sql`(${sql.join([sql`false`, ...met], sql` or `)})`,
  };
}

const isConverted = ({ isConversion }: AmountRange) =>
  isConversion
    ? sql<boolean>`request.invoice_currency_id is not null`
    : sql<boolean>`request.invoice_currency_id is null`;

/** By columns of an index that is read alone. */
function ofKind({ isConversion, currencyIds }: AmountRange): RawBuilder<unknown> {
  return isConversion
    ? sql`invoice_currency_id is not null`
    : sql`currency_id = any (${[...currencyIds]}::text[])`;
}

function ofAmount({ leastUnits, mostUnits }: AmountRange): RawBuilder<unknown> {
  const conditions = [
    leastUnits !== undefined && sql`expected_units >= ${leastUnits}`,
    mostUnits !== undefined && sql`expected_units <= ${mostUnits}`,
  ].filter((condition) => condition !== false);
  return sql.join([sql`true`, ...conditions], sql` and `);
}

function ofLinks(kind: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select asked.request_id from (select token from secure_payment where ${kind} offset 0) link
    cross join lateral (
      select request_id from secure_payment_request
      where secure_payment_token = link.token and not superseded offset 0
    ) asked`;
}
