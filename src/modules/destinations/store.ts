import type { Insertable } from 'kysely';
import type { Context } from '#context.ts';
import type { PayeeDestinationTable } from '#platform/db/tables.generated.ts';

/** A stored destination, as its row. */
export interface DestinationRow {
  readonly id: string;
  readonly destinationId: string;
}

/**
 * Stores a destination as active. One that the account already has becomes active again and keeps
 * its row; then its id is answered, so that registering twice is registering once. A wallet has one
 * active destination, so its others end. Runs in the caller's transaction.
 */
export async function upsertDestination(
  ctx: Context,
  row: Insertable<PayeeDestinationTable>,
): Promise<string> {
  await ctx.db
    .updateTable('payee_destination')
    .set({ active: false })
    .where('account_id', '=', row.account_id)
    .where('wallet_address', '=', row.wallet_address)
    .where('active', '=', true)
    .where('destination_id', '<>', row.destination_id)
    .execute();
  const stored = await ctx.db
    .insertInto('payee_destination')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'destination_id']).doUpdateSet({ active: true }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return stored.id;
}

/** The account's newest active destination; ids sort by creation. */
export async function findNewestDestination(
  ctx: Context,
  accountId: string,
): Promise<DestinationRow | undefined> {
  const row = await ctx.db
    .selectFrom('payee_destination')
    .select(['id', 'destination_id'])
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, destinationId: row.destination_id };
}
