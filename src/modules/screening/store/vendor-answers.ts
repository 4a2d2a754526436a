import { sql } from 'kysely';
import type { NetworkId } from '#catalog/networks.ts';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import type { Context } from '#context.ts';
import type { WalletVerdict } from '#providers/wallet-screener.ts';

type StoreContext = Pick<Context, 'db'>;

/** What an answer is about. */
interface AnswerKey {
  readonly provider: WalletScreenerName;
  /** Null is the default of the operator's account. */
  readonly policyId: string | null;
  readonly network: NetworkId;
  readonly walletAddress: string;
  readonly direction: 'incoming' | 'outgoing';
}

/** The answer of a vendor that is young enough. */
export async function findVendorAnswer(
  { db }: StoreContext,
  { provider, policyId, network, walletAddress, direction, since }: AnswerKey & { since: Date },
): Promise<(WalletVerdict & { readonly evaluatedAt: Date }) | undefined> {
  const row = await db
    .selectFrom('vendor_answer')
    .select(['decision', 'risk_level', 'categories', 'reference', 'answered_at'])
    .where('provider', '=', provider)
    .where('policy_id', '=', policyId ?? '')
    .where('network', '=', network)
    .where('direction', '=', direction)
    .where('wallet_address', '=', walletAddress)
    .where('answered_at', '>', since)
    .executeTakeFirst();
  return (
    row && {
      decision: row.decision === 'approved' ? 'approved' : 'rejected',
      level: row.risk_level,
      categories: row.categories,
      reference: row.reference,
      evaluatedAt: row.answered_at,
    }
  );
}

/** Keeps an answer in place of an older one. */
export async function keepVendorAnswer(
  { db }: StoreContext,
  answer: AnswerKey & WalletVerdict & { readonly evaluatedAt: Date },
): Promise<void> {
  await sql`
    insert into vendor_answer (
      provider, policy_id, network, direction, wallet_address, decision, risk_level, categories,
      reference, answered_at
    ) values (
      ${answer.provider}, ${answer.policyId ?? ''}, ${answer.network}, ${answer.direction},
      ${answer.walletAddress}, ${answer.decision}, ${answer.level}, ${answer.categories}::text[],
      ${answer.reference}, ${answer.evaluatedAt}
    )
    on conflict (provider, policy_id, network, direction, wallet_address) do update
    set decision = excluded.decision, risk_level = excluded.risk_level,
      categories = excluded.categories, reference = excluded.reference,
      answered_at = excluded.answered_at
    where vendor_answer.answered_at <= excluded.answered_at`.execute(db);
}

/** Removes what a vendor said of wallets, by whichever policy and network. */
export async function deleteVendorAnswers(
  { db }: StoreContext,
  {
    provider,
    wallets,
  }: { readonly provider: WalletScreenerName; readonly wallets: readonly string[] },
): Promise<void> {
  if (wallets.length === 0) return;
  await db
    .deleteFrom('vendor_answer')
    .where('wallet_address', 'in', wallets)
    .where('provider', '=', provider)
    .execute();
}

/** Removes up to `limit` answers that are older than a moment, and returns how many. */
export async function deleteOldVendorAnswers(
  { db }: StoreContext,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from vendor_answer where ctid = any (array(
      select ctid from vendor_answer where answered_at < ${before}
      limit ${limit} for update skip locked
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
