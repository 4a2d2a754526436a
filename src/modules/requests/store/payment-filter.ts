import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { ShownPayment } from '../model/shown-payment.ts';
import { isFewer } from './is-fewer.ts';
import {
  apart,
  called,
  isCalled,
  isCrosschain,
  isMadeWith,
  isOfWallet,
  madeWith,
  ofOtherNetworks,
  ofTransaction,
  ofWallet,
  type Reading,
} from './payment-sets.ts';

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

/** A condition by which payments can be found, or by which each of them can be looked at. */
interface Selection {
  /** Queries of what it may be met by: as many rows as payments or more. */
  readonly candidates: readonly RawBuilder<unknown>[];
  /** It, as a look-up of those payments. */
  readonly found: RawBuilder<boolean>;
  /** It, of one payment. */
  met(reading: Reading): RawBuilder<boolean>;
}

/** Up to so many payments are found by what they have in common, and then sorted; of lists of more, positions are kept. */
const FEW = 1_000;

/** A query of the `id` and `received_at` of payments. */
export interface MatchingPayments {
  readonly rows: RawBuilder<unknown>;
  /** The same, for reading all of them at once. */
  readonly allRows: RawBuilder<unknown>;
  /** Whether they are looked up and so at most a thousand; others are read in the order of the list, from the newest. */
  readonly areFew: boolean;
}

/**
 * The payments that fit. Which way to read them depends on how many there may be, which no single plan knows: an
 * account may have ten payments of a wallet among a million, or all of them. Where positions of the list are kept they are many, and not counted again.
 */
export async function matching(
  ctx: Context,
  filter: PaymentFilter,
  isKept: () => Promise<boolean> = async () => false,
): Promise<MatchingPayments> {
  const named = namedConditions(filter);
  const selections = selectionsOf(filter);
  const areCounted = named.length === 0 && selections.length > 0 && !(await isKept());
  const one = areCounted ? await fewOf(ctx, selections) : undefined;
  const rows = (reading: Reading) => {
    const conditions = [
      sql`payment.account_id = ${filter.accountId}`,
      ...named,
      ...selections.map((each) => (each === one ? each.found : each.met(reading))),
      ...leftOut(filter, reading),
      ...placeConditions(filter),
    ];
    return sql`
      select payment.id, payment.received_at from active_payment payment
      where ${sql.join(conditions, sql` and `)}`;
  };
  const areFew = named.length > 0 || one !== undefined;
  return { rows: rows('few'), allRows: rows('all'), areFew };
}

/** A selection that only few payments can meet. */
async function fewOf(
  ctx: Context,
  selections: readonly Selection[],
): Promise<Selection | undefined> {
  for (const selection of selections) {
    if (await isFewer(ctx, selection.candidates, FEW)) return selection;
  }
  return undefined;
}

/** Conditions that name one payment or a few. */
function namedConditions(filter: PaymentFilter): RawBuilder<boolean>[] {
  const { accountId, transactionHash } = filter;
  const requestsWith = (condition: RawBuilder<unknown>) =>
    sql<boolean>`payment.request_id = any (array(
      select id from request where account_id = ${accountId} and ${condition}))`;
  return [
    filter.paymentId !== undefined && sql<boolean>`payment.id = ${filter.paymentId}`,
    filter.requestRowId !== undefined && sql<boolean>`payment.request_id = ${filter.requestRowId}`,
    filter.requestRowIds !== undefined &&
      sql<boolean>`payment.request_id = ${anyOf(filter.requestRowIds)}`,
    transactionHash !== undefined &&
      sql<boolean>`payment.id = any (array(${ofTransaction(accountId, transactionHash)}))`,
    filter.paymentReference !== undefined &&
      requestsWith(sql`payment_reference = ${filter.paymentReference}`),
    filter.requestId !== undefined && requestsWith(sql`request_id = ${filter.requestId}`),
  ].filter((condition) => condition !== false);
}

