import type { Context } from '#context.ts';
import {
  findSuspicious,
  type SuspiciousFilter,
  type SuspiciousTransfer,
} from './store/suspicious.ts';

/** How many are returned at once; each is a line for a person. */
const PAGE_MAX = 200;

/** A page of what names requests of ours and pays nothing of them. */
export interface SuspiciousPage {
  readonly transfers: readonly SuspiciousTransfer[];
  /** Where the next page begins; undefined behind the last one. */
  readonly next: string | undefined;
}

/**
 * Transfers that name our requests and pay nothing of them, newest first, from the position that an earlier
 * page returned. For operators: payers and integrators are never notified of it, as anybody can copy a
 * reference.
 */
export async function listSuspicious(
  ctx: Context,
  filter: SuspiciousFilter,
  cursor?: string,
): Promise<SuspiciousPage> {
  const transfers = await findSuspicious(ctx, filter, { before: cursor, limit: PAGE_MAX });
  return { transfers, next: transfers.length < PAGE_MAX ? undefined : transfers.at(-1)?.id };
}
