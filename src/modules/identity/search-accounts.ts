import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { findListedAccounts } from './store/administration.ts';

/** Which accounts to read. */
export interface AccountSearch {
  readonly search: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/**
 * A page of the accounts of the installation, newest first, for administrators: all, or those with this id, or whose name,
 * email address or wallet begins so.
 */
export async function searchAccounts(ctx: Context, { limit, ...wanted }: AccountSearch) {
  // One more than the page shows whether another page follows.
  const found = await findListedAccounts(ctx, { ...wanted, limit: limit + 1 });
  const accounts = found.slice(0, limit);
  return {
    accounts: accounts.map(({ createdAt, blockedAt, ...account }) => ({
      ...account,
      createdAt: isoTime(createdAt),
      blockedAt: blockedAt && isoTime(blockedAt),
    })),
    nextCursor: found.length > limit ? (accounts.at(-1)?.id ?? null) : null,
  };
}
