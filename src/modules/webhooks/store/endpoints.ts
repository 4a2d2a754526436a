import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { Sealed } from '#kit/secret.ts';
import type { Scope } from '../model/recipients.ts';

/** An endpoint as it is shown; its secret never is. */
export interface ShownEndpoint {
  readonly id: string;
  readonly url: string;
  readonly isActive: boolean;
  readonly createdAt: Date;
}

/** An endpoint that is about to be added. */
export interface NewEndpoint extends Scope {
  readonly id: string;
  readonly url: string;
  readonly urlKey: string;
  readonly secret: Sealed;
  readonly createdAt: Date;
}

/**
 * Locks an account's row, so that its endpoints are added by one caller at a time: two scopes may
 * not take the same address at once, and the limit is counted exactly.
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

/** How many endpoints an account has, and whether one of a scope or platform-wide has this address. */
export async function countEndpoints(
  ctx: Context,
  scope: Scope,
  urlKey: string,
): Promise<{ readonly count: number; readonly urlTaken: boolean }> {
  const rows = await ctx.db
    .selectFrom('webhook_endpoint')
    .select(['client_id_id', 'url_key'])
    .where('account_id', '=', scope.accountId)
    .execute();
  const urlTaken = rows.some(
    (row) =>
      row.url_key === urlKey &&
      (row.client_id_id === null || row.client_id_id === scope.clientIdId),
  );
  return { count: rows.length, urlTaken };
}

/** Adds an endpoint, active from its first moment. */
export async function insertEndpoint(ctx: Context, endpoint: NewEndpoint): Promise<void> {
  await ctx.db
    .insertInto('webhook_endpoint')
    .values({
      id: endpoint.id,
      account_id: endpoint.accountId,
      client_id_id: endpoint.clientIdId,
      url: endpoint.url,
      url_key: endpoint.urlKey,
      secret_sealed: endpoint.secret.bytes,
      secret_key_version: endpoint.secret.keyVersion,
      is_active: true,
      created_at: endpoint.createdAt,
    })
    .execute();
}

/** The endpoints of a scope and the platform-wide ones of its account, or all, oldest first. */
export async function findEndpoints(
  ctx: Context,
  scope: { readonly accountId: string; readonly everyScope: true } | Scope,
): Promise<readonly ShownEndpoint[]> {
  let query = ctx.db
    .selectFrom('webhook_endpoint')
    .select(['id', 'url', 'is_active', 'created_at'])
    .where('account_id', '=', scope.accountId);
  if (!('everyScope' in scope)) {
    const { clientIdId } = scope;
    query = query.where((is) =>
      is.or([is('client_id_id', 'is', null), is('client_id_id', '=', clientIdId)]),
    );
  }
  const rows = await query.orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    isActive: row.is_active,
    createdAt: row.created_at,
  }));
}
