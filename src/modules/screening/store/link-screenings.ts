import { sql } from 'kysely';
import type { Context } from '#context.ts';
import type { LinkScreening } from '../model/link-screening.ts';
import { ORACLE } from '../model/providers.ts';

type StoreContext = Pick<Context, 'db'>;

/** What a vendor says beside its decision, and what its next one about the same wallet needs. */
export interface ScreeningDetail {
  readonly level: string;
  readonly categories: readonly string[];
  readonly reference: string | null;
  readonly network: string;
  readonly plan: string | null;
  readonly subject: string;
  /** Undefined leaves what is stored. */
  readonly watchedUntil: Date | undefined;
}

interface NewScreening extends Omit<LinkScreening, 'level' | 'categories' | 'reference'> {
  readonly accountId: string;
  readonly securePaymentToken: string;
  readonly detail: ScreeningDetail | undefined;
  /** How many a link has at most. */
  readonly countMax: number;
}

/**
 * Stores the result about a wallet of a link: true where it had none and has place, or had another that is not younger, so for one of
 * several calls at once.
 */
export async function putScreening({ db }: StoreContext, added: NewScreening): Promise<boolean> {
  const { detail, securePaymentToken: token, role, walletAddress } = added;
  const categories = detail === undefined ? null : [...detail.categories];
  const { rows } = await sql`
    insert into link_screening (
      secure_payment_token, role, wallet_address, account_id, wallet_type, parent_wallet_address,
      status, reason_code, provider, policy_id, evaluated_at, risk_level, categories, reference,
      network, plan, subject, watched_until
    )
    select ${token}::text, ${role}::text, ${walletAddress}::text,
      ${added.accountId}::text, ${added.walletType}::text, ${added.parentWalletAddress}::text,
      ${added.status}::text, ${added.reasonCode}::text, ${added.provider}::text,
      ${added.policyId}::text, ${added.evaluatedAt}::timestamptz,
      ${detail?.level ?? null}::text, ${categories}::text[], ${detail?.reference ?? null}::text,
      ${detail?.network ?? null}::text, ${detail?.plan ?? null}::text,
      ${detail?.subject ?? null}::text, ${detail?.watchedUntil ?? null}::timestamptz
    where ${added.countMax}::integer > (
      select count(*) from link_screening where secure_payment_token = ${token}
    ) or exists (
      select from link_screening
      where secure_payment_token = ${token} and role = ${role} and wallet_address = ${walletAddress}
    )
    on conflict (secure_payment_token, role, wallet_address) do update
    set status = excluded.status, reason_code = excluded.reason_code,
      provider = excluded.provider, policy_id = excluded.policy_id,
      evaluated_at = excluded.evaluated_at, risk_level = excluded.risk_level,
      categories = excluded.categories, reference = excluded.reference,
      network = coalesce(excluded.network, link_screening.network),
      plan = coalesce(excluded.plan, link_screening.plan),
      subject = coalesce(excluded.subject, link_screening.subject),
      watched_until = coalesce(excluded.watched_until, link_screening.watched_until)
    where link_screening.status <> excluded.status
      and link_screening.evaluated_at <= excluded.evaluated_at
    returning wallet_address`.execute(db);
  return rows.length === 1;
}

/** Stores that a vendor has decided about a wallet as before, where that is younger than what is stored. */
export async function confirmScreening({ db }: StoreContext, same: NewScreening): Promise<void> {
  const { detail } = same;
  if (detail === undefined) return;
  const { level, categories, reference, watchedUntil } = detail;
  await db
    .updateTable('link_screening')
    .set({
      provider: same.provider,
      policy_id: same.policyId,
      evaluated_at: same.evaluatedAt,
      risk_level: level,
      categories: [...categories],
      reference,
      ...(watchedUntil && { watched_until: watchedUntil }),
    })
    .where('secure_payment_token', '=', same.securePaymentToken)
    .where('role', '=', same.role)
    .where('wallet_address', '=', same.walletAddress)
    .where('status', '=', same.status)
    .where('provider', '<>', ORACLE)
    .where('evaluated_at', '<', same.evaluatedAt)
    .execute();
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
    level: row.risk_level,
    categories: row.categories,
    reference: row.reference,
  }));
}
