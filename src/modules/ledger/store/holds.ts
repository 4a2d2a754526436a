import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { chainTransferMachine, type TransferStatus } from '../model/transfer-status.ts';

/** What is decided about who sent a transfer. */
type PayerEvent = 'payer_undecided' | 'payer_refused' | 'payer_accepted';

/**
 * Moves those of these transfers along their table that still are where they were read, and returns their ids. One that another transaction
 * has locked is left out: it is being settled or undone.
 */
export async function movePayerHolds(
  ctx: Context,
  ids: readonly string[],
  { from, event }: { readonly from: TransferStatus; readonly event: PayerEvent },
): Promise<ReadonlySet<string>> {
  const to = next(chainTransferMachine, from, event);
  invariant(to !== undefined, `a transfer that is ${from} can be ${event}`);
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    with locked as (
      select id from chain_transfer
      where id = any (${ids}::text[]) and status = ${from}
      for update skip locked
    )
    update chain_transfer set status = ${to}
    where id = any (array(select id from locked))
    returning id`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}
