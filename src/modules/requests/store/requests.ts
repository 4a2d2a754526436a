import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { PaymentKind } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import type { CreatedBy, Flow } from '#modules/events/index.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { arrayText, type Cell } from '#platform/db/array-text.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import type { RequestTable } from '#platform/db/tables.generated.ts';
import { flowOf, kindOf, readCreatedBy } from '../model/payable-request.ts';
import { isRequestStatus, type RequestStatus } from '../model/status.ts';

/** The row of a new request. */
export type NewRequest = Insertable<RequestTable>;

const REQUEST_COLUMNS = {
  id: 'text',
  account_id: 'text',
  request_id: 'text',
  payment_reference: 'text',
  reference_key: 'bytea',
  salt: 'text',
  status: 'text',
  network: 'text',
  kind: 'text',
  currency_id: 'text',
  token_address: 'text',
  payee_address: 'text',
  expected_units: 'numeric',
  fee_units: 'numeric',
  fee_percentage: 'text',
  fee_address: 'text',
  fee_type: 'text',
  created_at: 'timestamptz',
  invoice_currency_id: 'text',
  conversion_path: 'text[]',
  max_rate_age_seconds: 'integer',
  slippage_bps: 'integer',
  flow: 'text',
  origin_form: 'text',
  client_id_id: 'text',
  orchestrator_id: 'text',
  origin: 'text',
  reference: 'text',
  payer_address: 'text',
  recurring_payout_id: 'text',
  original_request_id: 'text',
  original_request_payment_reference: 'text',
  created_by: 'text',
  screening: 'text',
} as const;

/** The statement that adds requests, to stand in a `with` clause. */
export function insertRequestRows(rows: readonly NewRequest[]): RawBuilder<unknown> {
  return insertRows({ into: 'request', columns: REQUEST_COLUMNS, rows });
}

/** Whether a statement was refused because a new reference is already another request's. */
export function isReferenceTaken(error: unknown): boolean {
  return (
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === 'request_payment_reference_key'
  );
}

/** A request as a payment on a chain is matched with it. */
export interface RequestByReference {
  readonly id: string;
  readonly accountId: string;
  readonly referenceKey: Hex;
  readonly network: string;
  readonly kind: PaymentKind;
  readonly tokenAddress: string;
  readonly payeeAddress: string;
  /** Where the path of a conversion starts; null for the other kinds. */
  readonly invoiceCurrencyHash: string | null;
  readonly maxRateAgeSeconds: number | null;
  /** Whether it is a fee of another request. */
  readonly isFee: boolean;
}

