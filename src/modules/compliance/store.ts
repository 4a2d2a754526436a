import { sql } from 'kysely';
import type { Context } from '#context.ts';

/** A refused wallet that is to be reported. */
interface Rejection {
  readonly securePaymentToken: string;
  /** As its chain writes it. */
  readonly walletAddress: string;
  /** The event that reports it, which is written in the same transaction. */
  readonly eventId: string;
  readonly now: Date;
  /** Wallets reported since then are not reported again. */
  readonly silentSince: Date;
  /** How often a link is reported at most, all of its wallets together. */
  readonly timesMax: number;
}

/**
 * Takes the right to report a refused wallet: true for exactly one of several attempts at once. A
 * report that no endpoint accepted does not count, so the next attempt reports again.
 */
export async function takeRejection(ctx: Context, rejection: Rejection): Promise<boolean> {
  const { securePaymentToken, walletAddress, eventId, now, silentSince, timesMax } = rejection;
  const { rows } = await sql`
    insert into access_rejection (secure_payment_token, wallet_address, event_id, reported_at)
    select ${securePaymentToken}::text, ${walletAddress}::text, ${eventId}::text, ${now}::timestamptz
    where ${timesMax}::integer > (
      select coalesce(sum(report_count), 0) from access_rejection
      where secure_payment_token = ${securePaymentToken}
    )
    on conflict (secure_payment_token, wallet_address) do update
    set event_id = excluded.event_id, reported_at = excluded.reported_at,
      report_count = access_rejection.report_count + 1
    where access_rejection.reported_at <= ${silentSince}
      or (
        exists (
          select from webhook_delivery delivery
          where delivery.event_id = access_rejection.event_id
            and delivery.replay_of is null and not delivery.is_test
            and delivery.status = 'failed'
        )
        and not exists (
          select from webhook_delivery delivery
          where delivery.event_id = access_rejection.event_id
            and delivery.replay_of is null and not delivery.is_test
            and delivery.status in ('pending', 'delivered')
        )
      )
    returning event_id`.execute(ctx.db);
  return rows.length === 1;
}
