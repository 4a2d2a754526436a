import type { Context } from '#context.ts';
import {
  findRejectedScreenings,
  findUndecidedScreenings,
  type ListedScreening,
  type ScreeningPlace,
} from './store/screening-lists.ts';

/** Which wallets, and where the page begins. */
interface ListScreeningsInput {
  readonly status: 'rejected' | 'undecided';
  /** Undefined for all accounts. */
  readonly accountId: string | undefined;
  /** The last one of the page before. */
  readonly before: ScreeningPlace | undefined;
  readonly limit: number;
}

/** Up to `limit` wallets of links of all accounts or one that were rejected, or about which nothing is decided, the last first. */
export async function listScreeningsOfAll(
  ctx: Context,
  { status, ...page }: ListScreeningsInput,
): Promise<readonly ListedScreening[]> {
  return status === 'rejected'
    ? await findRejectedScreenings(ctx, page)
    : await findUndecidedScreenings(ctx, page);
}
