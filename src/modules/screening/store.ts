import { sql } from 'kysely';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { LinkScreening } from './model/link-screening.ts';

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

interface NewScreening extends LinkScreening {
  readonly accountId: string;
  readonly securePaymentToken: string;
  /** How many a link has at most. */
  readonly countMax: number;
}

/** Adds the result about a wallet of a link: true where it had none and has place, so for one of several calls at once. */
export async function insertScreening({ db }: StoreContext, added: NewScreening): Promise<boolean> {
  const { rows } = await sql`
    insert into link_screening (
      secure_payment_token, role, wallet_address, account_id, wallet_type, parent_wallet_address,
      status, reason_code, provider, policy_id, evaluated_at
    )
    select ${added.securePaymentToken}::text, ${added.role}::text, ${added.walletAddress}::text,
      ${added.accountId}::text, ${added.walletType}::text, ${added.parentWalletAddress}::text,
      ${added.status}::text, ${added.reasonCode}::text, ${added.provider}::text,
      ${added.policyId}::text, ${added.evaluatedAt}::timestamptz
    where ${added.countMax}::integer > (
      select count(*) from link_screening where secure_payment_token = ${added.securePaymentToken}
    )
    on conflict (secure_payment_token, role, wallet_address) do nothing
    returning wallet_address`.execute(db);
  return rows.length === 1;
}

/** What is stored about the wallets of a link, the oldest first. */
export async function findScreenings(
  { db }: StoreContext,
  securePaymentToken: string,
): Promise<readonly LinkScreening[]> {
  const rows = await db
    .selectFrom('link_screening')
    .selectAll()
    .where('secure_payment_token', '=', securePaymentToken)
    .orderBy('evaluated_at')
    .orderBy('wallet_address')
    .execute();
  return rows.map((row) => ({
    role: row.role === 'payer' ? 'payer' : 'recipient',
    walletAddress: row.wallet_address,
    walletType: row.wallet_type === 'eoa' ? 'eoa' : 'smart_account',
    parentWalletAddress: row.parent_wallet_address,
    status: row.status === 'approved' ? 'approved' : 'rejected',
    reasonCode: row.reason_code,
    provider: row.provider,
    policyId: row.policy_id,
    evaluatedAt: row.evaluated_at,
  }));
}
