import { type RawBuilder, sql } from 'kysely';
import type { NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { bytesOf } from '#kit/hex.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import {
  CONFIRM_AFTER_MS,
  RECHECK_AFTER_MS,
  type ReconciliationPosition,
  type Slice,
} from '../model/choose-slice.ts';
import type { Difference } from '../model/stored-payments.ts';

/** A slice that this process alone may compare until `leasedUntil`. */
export interface Lease extends ReconciliationPosition {
  readonly afterRequest: string;
  readonly leasedUntil: Date;
}

/** What is written down when a slice was compared. */
export interface Progress extends Pick<ReconciliationPosition, 'nextBlock' | 'againBlock'> {
  readonly afterRequest: string;
  readonly dueAt: Date;
  readonly advancedAt: Date | undefined;
  /** Undefined where nothing could be compared. */
  readonly comparedAt: Date | undefined;
}

/** How the reconciliation of a network stands. */
export interface ReconciliationProgress {
  readonly network: string;
  /** The newest block that was compared. */
  readonly comparedTo: bigint;
  /** When a slice was last compared; undefined while none was. */
  readonly comparedAt: Date | undefined;
  /** Differences that two comparisons found. */
  readonly differences: number;
  /** Where those are; undefined without any, and for those that no block leads to. */
  readonly blocks: { readonly from: bigint; readonly to: bigint } | undefined;
  /** How many of them are payments that are on the chain and not in the ledger. */
  readonly missing: number;
}

/** Begins to reconcile a network where it has not begun: with the oldest block that is stored, or with `startBlock`. Returns whether it had not. */
export async function beginReconciliation(
  ctx: Context,
  network: NetworkId,
  startBlock: bigint,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into reconciliation (network, first_block, next_block, recheck_block, due_at)
    select ${network}, oldest, oldest, oldest, ${ctx.now()}
    from (
      select least(${startBlock}::numeric,
        (select min(block_number) from transfer_history where network = ${network}),
        (select min(number) from chain_block where network = ${network})) as oldest
    ) start
    on conflict (network) do nothing`.execute(ctx.db);
  return numAffectedRows === 1n;
}

/** Takes the next slice of a network for this process; undefined where none is due or another has it. */
export async function leaseSlice(
  ctx: Context,
  network: NetworkId,
  leaseMs: number,
): Promise<Lease | undefined> {
  const now = ctx.now();
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const row = await ctx.db
    .updateTable('reconciliation')
    .set({ due_at: leasedUntil })
    .where('network', '=', network)
    .where('due_at', '<=', now)
    .returning(['first_block', 'next_block', 'recheck_block', 'after_request', 'advanced_at'])
    .executeTakeFirst();
  return (
    row && {
      firstBlock: row.first_block,
      nextBlock: row.next_block,
      againBlock: row.recheck_block,
      afterRequest: row.after_request,
      advancedAt: row.advanced_at ?? undefined,
      leasedUntil,
    }
  );
}

/** The slice of a stored difference that is to be checked again, the one that waits longest. */
export async function findRecheck(ctx: Context, network: NetworkId): Promise<Slice | undefined> {
  const nowMs = ctx.now().getTime();
  const row = await ctx.db
    .selectFrom('reconciliation_difference')
    .select(['from_block', 'to_block', 'after_request'])
    .where('network', '=', network)
    .where((where) =>
      where.or([
        where.and([
          where('confirmed_at', 'is', null),
          where('seen_at', '<=', new Date(nowMs - CONFIRM_AFTER_MS)),
        ]),
        where('seen_at', '<=', new Date(nowMs - RECHECK_AFTER_MS)),
      ]),
    )
    .orderBy('seen_at')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { from_block: from, to_block: to, after_request: after } = row;
  if (from !== null && to !== null) return { by: 'blocks', from, to };
  return after === null ? undefined : { by: 'requests', after };
}

/**
 * Writes down how far it got, and removes the earlier differences of these slices that were not found again; false where the
 * lease ran out and another process has gone on, and then nothing is removed.
 */
export async function saveProgress(
  ctx: Context,
  network: NetworkId,
  { lease, progress, outcomes }: SavedProgress,
): Promise<boolean> {
  const { rows } = await sql`
    with saved as (
      update reconciliation set next_block = ${progress.nextBlock}, recheck_block = ${progress.againBlock},
        after_request = ${progress.afterRequest}, due_at = ${progress.dueAt},
        advanced_at = coalesce(${progress.advancedAt ?? null}, advanced_at),
        compared_at = coalesce(${progress.comparedAt ?? null}, compared_at)
      where network = ${network} and due_at = ${lease.leasedUntil}
      returning network
    ), gone as (
      delete from reconciliation_difference known using saved
      where known.network = saved.network and ${isOfSlices(outcomes)}
        and known.key <> all (${outcomes.flatMap(({ found }) => found.map(keyOf))}::text[])
    )
    select from saved`.execute(ctx.db);
  return rows.length > 0;
}

interface SavedProgress {
  readonly lease: Lease;
  readonly progress: Progress;
  readonly outcomes: readonly SliceOutcome[];
}

/** What the comparison of a slice found. */
export interface SliceOutcome {
  readonly slice: Slice;
  readonly found: readonly Difference[];
}

/** Whether a stored difference is of one of these slices. */
function isOfSlices(outcomes: readonly SliceOutcome[]): RawBuilder<boolean> {
  const parts = outcomes.map(({ slice }) =>
    slice.by === 'blocks'
      ? sql`(known.from_block >= ${slice.from} and known.to_block <= ${slice.to})`
      : sql`known.after_request = ${slice.after}`,
  );
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`;
}

