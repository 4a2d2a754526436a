import { accountOf, type Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import type { PayerFilters } from './model/listed-payer.ts';
import { isCompliant } from './model/payer.ts';
import { findListedPayers } from './store/lists.ts';

/** Which payers to read. */
interface PayersQuery extends PayerFilters {
  readonly limit: number;
  /** The `userId` of the last payer of the page before. */
  readonly cursor?: string | undefined;
}

/** A page of the payers of the calling account, those that were named last first. Payers that were erased are in none. */
export async function listPayers(ctx: Context, { limit, cursor, ...filters }: PayersQuery) {
  const accountId = accountOf(ctx);
  const found = await findListedPayers(ctx, {
    ...filters,
    accountId,
    limit: limit + 1,
    after: cursor,
  });
  const payers = found.slice(0, limit).map(({ createdAt, ...payer }) => ({
    ...payer,
    isCompliant: isCompliant({ ...payer, identityStatus: payer.kycStatus }),
    createdAt: isoTime(createdAt),
  }));
  return { payers, nextCursor: found.length > limit ? (payers.at(-1)?.userId ?? null) : null };
}
