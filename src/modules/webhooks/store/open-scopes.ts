import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { type FoundReceiver, RECEIVERS, type ReceiversRow, readReceivers } from './receivers.ts';

/** For whom links wait to be paid. */
export interface OpenScope {
  readonly accountId: string;
  readonly clientIdId: string | null;
  /** The public text of the client ID. */
  readonly clientId: string | null;
  readonly orchestratorId: string | null;
  /** How many links. */
  readonly count: number;
}

/**
 * For whom links wait to be paid, of the `limit` links that expire last, with the endpoints of their
 * accounts and partners.
 */
export async function findOpenScopes(
  ctx: Pick<Context, 'db'>,
  limit: number,
): Promise<{
  readonly scopes: readonly OpenScope[];
  readonly receivers: readonly FoundReceiver[];
}> {
  const { rows } = await sql<OpenScope & ReceiversRow>`
    with pending as materialized (
      select account_id, client_id_id, orchestrator_id from secure_payment_summary
      where status = 'pending' order by expires_at desc limit ${limit}
    ), waiting as materialized (
      select account_id, client_id_id, orchestrator_id, count(*)::integer as count
      from pending group by account_id, client_id_id, orchestrator_id
    )
    select waiting.account_id as "accountId", client_id_id as "clientIdId",
      client_id.client_id as "clientId", waiting.orchestrator_id as "orchestratorId", count,
      case when row_number() over () = 1 then ${RECEIVERS} end as receivers
    from waiting left join client_id_summary client_id on client_id.id = client_id_id
    order by waiting.account_id, client_id_id nulls first, waiting.orchestrator_id`.execute(ctx.db);
  const receivers = readReceivers(rows.find((row) => row.receivers !== null));
  return { scopes: rows, receivers };
}
