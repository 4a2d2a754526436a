import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { lockRequests } from '#modules/requests/index.ts';
import { insertRows } from '#platform/db/insert-rows.ts';
import type { SecurePaymentStatus } from '../model/status.ts';

/** The fields of a link that is about to be replaced, besides those for payers. */
export interface ReplacedLink {
  readonly token: string;
  readonly creatorWalletAddress: string | null;
  readonly origin: string | null;
}

/**
 * Locks requests and then links, each in the order of their ids as all who lock several do: no
 * payment settles and no deadline passes until the transaction ends.
 */
export async function lockForMerge(
  ctx: Context,
  locks: { readonly requestRowIds: readonly string[]; readonly tokens: readonly string[] },
): Promise<readonly ReplacedLink[]> {
  await lockRequests(ctx, locks.requestRowIds);
  const rows = await ctx.db
    .selectFrom('secure_payment')
    .select(['token', 'creator_wallet_address', 'origin'])
    .where(sql<boolean>`token = any (${[...locks.tokens]}::text[])`)
    .orderBy('token')
    .forNoKeyUpdate()
    .execute();
  return rows.map((row) => ({
    token: row.token,
    creatorWalletAddress: row.creator_wallet_address,
    origin: row.origin,
  }));
}

/** Links whose requests pass to another one, and how their status moves. */
export interface Replacement {
  readonly tokens: readonly string[];
  readonly by: string;
  readonly from: SecurePaymentStatus;
  readonly to: SecurePaymentStatus;
  /** In the order in which the new link shows them. */
  readonly requests: readonly { readonly id: string; readonly destinationId: string | null }[];
}

/**
 * Passes the requests of links to the one that replaces them, which must be there already, and moves
 * the status of those that are still `from`; returns how many were.
 */
export async function replaceLinks(ctx: Context, replacement: Replacement): Promise<number> {
  const { tokens, by, from, to, requests } = replacement;
  await sql`
    update secure_payment_request set superseded = true
    where secure_payment_token = any (${[...tokens]}::text[])`.execute(ctx.db);
  await insertRows({
    into: 'secure_payment_request',
    columns: {
      secure_payment_token: 'text',
      position: 'integer',
      request_id: 'text',
      destination_id: 'text',
    },
    rows: requests.map(({ id, destinationId }, position) => ({
      secure_payment_token: by,
      position,
      request_id: id,
      destination_id: destinationId,
    })),
  }).execute(ctx.db);
  const { numAffectedRows } = await sql`
    update secure_payment set status = ${to}
    where token = any (${[...tokens]}::text[]) and status = ${from}`.execute(ctx.db);
  return Number(numAffectedRows ?? 0n);
}
