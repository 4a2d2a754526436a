import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { arrayText } from '#platform/db/array-text.ts';

/** A transfer that was found and does not count yet. */
interface WaitingTransfer {
  readonly id: string;
  /** The step of the amount rules that applies to it now. */
  readonly step: number;
  /** It waits for deeper blocks, or for a check of node agreement. */
  readonly waitsFor: 'depth' | 'nodes' | undefined;
}

/**
 * Schedules transfers that do not count yet for the next poll that may find them due, and returns which: one
 * locked by another process is left out, as that may be settling or undoing it.
 */
export async function parkTransfers(
  ctx: Context,
  waiting: readonly WaitingTransfer[],
): Promise<ReadonlySet<string>> {
  if (waiting.length === 0) return new Set();
  const positions = JSON.stringify(
    waiting.map(({ id, step, waitsFor }) => ({ id, step, queries: waitsFor === 'nodes' })),
  );
  const { rows } = await sql<{ id: string }>`
    with held as (
      select id from chain_transfer
      where id = any (${waiting.map(({ id }) => id)}::text[]) and status = 'seen'
      for update skip locked
    )
    update chain_transfer t set amount_step = place.step, agreement_due_at = case
        when place.queries then coalesce(t.agreement_due_at, ${ctx.now()}::timestamptz) end
    from json_to_recordset(${positions}::json) as place (id text, step smallint, queries boolean)
    where t.id = place.id and t.id = any (array(select id from held))
    returning t.id`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Moves waiting transfers of the requests of undone transfers back to the first step: the requests have less
 * than was counted, and an amount that was too large may count sooner.
 */
export async function unparkTransfers(ctx: Context, undoneIds: readonly string[]): Promise<void> {
  if (undoneIds.length === 0) return;
  await sql`
    update chain_transfer set amount_step = 0
    where id = any (array(
      select t.id
      from chain_transfer gone
      join chain_transfer t on t.account_id = gone.account_id and t.request_id = gone.request_id
      where gone.id = any (${undoneIds}::text[]) and t.status = 'seen' and t.amount_step > 0
      for update of t skip locked
    ))`.execute(ctx.db);
}

/**
 * Stores who paid what a bridge delivered by a transfer, and the key whose tokens an account paid with, so that it waits for them no
 * longer; null where that is not known, or not any more. Returns whether it is active.
 */
export async function recordBridgeSender(
  ctx: Context,
  id: string,
  { sender, key }: { readonly sender: string | null; readonly key: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update chain_transfer set bridge_sender = ${sender}, payer_eoa_address = ${key},
      agreement_due_at = case when agreement is not null then agreement_due_at end
    where id = ${id} and status <> 'undone'
    returning id`.execute(ctx.db);
  return rows.length > 0;
}

/** Stores why a transfer waits for nodes, and when they are queried again. */
export async function postponeTransfer(
  ctx: Context,
  id: string,
  wait: {
    readonly agreement: 'insufficient' | 'disputed';
    /** The names of the nodes that contradict it. */
    readonly against: readonly string[];
    readonly queries: number;
    readonly dueAt: Date;
  },
): Promise<void> {
  await sql`
    update chain_transfer set agreement = ${wait.agreement}, agreement_checks = ${wait.queries},
      disagreeing_nodes = ${arrayText(wait.against)}::text[],
      agreement_due_at = ${wait.dueAt}::timestamptz
    where id = ${id} and status = 'seen'`.execute(ctx.db);
}
