import type { Context } from '#context.ts';
import { listPayments } from './list-payments.ts';

/** Whose payments to read, and which page of them. */
interface TransactionQuery {
  readonly address: string;
  readonly limit: number;
  readonly offset: number;
}

/**
 * A page of the payments that a wallet made or received, of those of the caller's account, newest first. Refuses
 * (400) a wallet that is none, and (403) a public client ID in production.
 */
export async function listTransactions(ctx: Context, { address, limit, offset }: TransactionQuery) {
  const query = { walletAddress: address, limit, offset };
  const { payments, pagination } = await listPayments(ctx, query, 'address');
  return { transactions: payments, pagination };
}
