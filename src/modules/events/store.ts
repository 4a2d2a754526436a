import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** The channel that the fan-out of webhooks listens on. */
export const OUTBOX_CHANNEL = 'florin_outbox';

interface NewEvent {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly securePaymentToken: string | null;
  readonly clientIdId: string | null;
  readonly orchestratorId: string | null;
  readonly origin: string | null;
  readonly payload: string;
  readonly createdAt: Date;
  readonly toFanOut: boolean;
}

/**
 * Events and their outbox rows in one statement. The notification leaves at commit, so a listener
 * that it wakes finds the rows.
 */
export async function insertEvents(ctx: Context, events: readonly NewEvent[]): Promise<void> {
  const rows = JSON.stringify(
    events.map((event) => ({
      id: event.id,
      account_id: event.accountId,
      type: event.type,
      schema_version: event.schemaVersion,
      secure_payment_token: event.securePaymentToken,
      client_id_id: event.clientIdId,
      orchestrator_id: event.orchestratorId,
      origin: event.origin,
      payload: event.payload,
      created_at: event.createdAt,
      to_fan_out: event.toFanOut,
    })),
  );
  await sql`
    with draft as (
      select * from json_to_recordset(${rows}::json) as draft (
        id text, account_id text, type text, schema_version integer, secure_payment_token text,
        client_id_id text, orchestrator_id text, origin text, payload text,
        created_at timestamptz, to_fan_out boolean)
    ), recorded as (
      insert into event (id, account_id, type, schema_version, secure_payment_token, client_id_id,
        orchestrator_id, origin, payload, created_at)
      select id, account_id, type, schema_version, secure_payment_token, client_id_id,
        orchestrator_id, origin, payload::json, created_at from draft
    ), queued as (
      insert into outbox (event_id) select id from draft where to_fan_out returning event_id
    )
    select pg_notify(${OUTBOX_CHANNEL}, '') from queued limit 1`.execute(ctx.db);
}
