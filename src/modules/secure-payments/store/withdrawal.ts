import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { isSecurePaymentStatus, type SecurePaymentStatus } from '../model/status.ts';

/** A link that was withdrawn, and who is notified. */
export interface WithdrawnLink {
  readonly token: string;
  readonly accountId: string;
  readonly clientIdId: string;
  readonly orchestratorId: string | null;
  readonly origin: string | null;
}

/**
 * Moves up to `limit` pending links whose client ID is revoked and that nobody is paying. Links that
 * a settler or another sweep has locked are skipped, not waited for: the next run takes them.
 */
export async function moveLinksOfRevoked(
  ctx: Context,
  move: { readonly to: SecurePaymentStatus; readonly limit: number },
): Promise<readonly WithdrawnLink[]> {
  const { rows } = await sql<{
    token: string;
    account_id: string;
    client_id_id: string;
    orchestrator_id: string | null;
    origin: string | null;
  }>`
    update secure_payment set status = ${move.to}
    where token = any (array(${linksOfRevoked(move.limit)}))
    returning token, account_id, client_id_id, orchestrator_id, origin`.execute(ctx.db);
  return rows.map((row) => ({
    token: row.token,
    accountId: row.account_id,
    clientIdId: row.client_id_id,
    orchestratorId: row.orchestrator_id,
    origin: row.origin,
  }));
}

/** The pending links of revoked client IDs that nobody is paying, locked. */
export function linksOfRevoked(limit: number): RawBuilder<unknown> {
  return sql`
    select link.token
    from client_id_summary client_id
    join secure_payment link on link.client_id_id = client_id.id
    where client_id.status = 'revoked' and link.status = 'pending'
      and not exists (
        select from secure_payment_request asked
        join active_transfer transfer
          on transfer.account_id = link.account_id and transfer.request_id = asked.request_id
        where asked.secure_payment_token = link.token and transfer.status = 'seen'
      )
    limit ${limit}
    for no key update of link skip locked`;
}

/** A link of an account that is about to be withdrawn. */
interface OwnLink {
  readonly status: SecurePaymentStatus;
  readonly clientIdId: string | null;
  readonly orchestratorId: string | null;
  readonly origin: string | null;
}

/** The link of an account with this token, locked against every other change of its status. */
export async function lockOwnLink(
  ctx: Context,
  own: { readonly token: string; readonly accountId: string },
): Promise<OwnLink | undefined> {
  const row = await ctx.db
    .selectFrom('secure_payment')
    .select(['status', 'client_id_id as clientIdId', 'orchestrator_id as orchestratorId', 'origin'])
    .where('token', '=', own.token)
    .where('account_id', '=', own.accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { status } = row;
  invariant(isSecurePaymentStatus(status), `no link may be "${status}"`);
  return { ...row, status };
}

/** Moves a pending link of which nothing was paid or seen; returns whether it did. */
export async function moveOwnLink(
  ctx: Context,
  move: { readonly token: string; readonly to: SecurePaymentStatus },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update secure_payment link set status = ${move.to}
    where link.token = ${move.token} and link.status = 'pending'
      and not exists (
        select from secure_payment_request asked
        join active_transfer transfer
          on transfer.account_id = link.account_id and transfer.request_id = asked.request_id
        where asked.secure_payment_token = link.token and transfer.status <> 'refused'
      )`.execute(ctx.db);
  return numAffectedRows === 1n;
}
