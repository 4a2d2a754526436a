import { sql } from 'kysely';
import { isNetworkId, type NetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { DueCondition } from '#platform/sweep.ts';
import type { LinkScreening, WalletRole } from '../model/link-screening.ts';
import { type LinkWallet, readSubject, writeSubject } from '../model/screened-subject.ts';
import {
  readScreeningPlan,
  type ScreeningPlan,
  writeScreeningPlan,
} from '../model/screening-plan.ts';

type StoreContext = Pick<Context, 'db'>;

/** A wallet of a link and by whom it is judged. */
export interface PlannedWallet extends LinkWallet {
  readonly plan: ScreeningPlan;
  readonly network: NetworkId;
}

/** What is known of a wallet of a link. */
export interface LinkWalletState {
  readonly walletAddress: string;
  /** The last decision; undefined where none was reported. */
  readonly status: LinkScreening['status'] | undefined;
  readonly evaluatedAt: Date | undefined;
  /** Whether a background job waits for its vendors. */
  readonly isRunning: boolean;
  /** When they failed last. */
  readonly failedAt: Date | undefined;
}

interface StatesQuery {
  readonly securePaymentToken: string;
  readonly role: WalletRole;
  readonly wallets: readonly string[];
}

/** What is known of wallets of a link, and how many wallets it has in all. */
export async function findLinkWallets(
  { db }: StoreContext,
  { securePaymentToken: token, role, wallets }: StatesQuery,
): Promise<{ readonly states: readonly LinkWalletState[]; readonly count: number }> {
  const { rows } = await sql<{
    wallet_address: string;
    status: string | null;
    evaluated_at: Date | null;
    due_at: Date | null;
    failed_at: Date | null;
    total: string;
  }>`
    select named.wallet_address, decided.status, decided.evaluated_at, waiting.due_at, waiting.failed_at,
      (select count(*) from link_screening where secure_payment_token = ${token})
        + (select count(*) from wallet_screening where secure_payment_token = ${token}) as total
    from unnest(${wallets}::text[]) as named (wallet_address)
    left join link_screening decided on decided.secure_payment_token = ${token}
      and decided.role = ${role} and decided.wallet_address = named.wallet_address
    left join wallet_screening waiting on waiting.secure_payment_token = ${token}
      and waiting.role = ${role} and waiting.wallet_address = named.wallet_address`.execute(db);
  const states = rows.map((row) => ({
    walletAddress: row.wallet_address,
    status: row.status === null ? undefined : statusOf(row.status),
    evaluatedAt: row.evaluated_at ?? undefined,
    isRunning: row.due_at !== null,
    failedAt: row.failed_at ?? undefined,
  }));
  return { states, count: Number(rows[0]?.total ?? 0) };
}

const statusOf = (text: string): LinkScreening['status'] =>
  text === 'approved' ? 'approved' : 'rejected';

interface Undecided extends PlannedWallet {
  readonly now: Date;
  /** When a background job goes on; undefined where the vendors failed. */
  readonly dueAt: Date | undefined;
}

/** Keeps that a wallet of a link is not decided about yet, in place of what was kept of it. */
export async function putUndecided({ db }: StoreContext, one: Undecided): Promise<void> {
  const dueAt = one.dueAt ?? null;
  const failedAt = one.dueAt === undefined ? one.now : null;
  await sql`
    insert into wallet_screening (
      secure_payment_token, role, wallet_address, account_id, network, plan, subject, due_at,
      failed_at, created_at
    ) values (
      ${one.securePaymentToken}, ${one.role}, ${one.walletAddress}, ${one.accountId},
      ${one.network}, ${writeScreeningPlan(one.plan)}, ${writeSubject(one.subject)},
      ${dueAt}::timestamptz, ${failedAt}::timestamptz, ${one.now}
    )
    on conflict (secure_payment_token, role, wallet_address) do update
    set due_at = excluded.due_at, failed_at = excluded.failed_at
    -- One that a background job works on is left to it.
    where wallet_screening.due_at is null`.execute(db);
}

/** A wallet that a background job has taken until a moment. */
export interface ClaimedWallet extends PlannedWallet {
  /** Since when it was due: an older decision is not the answer. */
  readonly dueSince: Date;
  readonly claimedUntil: Date;
}

/** Whether a wallet is due. */
export const isWalletDue = ({ now }: Pick<Context, 'now'>): DueCondition => sql`(
  select true from wallet_screening where due_at <= ${now()} order by due_at limit 1)`;

/** Takes wallets that are due; one whose job ends without a word is due again at `until`. */
export async function claimDue(
  { db }: StoreContext,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<readonly ClaimedWallet[]> {
  const { rows } = await sql<{
    secure_payment_token: string;
    role: string;
    wallet_address: string;
    account_id: string;
    network: string;
    plan: string;
    subject: string;
    due_since: Date;
  }>`
    with due as (
      select secure_payment_token, role, wallet_address, due_at from wallet_screening
      where due_at <= ${now} order by due_at limit ${limit} for update skip locked
    )
    update wallet_screening waiting set due_at = ${until} from due
    where waiting.secure_payment_token = due.secure_payment_token
      and waiting.role = due.role and waiting.wallet_address = due.wallet_address
    returning waiting.secure_payment_token, waiting.role, waiting.wallet_address,
      waiting.account_id, waiting.network, waiting.plan, waiting.subject,
      due.due_at as due_since`.execute(db);
  return rows.map((row) => {
    const plan = readScreeningPlan(row.plan);
    invariant(plan !== null && isNetworkId(row.network), 'only we write these rows');
    return {
      securePaymentToken: row.secure_payment_token,
      role: row.role === 'payer' ? 'payer' : 'recipient',
      walletAddress: row.wallet_address,
      accountId: row.account_id,
      network: row.network,
      plan,
      subject: readSubject(row.subject),
      dueSince: row.due_since,
      claimedUntil: until,
    };
  });
}

type WalletKey = Pick<PlannedWallet, 'securePaymentToken' | 'role' | 'walletAddress'>;

/** Keeps that the vendors failed; false where somebody else has taken the wallet meanwhile. */
export async function markFailed(
  { db }: StoreContext,
  { now, claimedUntil, ...key }: WalletKey & { readonly now: Date; readonly claimedUntil: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('wallet_screening')
    .set({ due_at: null, failed_at: now })
    .where('secure_payment_token', '=', key.securePaymentToken)
    .where('role', '=', key.role)
    .where('wallet_address', '=', key.walletAddress)
    .where('due_at', '=', claimedUntil)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes what was kept of a wallet that is decided about, unless it is due for another job than the one that decided. */
export async function deleteUndecided(
  { db }: StoreContext,
  { claimedUntil, ...key }: WalletKey & { readonly claimedUntil: Date | undefined },
): Promise<void> {
  await db
    .deleteFrom('wallet_screening')
    .where('secure_payment_token', '=', key.securePaymentToken)
    .where('role', '=', key.role)
    .where('wallet_address', '=', key.walletAddress)
    .where(({ eb, or }) =>
      or([
        eb('due_at', 'is', null),
        ...(claimedUntil === undefined ? [] : [eb('due_at', '=', claimedUntil)]),
      ]),
    )
    .execute();
}
