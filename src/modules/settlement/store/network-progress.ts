import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** After so many checks, a transfer has waited a quarter of a minute: longer than for a node one block behind. */
const CHECKS_OF_A_LONG_WAIT = 4;

/** The state of a scanned network; counts stop at the given limit. */
export interface NetworkProgress {
  readonly network: string;
  /** The newest scanned block. */
  readonly cursor: bigint;
  /** The node's head at that time. */
  readonly head: bigint;
  readonly finalized: bigint | undefined;
  readonly finalizedAt: Date | undefined;
  /** The nodes' safe block; undefined where they are not queried or have none. */
  readonly safe: bigint | undefined;
  readonly safeAt: Date | undefined;
  /** When the cursor last moved. */
  readonly movedAt: Date;
  readonly halt: { readonly at: Date; readonly reason: string } | undefined;
  /** Transfers that are not deep enough yet. */
  readonly seen: number;
  /** Those among them that wait for nodes to agree. */
  readonly awaitingAgreement: number;
  /** Those that wait although nodes were queried repeatedly. */
  readonly waitingLong: number;
  /** Payments by the word of one node that are not checked again yet. */
  readonly creditedAlone: number;
  /** Those on which nodes disagree. */
  readonly disputed: number;
  /** The nodes that contradict those, by their names, each once. */
  readonly disputing: readonly string[];
  /** What named one of our references and paid nothing of it. */
  readonly suspicious: number;
}

/** The state of every scanned network, with each count up to `countMax`. */
export async function findNetworkProgress(
  ctx: Context,
  countMax: number,
): Promise<readonly NetworkProgress[]> {
  const { rows } = await sql<{
    network: string;
    block_number: bigint;
    head_number: bigint;
    finalized_number: bigint | null;
    finalized_at: Date | null;
    safe_number: bigint | null;
    safe_at: Date | null;
    updated_at: Date;
    halted_at: Date | null;
    halted_reason: string | null;
    seen: bigint;
    awaiting: bigint;
    waiting_long: bigint;
    credited_alone: bigint;
    disputed: bigint;
    disputing: string[];
    suspicious: bigint;
  }>`
    select c.network, c.block_number, c.head_number, c.finalized_number, c.finalized_at,
      c.safe_number, c.safe_at,
      c.updated_at, c.halted_at, c.halted_reason,
      -- In two halves, because each has an index of its own.
      (select count(*) from (
        select from active_transfer t where t.network = c.network and t.status = 'seen'
          and t.agreement_due_at is null
        union all
        select from active_transfer t where t.network = c.network and t.status = 'seen'
          and t.agreement_due_at is not null
        limit ${countMax}) counted) as seen,
      (select count(*) from (
        select from active_transfer t where t.network = c.network and t.status = 'seen'
          and t.agreement is not null
        limit ${countMax}) counted) as awaiting,
      (select count(*) from (
        select from active_transfer t where t.network = c.network and t.status = 'seen'
          and t.agreement = 'insufficient' and t.agreement_checks >= ${CHECKS_OF_A_LONG_WAIT}
        limit ${countMax}) counted) as waiting_long,
      (select count(*) from (
        select from single_node_credit credit where credit.network = c.network
          and credit.rechecked_at is null
        limit ${countMax}) counted) as credited_alone,
      (select count(*) from (
        select from active_transfer t where t.network = c.network and t.status = 'seen'
          and t.agreement = 'disputed'
        limit ${countMax}) counted) as disputed,
      array(select distinct unnest(disputed.disagreeing_nodes) from (
        select t.disagreeing_nodes from active_transfer t where t.network = c.network
          and t.status = 'seen' and t.agreement = 'disputed'
        limit ${countMax}) disputed order by 1) as disputing,
      (select count(*) from (
        select from suspicious_transfer s where s.network = c.network and s.undone_at is null
        limit ${countMax}) counted) as suspicious
    from chain_cursor c order by c.network`.execute(ctx.db);
  return rows.map((row) => ({
    network: row.network,
    cursor: row.block_number,
    head: row.head_number,
    finalized: row.finalized_number ?? undefined,
    finalizedAt: row.finalized_at ?? undefined,
    safe: row.safe_number ?? undefined,
    safeAt: row.safe_at ?? undefined,
    movedAt: row.updated_at,
    halt:
      row.halted_at === null || row.halted_reason === null
        ? undefined
        : { at: row.halted_at, reason: row.halted_reason },
    seen: Number(row.seen),
    awaitingAgreement: Number(row.awaiting),
    waitingLong: Number(row.waiting_long),
    creditedAlone: Number(row.credited_alone),
    disputed: Number(row.disputed),
    disputing: row.disputing,
    suspicious: Number(row.suspicious),
  }));
}
