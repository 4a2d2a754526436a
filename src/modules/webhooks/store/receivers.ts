import { type RawBuilder, sql } from 'kysely';
import type { Receiver } from '../model/recipients.ts';

/** An endpoint that may receive some of the events. */
export interface FoundReceiver extends Receiver {
  readonly id: string;
}

/** What `RECEIVERS` answers: JSON is read as its text. */
export interface ReceiversRow {
  /** Null where there is no endpoint. */
  readonly receivers: string | null;
}

/**
 * A subquery for the endpoints of the accounts and partners of a common table `waiting`, which has
 * `account_id` and `orchestrator_id`; `readReceivers` reads what it answers.
 */
export const RECEIVERS: RawBuilder<unknown> = sql`
  (select json_agg(json_build_object('id', endpoint.id, 'accountId', endpoint.account_id,
      'clientIdId', client_id_id, 'orchestratorId', endpoint.orchestrator_id,
      'isActive', is_active, 'isObserver', is_observer,
      'actsAlone', coalesce(client.status = 'active' and client.orchestrator_id is null, false)))
    from webhook_endpoint endpoint left join client_id_summary client on client.id = client_id_id
    where removed_at is null and endpoint.id in (
      select id from webhook_endpoint
        join (select distinct account_id from waiting) owner using (account_id)
      union
      select id from webhook_endpoint
        join (select distinct orchestrator_id from waiting) partner using (orchestrator_id)))`;

/** The endpoints of a row that has `RECEIVERS`. */
export function readReceivers(row: ReceiversRow | undefined): readonly FoundReceiver[] {
  return JSON.parse(row?.receivers ?? '[]');
}
