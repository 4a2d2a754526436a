import { type Insertable, type Selectable, sql } from 'kysely';
import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { Database } from '#platform/db/database.ts';
import { openLookUp } from '#platform/db/look-up.ts';
import type { PayeeDestinationTable } from '#platform/db/tables.generated.ts';
import { AccessPolicy } from '../model/access-policy.ts';
import type { PayeeDestination } from '../model/payee-destination.ts';

type Row = Selectable<PayeeDestinationTable>;

/**
 * Locks an account's row, so that its destinations change one call at a time: of two at once for the
 * same wallet the later one stays active. `no key update` leaves readers and new rows alone.
 */
export async function lockAccount(ctx: Context, accountId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  invariant(row !== undefined, `account ${accountId} exists`);
}

/**
 * Stores a destination as active. One that the account already has becomes active again and keeps
 * its row; what its own wallet once registered stays claimed.
 */
export async function upsertDestination(
  ctx: Context,
  row: Insertable<PayeeDestinationTable>,
): Promise<PayeeDestination> {
  const stored = await ctx.db
    .insertInto('payee_destination')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'destination_id']).doUpdateSet((set) => ({
        active: true,
        access_policy: set.ref('excluded.access_policy'),
        claimed: sql<boolean>`payee_destination.claimed or excluded.claimed`,
        ...(row.wallet_type !== undefined && { wallet_type: row.wallet_type }),
        updated_at: ctx.now(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return destinationFrom(stored);
}

/** Ends a destination. True for exactly one of several callers. */
export async function endDestination(ctx: Context, id: string): Promise<boolean> {
  const result = await ctx.db
    .updateTable('payee_destination')
    .set({ active: false, updated_at: ctx.now() })
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The account's newest active destination, or that of one wallet; ids sort by creation. */
export async function findActive(
  ctx: Context,
  owner: { readonly accountId: string; readonly walletAddress?: string | undefined },
): Promise<PayeeDestination | undefined> {
  let query = ctx.db
    .selectFrom('payee_destination')
    .selectAll()
    .where('account_id', '=', owner.accountId)
    .where('active', '=', true);
  if (owner.walletAddress !== undefined) {
    query = query.where('wallet_address', '=', owner.walletAddress);
  }
  const row = await query.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row && destinationFrom(row);
}

/** Up to `limit` destinations of an account that are older than the cursor, newest first. */
export async function findDestinations(
  ctx: Context,
  part: { readonly accountId: string; readonly limit: number; readonly cursor: string | undefined },
): Promise<PayeeDestination[]> {
  const rows = await ctx.db
    .selectFrom('payee_destination')
    .selectAll()
    .where('account_id', '=', part.accountId)
    .$if(part.cursor !== undefined, (query) => query.where('id', '<', part.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(part.limit)
    .execute();
  return rows.map(destinationFrom);
}

/** A destination as its owner names it: by the whole text, as the codec writes it. */
interface Own {
  readonly accountId: string;
  readonly destinationId: string;
}

const lookUpOwn = openLookUp({ find: findOwns, nameOf });

/**
 * The account's destination with this text, active or not. Every new link needs it, so those that are
 * created at the same time share a statement, but for those of a transaction.
 */
export async function findOwn(
  { db }: Context,
  { accountId, destinationId }: Own,
): Promise<PayeeDestination | undefined> {
  return await lookUpOwn(db, { accountId, destinationId });
}

function nameOf({ accountId, destinationId }: Own): string {
  return `${accountId} ${destinationId}`;
}

async function findOwns(
  db: Database,
  owns: readonly Own[],
): Promise<ReadonlyMap<string, PayeeDestination>> {
  const { rows } = await sql<Row>`
    select destination.*
    from unnest(${owns.map(({ accountId }) => accountId)}::text[],
      ${owns.map(({ destinationId }) => destinationId)}::text[])
      as asked (account_id, destination_id)
    join payee_destination destination on destination.account_id = asked.account_id
      and destination.destination_id = asked.destination_id`.execute(db);
  return new Map(
    rows.map((row) => [
      nameOf({ accountId: row.account_id, destinationId: row.destination_id }),
      destinationFrom(row),
    ]),
  );
}

/** The newest active destination that a wallet itself registered, whoever's account it is in. */
export async function findClaimed(
  ctx: Context,
  walletAddress: string,
): Promise<PayeeDestination | undefined> {
  const row = await ctx.db
    .selectFrom('payee_destination')
    .selectAll()
    .where('wallet_address', '=', walletAddress)
    .where('active', '=', true)
    .where('claimed', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && destinationFrom(row);
}

function destinationFrom(row: Row): PayeeDestination {
  const currency = currencyById(row.currency_id);
  invariant(isNetworkId(row.network) && currency !== undefined, 'a destination is in our catalog');
  return {
    id: row.id,
    destinationId: row.destination_id,
    walletAddress: row.wallet_address,
    walletType: row.wallet_type === 'safe' ? 'safe' : 'eoa',
    network: row.network,
    chainId: NETWORKS[row.network].chainId,
    tokenAddress: row.token_address,
    currencyId: row.currency_id,
    symbol: currency.symbol,
    accessPolicy:
      row.access_policy === null ? null : AccessPolicy.parse(JSON.parse(row.access_policy)),
    claimed: row.claimed,
    active: row.active,
    createdAt: row.created_at,
  };
}