/** The others that at least one payment must meet, those first that are met by fewer in most accounts. */
function selectionsOf(filter: PaymentFilter): readonly Selection[] {
  const { accountId, reference, walletAddress, clientIdId, paymentCurrency } = filter;
  return [
    reference !== undefined && {
      candidates: [
        sql`select from request where account_id = ${accountId} and reference = ${reference}`,
        sql`select from secure_payment where account_id = ${accountId} and reference = ${reference}`,
      ],
      found: inRequests(called(accountId, reference)),
      met: (reading: Reading) => isCalled(sql`payment.request_id`, reference, reading),
    },
    walletAddress !== undefined && {
      candidates: [
        sql`select from active_payment where account_id = ${accountId} and payer_address = ${walletAddress}`,
        sql`select from active_transfer where account_id = ${accountId} and bridge_sender = ${walletAddress}`,
        sql`select from active_transfer where account_id = ${accountId} and payer_eoa_address = ${walletAddress}`,
        sql`select from request where account_id = ${accountId} and payee_address = ${walletAddress}`,
      ],
      found: sql<boolean>`payment.id = any (array(${ofWallet(accountId, walletAddress)}))`,
      met: (reading: Reading) => isOfWallet(sql`payment`, walletAddress, reading),
    },
    clientIdId !== undefined && {
      candidates: [
        sql`select from request where client_id_id = ${clientIdId}`,
        sql`select from secure_payment where client_id_id = ${clientIdId}`,
      ],
      found: inRequests(madeWith(clientIdId)),
      met: (reading: Reading) => isMadeWith(sql`payment.request_id`, clientIdId, reading),
    },
    filter.isCrosschain === true && {
      candidates: [
        sql`select from payment_source where account_id = ${accountId}`,
        sql`select from active_transfer
          where account_id = ${accountId} and bridge_origin_chain_id is not null`,
      ],
      found: sql<boolean>`payment.id = any (array(${ofOtherNetworks(accountId)}))`,
      met: (reading: Reading) => isCrosschain(sql`payment`, accountId, reading),
    },
    ...requestSelections(filter),
    paymentCurrency !== undefined && {
      // A payment is in the currency of its request.
      candidates: [
        sql`select from request where account_id = ${accountId} and currency_id = ${paymentCurrency}`,
      ],
      found: inRequests(
        sql`select id from request where account_id = ${accountId} and currency_id = ${paymentCurrency}`,
      ),
      met: () => sql<boolean>`payment.currency_id = ${paymentCurrency}`,
    },
  ].filter((selection) => selection !== false);
}

function inRequests(ids: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`payment.request_id = any (array(${ids}))`;
}

/** Kinds of requests that are few in most accounts. */
function requestSelections(filter: PaymentFilter): readonly Selection[] {
  const { accountId, invoicedIn, isConversion, isRecurring } = filter;
  const ofKind = (kind: RawBuilder<unknown>): Selection => {
    const ids = sql`select id from request where account_id = ${accountId} and ${kind}`;
    return {
      candidates: [ids],
      found: inRequests(ids),
      met: (reading: Reading) => hasKind(kind, reading),
    };
  };
  return [
    ...(invoicedIn === undefined ? [] : [ofKind(sql`invoice_currency_id = ${invoicedIn}`)]),
    ...(isRecurring === true ? [ofKind(sql`recurring_payout_id is not null`)] : []),
    ...(isConversion === true ? [ofKind(sql`invoice_currency_id is not null`)] : []),
  ];
}

function hasKind(kind: RawBuilder<unknown>, reading: Reading): RawBuilder<boolean> {
  return sql`exists (
    select from request where id = payment.request_id and ${kind} ${apart(reading)})`;
}

/** What no payment of the list is. There is little of each, which is in an index of its own. */
function leftOut(
  { accountId, isConversion, isRecurring, isCrosschain: isElsewhere }: PaymentFilter,
  reading: Reading,
): RawBuilder<boolean>[] {
  const kinds = [
    sql`origin_form = 'fee'`,
    ...(isConversion === false ? [sql`invoice_currency_id is not null`] : []),
    ...(isRecurring === false ? [sql`recurring_payout_id is not null`] : []),
  ];
  const ofRequests =
    reading === 'few'
      ? [hasKind(sql`(${sql.join(kinds, sql` or `)})`, reading)]
      : kinds.map((kind) => hasKind(sql`account_id = ${accountId} and ${kind}`, reading));
  const ofOthers = isElsewhere === false ? [isCrosschain(sql`payment`, accountId, reading)] : [];
  return [...ofRequests, ...ofOthers].map((condition) => sql`not ${condition}`);
}

function placeConditions({ from, to, before }: PaymentFilter): RawBuilder<boolean>[] {
  return [
    from !== undefined && sql<boolean>`payment.received_at >= ${from}`,
    to !== undefined && sql<boolean>`payment.received_at <= ${to}`,
    before !== undefined &&
      sql<boolean>`(payment.received_at, payment.id) < (${before.receivedAt}, ${before.id})`,
  ].filter((condition) => condition !== false);
}
