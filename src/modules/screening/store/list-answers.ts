import { sql } from 'kysely';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';

type StoreContext = Pick<Context, 'db'>;

/** What one list says of one wallet. */
export interface ListAnswer {
  readonly network: NetworkId;
  readonly walletAddress: string;
  readonly isListed: boolean;
}

interface AnswersQuery {
  readonly provider: string;
  readonly networks: readonly NetworkId[];
  readonly wallets: readonly string[];
  /** Older ones do not count. */
  readonly since: Date;
}

/** The answers that are young enough, judged by the default policy of the provider. */
export async function findAnswers(
  { db }: StoreContext,
  { provider, networks, wallets, since }: AnswersQuery,
): Promise<readonly ListAnswer[]> {
  const { rows } = await sql<{ network: string; wallet_address: string; is_listed: boolean }>`
    select network, wallet_address, is_listed from screening_answer
    where provider = ${provider} and policy_id = ''
      and network = any (${networks}::text[]) and wallet_address = any (${wallets}::text[])
      and answered_at > ${since}`.execute(db);
  return rows.map(({ network, wallet_address: walletAddress, is_listed: isListed }) => {
    invariant(isNetworkId(network), 'answers are of networks of the catalog');
    return { network, walletAddress, isListed };
  });
}

interface NewAnswers {
  readonly provider: string;
  readonly answers: readonly ListAnswer[];
  readonly answeredAt: Date;
}

/** Keeps answers, each in place of an older one; no query without any. */
export async function keepAnswers(
  { db }: StoreContext,
  { provider, answers, answeredAt }: NewAnswers,
): Promise<void> {
  if (answers.length === 0) return;
  // In one order, so that two calls about the same wallets wait for each other and do not block each other.
  const sorted = answers.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await sql`
    insert into screening_answer
      (provider, policy_id, network, wallet_address, is_listed, answered_at)
    select ${provider}::text, '', added.network, added.wallet_address, added.is_listed,
      ${answeredAt}::timestamptz
    from unnest(
      ${sorted.map(({ network }) => network)}::text[],
      ${sorted.map(({ walletAddress }) => walletAddress)}::text[],
      ${sorted.map(({ isListed }) => isListed)}::boolean[]
    ) as added (network, wallet_address, is_listed)
    on conflict (provider, policy_id, network, wallet_address) do update
    set is_listed = excluded.is_listed, answered_at = excluded.answered_at
    where screening_answer.answered_at <= excluded.answered_at`.execute(db);
}

const keyOf = ({ network, walletAddress }: ListAnswer) => `${network} ${walletAddress}`;

/** Removes up to `limit` answers that are older than a moment, and returns how many. */
export async function deleteOldAnswers(
  { db }: StoreContext,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from screening_answer where ctid = any (array(
      select ctid from screening_answer where answered_at < ${before}
      limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
