import type { ExpressionBuilder } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { Sealed } from '#kit/secret.ts';
import type { Tables } from '#platform/db/tables.generated.ts';
import type { Holder, Reach } from '../model/holder.ts';

/** Who switched an endpoint off: a user, or the server because it only failed for too long. */
export type SwitchedOffBy = 'person' | 'failures';

/** An endpoint as it is shown; its secret never is. */
export interface FoundEndpoint {
  readonly id: string;
  readonly url: string;
  readonly isActive: boolean;
  readonly createdAt: Date;
  readonly switchedOffBy: SwitchedOffBy | null;
  /** Since when deliveries only fail; null where the last one that ended did not. */
  readonly failingSince: Date | null;
}

/** An endpoint that is about to be added. */
export interface NewEndpoint extends Holder {
  readonly id: string;
  readonly url: string;
  readonly urlKey: string;
  readonly secret: Sealed;
  readonly createdAt: Date;
  /** Whether it only watches what is sent; see `recipientsOf`. */
  readonly isObserver: boolean;
}

/**
 * Locks an account's row, so that its endpoints are changed by one caller at a time: two scopes may
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

/**
 * Locks an endpoint, within the lock of its account, and returns its state: waits for transactions that
 * are adding deliveries for it, and prevents new ones until this transaction ends.
 */
export async function lockEndpoint(ctx: Context, id: string): Promise<FoundEndpoint> {
  const row = await ctx.db
    .selectFrom('webhook_endpoint')
    .select(SHOWN)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  invariant(row !== undefined, `webhook ${id} exists`);
  return shown(row);
}

/**
 * How many endpoints an account has, and whether this address is taken: for a partner by one of its
 * own, for everybody else by one of the same client ID or a platform-wide one.
 */
export async function countEndpoints(
  ctx: Context,
  holder: Holder,
  urlKey: string,
): Promise<{ readonly count: number; readonly urlTaken: boolean }> {
  const rows = await ctx.db
    .selectFrom('webhook_endpoint')
    .select(['client_id_id', 'orchestrator_id', 'url_key'])
    .where('account_id', '=', holder.accountId)
    .where('removed_at', 'is', null)
    .execute();
  const urlTaken = rows.some(
    (row) =>
      row.url_key === urlKey &&
      row.orchestrator_id === holder.orchestratorId &&
      (row.client_id_id === null || row.client_id_id === holder.clientIdId),
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
      orchestrator_id: endpoint.orchestratorId,
      url: endpoint.url,
      url_key: endpoint.urlKey,
      secret_sealed: endpoint.secret.bytes,
      secret_key_version: endpoint.secret.keyVersion,
      is_active: true,
      created_at: endpoint.createdAt,
      is_observer: endpoint.isObserver,
    })
    .execute();
}

/** The endpoints that a holder's list shows, oldest first: a client ID also sees platform-wide ones. */
export async function findEndpoints(ctx: Context, reach: Reach): Promise<readonly FoundEndpoint[]> {
  const rows = await ctx.db
    .selectFrom('webhook_endpoint')
    .select(SHOWN)
    .where((is) => is.or([within(is, reach), withinPlatform(is, reach)]))
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(shown);
}

/** One endpoint that the caller may manage, or undefined. */
export async function findEndpoint(
  ctx: Context,
  reach: Reach,
  id: string,
): Promise<FoundEndpoint | undefined> {
  const row = await ctx.db
    .selectFrom('webhook_endpoint')
    .select(SHOWN)
    .where('id', '=', id)
    .where((is) => within(is, reach))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row && shown(row);
}

/** The active endpoints of a holder alone. */
export async function findActiveEndpoints(
  ctx: Context,
  holder: Holder,
): Promise<readonly string[]> {
  const rows = await ctx.db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where((is) => within(is, holder))
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Switches an endpoint on, which resets its failures, or off. */
export async function switchEndpoint(
  ctx: Context,
  id: string,
  to: 'on' | { readonly offBy: SwitchedOffBy },
): Promise<void> {
  await ctx.db
    .updateTable('webhook_endpoint')
    .set({
      ...(to === 'on'
        ? { is_active: true, switched_off_by: null, failing_since: null }
        : { is_active: false, switched_off_by: to.offBy }),
      updated_at: ctx.now(),
    })
    .where('id', '=', id)
    .execute();
}

/** Takes an endpoint away; its deliveries stay, and its address is free again. */
export async function markEndpointRemoved(ctx: Context, id: string): Promise<void> {
  await ctx.db
    .updateTable('webhook_endpoint')
    .set({ is_active: false, removed_at: ctx.now(), updated_at: ctx.now() })
    .where('id', '=', id)
    .execute();
}

const SHOWN = ['id', 'url', 'is_active', 'created_at', 'switched_off_by', 'failing_since'] as const;

function shown(row: Pick<Tables['webhook_endpoint'], (typeof SHOWN)[number]>): FoundEndpoint {
  const by = row.switched_off_by;
  return {
    id: row.id,
    url: row.url,
    isActive: row.is_active,
    createdAt: row.created_at,
    switchedOffBy: by === 'person' || by === 'failures' ? by : null,
    failingSince: row.failing_since,
  };
}

type Is = ExpressionBuilder<Tables, 'webhook_endpoint'>;

/** Whether an endpoint belongs to the given holders. */
function within(is: Is, reach: Reach) {
  const ofAccount = is('webhook_endpoint.account_id', '=', reach.accountId);
  if ('everyScope' in reach) {
    return is.and([ofAccount, is('webhook_endpoint.orchestrator_id', 'is', null)]);
  }
  return is.and([
    ofAccount,
    is('webhook_endpoint.client_id_id', 'is not distinct from', reach.clientIdId),
    is('webhook_endpoint.orchestrator_id', 'is not distinct from', reach.orchestratorId),
  ]);
}

/** Whether an endpoint is one of those that are sent what every client ID of an account is. */
function withinPlatform(is: Is, reach: Reach) {
  const { accountId } = reach;
  const isPartner = 'orchestratorId' in reach && reach.orchestratorId !== null;
  if (isPartner) return within(is, reach);
  return within(is, { accountId, clientIdId: null, orchestratorId: null });
}
