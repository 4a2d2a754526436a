import { sql } from 'kysely';
import type { Context } from '#context.ts';
import { bytesOf, type Hex } from '#kit/hex.ts';

/** What is reported of a bundle. */
export interface NewMulticallIntent {
  readonly accountId: string;
  readonly multicallToken: string;
  /** 32 bytes that the same report has again. */
  readonly fingerprint: Hex;
  readonly network: string;
  /** As it was reported. */
  readonly reported: Readonly<Record<string, unknown>>;
}

/** Adds what is reported of a bundle, or finds it where it was reported before; returns its id. */
export async function insertMulticallIntent(
  ctx: Context,
  added: NewMulticallIntent,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into multicall_intent as known
      (id, account_id, multicall_payout_token, fingerprint, network, reported, created_at)
    values (${ctx.newId()}, ${added.accountId}, ${added.multicallToken},
      ${bytesOf(added.fingerprint)}, ${added.network}, ${JSON.stringify(added.reported)}::json,
      ${ctx.now()})
    on conflict (multicall_payout_token, fingerprint) do update set network = known.network
    returning id`.execute(ctx.db);
  return rows[0]?.id;
}

/** How many reports of a bundle are kept. */
export async function countMulticallIntents(ctx: Context, token: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from multicall_intent
    where multicall_payout_token = ${token}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
