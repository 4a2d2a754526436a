import type { Context } from '#context.ts';
import { claimExpiredPayers, type ErasureReason, erasePayer } from '#modules/payers/index.ts';
import { transact } from '#platform/db/transact.ts';
import { eraseDetails, eraseExpiredDetails } from './erase-payment-details.ts';
import { findPayerOf, type PayerName } from './find-own-payer.ts';

/** What was erased. */
export interface Erasure {
  /** Our id of the payer, by which the audit log names it. */
  readonly payerId: string;
  readonly paymentDetails: number;
  /** What others may still have of the person, by the names that they know it by. */
  readonly atProviders: {
    /** References of checks. */
    readonly identityChecks: readonly string[];
    /** Ids of bank accounts. */
    readonly bankAccounts: readonly string[];
  };
}

/**
 * Erases a payer and all their bank accounts, together or not at all. Payments stay. A payout that was ordered goes on to its end: it needs
 * nothing but the provider's own ids. Refuses (404) a payer that the account does not have.
 */
export async function erasePayerData(ctx: Context, name: PayerName): Promise<Erasure> {
  return await transact(ctx, async (ctx) => {
    const { id } = await findPayerOf(ctx, name);
    return await eraseAll(ctx, { id, accountId: name.accountId }, 'request');
  });
}

const DAY_MS = 86_400_000;

/**
 * Erases up to `limit` payers, and as many bank accounts, that were given longer ago than this installation keeps them; returns how many
 * payers and accounts.
 */
export async function eraseExpired(ctx: Context, limit: number): Promise<number> {
  const { personalDataRetentionDays: days } = ctx.settings;
  if (days === 0) return 0;
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  const payers = await transact(ctx, async (ctx) => {
    const claimed = await claimExpiredPayers(ctx, before, limit);
    for (const payer of claimed) await eraseAll(ctx, payer, 'retention');
    return claimed.length;
  });
  return payers + (await eraseExpiredDetails(ctx, before, limit));
}

async function eraseAll(
  ctx: Context,
  payer: { readonly id: string; readonly accountId: string },
  reason: ErasureReason,
): Promise<Erasure> {
  const { id: payerId, accountId } = payer;
  const details = await eraseDetails(ctx, { payerId, accountId }, reason);
  const identityChecks = await erasePayer(ctx, payer, reason);
  const bankAccounts = details.flatMap(({ providerAccountId }) => providerAccountId ?? []);
  return { payerId, paymentDetails: details.length, atProviders: { identityChecks, bankAccounts } };
}
