import { accountOf, type Context } from '#context.ts';
import { readPages } from '#kit/read-pages.ts';
import type { Flow } from '#modules/events/index.ts';
import { itemOf } from './list-requests.ts';
import { readWalletFilter } from './model/wallet-filter.ts';
import { findShownBefore } from './store/shown.ts';

/** How many requests one query reads; a page of them is held in memory. */
const PAGE_REQUESTS = 500;

/** Which requests to export. */
interface RequestFilters {
  readonly flow?: Flow | undefined;
  readonly walletAddress?: string | undefined;
}

/**
 * All requests of the caller's account that meet every filter, newest first, a page at a time. What is created after
 * the first page was read is left out. Refuses (400) a wallet that is none.
 */
export function exportRequests(ctx: Context, { flow, walletAddress }: RequestFilters) {
  const accountId = accountOf(ctx);
  const filter = { accountId, flow, payeeAddress: readWalletFilter(walletAddress) };
  return readPages(async (before: string | undefined) => {
    const requests = await findShownBefore(ctx, { ...filter, before }, PAGE_REQUESTS);
    const next = requests.length < PAGE_REQUESTS ? undefined : requests.at(-1)?.id;
    return { items: requests.map((request) => itemOf(request, false)), next };
  });
}