/** Stores the differences of a slice: what is found again a minute after it was found first is confirmed. */
export async function storeDifferences(
  ctx: Context,
  network: NetworkId,
  { slice, found }: SliceOutcome,
): Promise<void> {
  const now = ctx.now();
  const confirmedFrom = new Date(now.getTime() - CONFIRM_AFTER_MS);
  const rows = [...new Map(found.map((one) => [keyOf(one), one]))].map(([key, one]) => ({
    network,
    key,
    kind: one.kind,
    request_id: one.requestId,
    transaction_hash: one.transactionHash === null ? null : bytesOf(one.transactionHash),
    block_number: one.blockNumber,
    secure_payment_token: one.securePaymentToken,
    expected: one.expected,
    found: one.found,
    from_block: slice.by === 'blocks' ? slice.from : null,
    to_block: slice.by === 'blocks' ? slice.to : null,
    after_request: slice.by === 'requests' ? slice.after : null,
    found_at: now,
    seen_at: now,
  }));
  const written = insertRows({
    into: 'reconciliation_difference',
    columns: {
      network: 'text',
      key: 'text',
      kind: 'text',
      request_id: 'text',
      transaction_hash: 'bytea',
      block_number: 'numeric',
      secure_payment_token: 'text',
      expected: 'text',
      found: 'text',
      from_block: 'numeric',
      to_block: 'numeric',
      after_request: 'text',
      found_at: 'timestamptz',
      seen_at: 'timestamptz',
    },
    rows,
  });
  await sql`${written} on conflict (network, key) do update set
    seen_at = excluded.seen_at, expected = excluded.expected, found = excluded.found,
    confirmed_at = coalesce(reconciliation_difference.confirmed_at,
      case when reconciliation_difference.found_at <= ${confirmedFrom} then excluded.seen_at end)`.execute(
    ctx.db,
  );
}

/** How the reconciliation of every network stands; a count of `countMax` may be more. */
export async function findReconciliations(
  ctx: Context,
  countMax: number,
): Promise<readonly ReconciliationProgress[]> {
  const { rows } = await sql<{
    network: string;
    compared_to: bigint;
    compared_at: Date | null;
    differences: bigint;
    missing: bigint;
    from_block: bigint | null;
    to_block: bigint | null;
  }>`
    select r.network, r.next_block - 1 as compared_to, r.compared_at, known.*
    from reconciliation r, lateral (
      select count(*) as differences,
        count(*) filter (where kind = 'transfer_missing') as missing,
        min(coalesce(block_number, from_block)) as from_block,
        max(coalesce(block_number, to_block)) as to_block
      from (
        select * from reconciliation_difference d
        where d.network = r.network and d.confirmed_at is not null
        limit ${countMax}
      ) counted
    ) known
    order by r.network`.execute(ctx.db);
  return rows.map((row) => ({
    network: row.network,
    comparedTo: row.compared_to,
    comparedAt: row.compared_at ?? undefined,
    differences: Number(row.differences),
    missing: Number(row.missing),
    blocks:
      row.from_block === null || row.to_block === null
        ? undefined
        : { from: row.from_block, to: row.to_block },
  }));
}

function keyOf({ kind, requestId, transactionHash, blockNumber, securePaymentToken }: Difference) {
  return [kind, requestId, transactionHash, blockNumber, securePaymentToken].join(' ');
}
