import { sql } from 'kysely';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import type { Database } from '#platform/db/database.ts';
import { openLookUp } from '#platform/db/look-up.ts';
import { readStoredProposal, type SignedBy } from '../model/stored-proposal.ts';

/** A Safe's transaction that was proven to pay a link, and for which others wait. */
export interface OpenProposal {
  readonly network: NetworkId;
  readonly safeTransactionHash: Hex;
  /** Until when they do. */
  readonly holdsUntil: Date;
  readonly safe: string | null;
  /** Null where it was not counted. */
  readonly signed: SignedBy | null;
}

const lookUpProposal = openLookUp({ find: findLongest, nameOf: (token: string) => token });

/**
 * The proposal for which others of a link wait the longest; undefined for none. Simultaneous calls share a statement, as every
 * payer's page polls this.
 */
export async function findOpenProposal(
  ctx: Context,
  token: string,
): Promise<OpenProposal | undefined> {
  const found = await lookUpProposal(ctx.db, token);
  return found !== undefined && found.holdsUntil > ctx.now() ? found : undefined;
}

/** The same of each of several links, by its token. */
export async function findOpenProposals(
  ctx: Context,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, OpenProposal>> {
  const found = await findLongest(ctx.db, tokens);
  return new Map([...found].filter(([, { holdsUntil }]) => holdsUntil > ctx.now()));
}

/** Of each of these links the proposal that holds it the longest, also where that is over. */
async function findLongest(
  db: Database,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, OpenProposal>> {
  if (tokens.length === 0) return new Map();
  const { rows } = await sql<{
    token: string;
    network: string;
    hash: Buffer;
    holds_until: Date;
    safe: string | null;
    proposal: string | null;
  }>`
    select distinct on (secure_payment_token) secure_payment_token as token, network,
      safe_transaction_hash as hash, holds_until, safe_address as safe, proposal
    from payment_intent
    where secure_payment_token = any (${tokens}::text[]) and holds_until is not null
      and safe_transaction_hash is not null
      and status in ('proposed', 'source_seen', 'source_confirmed', 'filled')
    order by secure_payment_token, holds_until desc, id`.execute(db);
  return new Map(
    rows.map(({ token, network, hash, holds_until: holdsUntil, safe, proposal }) => {
      invariant(isNetworkId(network), 'an intent is as we stored it');
      const signed = proposal === null ? null : readStoredProposal(proposal).signed;
      return [token, { network, safeTransactionHash: hexOf(hash), holdsUntil, safe, signed }];
    }),
  );
}

/** How many transactions of a Safe were proven to pay a link, whatever became of them. */
export async function countProven(
  ctx: Context,
  { token, safe }: { readonly token: string; readonly safe: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from payment_intent
    where secure_payment_token = ${token} and safe_address = ${safe}
      and proven_at is not null`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