/** The requests whose references hash to these reference keys, in no particular order, each at most once. */
export async function findRequestsByReference(
  ctx: Context,
  referenceKeys: readonly Hex[],
): Promise<readonly RequestByReference[]> {
  if (referenceKeys.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('request')
    .select([
      'id',
      'account_id as accountId',
      'reference_key as referenceKey',
      'network',
      'kind',
      'token_address as tokenAddress',
      'payee_address as payeeAddress',
      'conversion_path as conversionPath',
      'max_rate_age_seconds as maxRateAgeSeconds',
      'origin_form as originForm',
    ])
    .where(isAmong(referenceKeys))
    .execute();
  return rows.map(({ conversionPath, originForm, ...row }) => ({
    ...row,
    referenceKey: hexOf(row.referenceKey),
    kind: kindOf(row.kind),
    invoiceCurrencyHash: conversionPath?.[0] ?? null,
    isFee: originForm === 'fee',
  }));
}

/** One parameter for all of them: a busy contract names more in a window than a statement may have. */
function isAmong(referenceKeys: readonly Hex[]) {
  const bytes = referenceKeys.map((referenceKey) => `\\x${referenceKey.slice(2)}`);
  return sql<boolean>`reference_key = any (${arrayText(bytes)}::bytea[])`;
}

/** A request as the ledger see it, locked until the transaction ends. */
export interface LockedRequest {
  readonly id: string;
  readonly accountId: string;
  /** The public request id. */
  readonly requestId: string;
  readonly paymentReference: string;
  readonly status: RequestStatus;
  readonly network: string;
  readonly kind: PaymentKind;
  readonly currencyId: string;
  /** What the invoice is in, where it is converted. */
  readonly invoiceCurrencyId: string | null;
  /** In the form in which its chain shows addresses. */
  readonly payeeAddress: string;
  readonly expectedUnits: bigint;
  /** What the payments that stand bring, as the database keeps it; exact while the lock is held. */
  readonly paidUnits: bigint;
  /** Null when no fee was requested. */
  readonly feeAddress: string | null;
  /** The fee that was agreed to go along inside its payments, in the unit of the invoice currency. */
  readonly feeUnits: bigint;
  /** Which fee that is; null for the platform's. */
  readonly feeType: string | null;
  /** Whether it is a fee of another request; nothing is reported about a fee alone. */
  readonly isFee: boolean;
  /** Whether fees of it are requests of their own. */
  readonly hasFees: boolean;
  /** Whether its money goes to a bank account, so that its payments on the chain are no news of their own. */
  readonly isPaidOut: boolean;
  readonly createdAt: Date;
  /** Null where an earlier release created it. */
  readonly createdBy: CreatedBy | null;
  /** What is known of the customer, as a JSON text. */
  readonly customerInfo: string | null;
  /** Who created it, where it has no link. */
  readonly attribution: LockedAttribution;
}

/** Whom the events of a request without a link are for. */
interface LockedAttribution {
  readonly flow: Flow;
  readonly clientIdId: string | null;
  /** The public `cli_...` text. */
  readonly clientId: string | null;
  readonly orchestratorId: string | null;
  readonly origin: string | null;
  readonly reference: string | null;
  /** The recurring payout that pays it, where one does. */
  readonly recurringPayoutId: string | null;
}

/**
 * Locks requests against other settlers, in the order of their ids, so that the sum of the payments of each is
 * added up by one at a time without deadlocks. `no key update` does not block readers and new
 * foreign keys. Returns them by id.
 */
export async function lockRequests(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedRequest>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('request')
    .leftJoin('client_id_summary as client_id', 'client_id.id', 'request.client_id_id')
    .leftJoin('request_person as person', 'person.request_id', 'request.id')
    .selectAll('request')
    .select(['client_id.client_id', 'person.customer_info'])
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('fee_component')
            .select('fee_component.request_id')
            .whereRef('fee_component.for_request_id', '=', 'request.id'),
        )
        .as('has_fees'),
    )
    .select((of) =>
      of
        .exists(
          of
            .selectFrom('bank_payout_summary as payout')
            .select('payout.request_id')
            .whereRef('payout.request_id', '=', 'request.id'),
        )
        .as('is_paid_out'),
    )
    .where('request.id', '=', anyOf(ids))
    .orderBy('request.id')
    .forNoKeyUpdate('request')
    .execute();
  return new Map(rows.map((row) => [row.id, lockedFrom(row)]));
}

type LockedRow = Selectable<RequestTable> & {
  client_id: string | null;
  customer_info: string | null;
  has_fees: unknown;
  is_paid_out: unknown;
};

function lockedFrom(row: LockedRow): LockedRequest {
  invariant(isRequestStatus(row.status), `no request may be "${row.status}"`);
  return {
    id: row.id,
    accountId: row.account_id,
    requestId: row.request_id,
    paymentReference: row.payment_reference,
    status: row.status,
    network: row.network,
    kind: kindOf(row.kind),
    currencyId: row.currency_id,
    invoiceCurrencyId: row.invoice_currency_id,
    payeeAddress: row.payee_address,
    expectedUnits: row.expected_units,
    paidUnits: row.paid_units,
    feeAddress: row.fee_address,
    feeUnits: row.fee_units,
    feeType: row.fee_type,
    isFee: row.origin_form === 'fee',
    hasFees: Boolean(row.has_fees),
    isPaidOut: Boolean(row.is_paid_out),
    createdAt: row.created_at,
    createdBy: readCreatedBy(row.created_by),
    customerInfo: row.customer_info,
    attribution: {
      flow: flowOf(row.flow),
      clientIdId: row.client_id_id,
      clientId: row.client_id,
      orchestratorId: row.orchestrator_id,
      origin: row.origin,
      reference: row.reference,
      recurringPayoutId: row.recurring_payout_id,
    },
  };
}

/** Where a request's status goes, and the sum of its payments that it was judged by. */
export interface RequestMove {
  readonly id: string;
  readonly from: RequestStatus;
  readonly to: RequestStatus;
  readonly paidUnits: bigint;
}

/**
 * Moves statuses where each is still `from` and the kept sum is what the move was judged by; returns how many
 * were moved.
 */
export async function moveRequestStatuses(
  ctx: Context,
  moves: readonly RequestMove[],
): Promise<number> {
  if (moves.length === 0) return 0;
  const all = (of: (move: RequestMove) => Cell) => arrayText(moves.map(of));
  const { numAffectedRows } = await sql`
    update request set status = move."to"
    from unnest(
      -- Read by a subselect, as in anyOf, so that all lists share a plan.
      (select ${all(({ id }) => id)}::text[]),
      ${all(({ from }) => from)}::text[],
      ${all(({ to }) => to)}::text[],
      ${all(({ paidUnits }) => paidUnits)}::numeric[]
    ) as move (id, "from", "to", units)
    where request.id = move.id and request.status = move."from"
      and request.paid_units = move.units`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
