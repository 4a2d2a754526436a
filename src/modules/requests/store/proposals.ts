import { sql } from 'kysely';
import { isNetworkId, NETWORKS } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { hexOf } from '#kit/hex.ts';
import type { HoldingProposal } from '../model/request-in-progress.ts';

/** What owners of a Safe sign that was proven to pay this link, and for which others wait the longest; undefined where they wait for nothing. */
export async function findHoldingProposal(
  ctx: Context,
  token: string,
): Promise<HoldingProposal | undefined> {
  const { rows } = await sql<{ network: string; hash: Buffer; holds_until: Date }>`
    select network, safe_transaction_hash as hash, holds_until from payment_intent
    where secure_payment_token = ${token} and holds_until > ${ctx.now()}
      and safe_transaction_hash is not null
      and status in ('proposed', 'source_seen', 'source_confirmed', 'filled')
    order by holds_until desc, id limit 1`.execute(ctx.db);
  const [row] = rows;
  if (row === undefined) return undefined;
  invariant(isNetworkId(row.network), 'an intent is as it was stored');
  return {
    chainId: NETWORKS[row.network].chainId,
    safeTransactionHash: hexOf(row.hash),
    holdsUntil: row.holds_until,
  };
}
