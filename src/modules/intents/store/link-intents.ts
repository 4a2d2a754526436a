import { sql } from 'kysely';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import type { Database } from '#platform/db/database.ts';
import { openLookUp } from '#platform/db/look-up.ts';
import { isPaymentIntentStatus, type PaymentIntentStatus } from '../model/status.ts';

/** What pages of a link show of an intent. */
export interface StoredLinkIntent {
  /** Of the link. */
  readonly token: string;
  readonly id: string;
  readonly status: PaymentIntentStatus;
  readonly network: NetworkId;
  /** Of a Safe's transaction, that which executed it. */
  readonly transactionHash: Hex | null;
  readonly safeTransactionHash: Hex | null;
  /** Until when others wait for a Safe, and else until when its owners say that they execute it. */
  readonly safeDeadline: Date | null;
  readonly createdAt: Date;
  readonly statusSince: Date;
  readonly deadlineAt: Date | null;
  readonly fillHash: Hex | null;
  readonly refundHash: Hex | null;
}

interface LinkIntentRow {
  token: string;
  id: string;
  status: string;
  network: string;
  transaction_hash: Buffer | null;
  execution_transaction_hash: Buffer | null;
  safe_transaction_hash: Buffer | null;
  safe_deadline: Date | null;
  holds_until: Date | null;
  created_at: Date;
  status_since: Date | null;
  deadline_at: Date | null;
  fill_transaction_hash: Buffer | null;
  refund_transaction_hash: Buffer | null;
}

/** A page shows one or two; more are the tries of somebody else. */
const SHOWN_MAX = 20;

const lookUpIntents = openLookUp({ find: findByLink, nameOf: (token: string) => token });

/** The newest intents of one link; simultaneous calls share a statement, as every payer's page polls this. */
export async function findIntentsOfLink(
  { db }: Pick<Context, 'db'>,
  token: string,
): Promise<readonly StoredLinkIntent[]> {
  return (await lookUpIntents(db, token)) ?? [];
}

async function findByLink(
  db: Database,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredLinkIntent[]>> {
  const intents = await findIntentsOfLinks({ db }, { tokens, limit: SHOWN_MAX });
  return Map.groupBy(intents, ({ token }) => token);
}

/**
 * Up to `limit` intents of each of these links, in the order of the links and the newest of each first, but for those that turned
 * out to be none of it. Those that no node has had yet are the first to be left out: anybody can report such hashes.
 */
export async function findIntentsOfLinks(
  { db }: Pick<Context, 'db'>,
  { tokens, limit }: { readonly tokens: readonly string[]; readonly limit: number },
): Promise<readonly StoredLinkIntent[]> {
  const { rows } = await sql<LinkIntentRow>`
    select link.token, intent.*
    from unnest(${tokens}::text[]) with ordinality as link (token, position)
    cross join lateral (
      select id, status, network, transaction_hash, execution_transaction_hash,
        safe_transaction_hash, safe_deadline, holds_until, created_at, status_since, deadline_at,
        fill_transaction_hash, refund_transaction_hash
      from payment_intent
      where secure_payment_token = link.token and status not in ('foreign', 'not_found')
      order by (status = 'recorded'), created_at desc, id desc
      limit ${limit}
    ) intent
    order by link.position, intent.created_at desc, intent.id desc`.execute(db);
  return rows.map((row) => {
    const { status, network } = row;
    const executedBy = row.transaction_hash ?? row.execution_transaction_hash;
    invariant(
      isPaymentIntentStatus(status) && isNetworkId(network),
      'an intent is as we stored it',
    );
    return {
      token: row.token,
      id: row.id,
      status,
      network,
      transactionHash: executedBy && hexOf(executedBy),
      safeTransactionHash: row.safe_transaction_hash && hexOf(row.safe_transaction_hash),
      safeDeadline: row.holds_until ?? row.safe_deadline,
      createdAt: row.created_at,
      statusSince: row.status_since ?? row.created_at,
      deadlineAt: row.deadline_at,
      fillHash: row.fill_transaction_hash && hexOf(row.fill_transaction_hash),
      refundHash: row.refund_transaction_hash && hexOf(row.refund_transaction_hash),
    };
  });
}

/** The requests of which a payment that counts was made by a bridge, for a deposit on this chain. */
export async function findPaidFromChain(
  ctx: Context,
  {
    requestRowIds,
    chainId,
  }: { readonly requestRowIds: readonly string[]; readonly chainId: number },
): Promise<ReadonlySet<string>> {
  if (requestRowIds.length === 0) return new Set();
  const { rows } = await sql<{ request_id: string }>`
    select distinct payment.request_id from active_payment payment
    join active_transfer transfer on transfer.id = payment.chain_transfer_id
    where payment.request_id = any (${requestRowIds}::text[])
      and transfer.bridge_origin_chain_id = ${chainId}`.execute(ctx.db);
  return new Set(rows.map((row) => row.request_id));
}
