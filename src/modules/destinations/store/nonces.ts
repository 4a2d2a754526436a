import { type Insertable, sql } from 'kysely';
import type { Context } from '#context.ts';
import { Bug } from '#kit/failure.ts';
import type { PayeeDestinationNonceTable } from '#platform/db/tables.generated.ts';
import type { SignedAction } from '../model/signing-data.ts';

/** A nonce as it was handed out. */
export interface Nonce {
  readonly nonce: string;
  readonly action: SignedAction;
  readonly destinationId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly consumedAt: Date | null;
}

export async function insertNonce(
  ctx: Context,
  row: Insertable<PayeeDestinationNonceTable>,
): Promise<void> {
  await ctx.db.insertInto('payee_destination_nonce').values(row).execute();
}

/** The nonce of an account; that of another account is none. */
export async function findNonce(
  ctx: Context,
  { accountId, nonce }: { readonly accountId: string; readonly nonce: string },
): Promise<Nonce | undefined> {
  const row = await ctx.db
    .selectFrom('payee_destination_nonce')
    .selectAll()
    .where('nonce', '=', nonce)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    nonce: row.nonce,
    action: actionOf(row.action),
    destinationId: row.destination_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    consumedAt: row.consumed_at,
  };
}

function actionOf(text: string): SignedAction {
  if (text === 'add' || text === 'deactivate') return text;
  throw new Bug(`a nonce is for "${text}"`);
}

/** Uses a nonce up. True for exactly one of several callers, and for none once it has expired. */
export async function consumeNonce(ctx: Context, nonce: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('payee_destination_nonce')
    .set({ consumed_at: ctx.now() })
    .where('nonce', '=', nonce)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes up to `limit` nonces that expired before a moment, and returns how many. */
export async function deleteNonces(ctx: Context, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from payee_destination_nonce where nonce = any (array(
      select nonce from payee_destination_nonce where expires_at <= ${before}
      order by expires_at limit ${limit} for update skip locked
    ))`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
