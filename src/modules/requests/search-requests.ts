import { currencyById, fiatByCode } from '#catalog/currencies.ts';
import { accountOf, type Context } from '#context.ts';
import { ulidTimeBounds } from '#kit/ulid.ts';
import { findOwnClientId } from '#modules/clients/index.ts';
import { itemOf } from './list-requests.ts';
import { amountRanges } from './model/amount-ranges.ts';
import type { RequestFilters } from './model/request-filters.ts';
import { readWalletFilter } from './model/wallet-filter.ts';
import { countShown, type RequestSearch, searchShown } from './store/request-search.ts';

/** So many requests are counted; to count a million for each page would take longer than to read it. */
export const COUNTED_REQUESTS_MAX = 10_000;

interface RequestSearchInput extends RequestFilters {
  readonly limit: number;
  /** The place after a page that was read; undefined begins with the newest. */
  readonly cursor?: string | undefined;
}

/**
 * A page of the requests of the caller's account that meet every filter, newest first, and with the first page how many there are. Pages
 * follow each other by their cursors, so that what is created meanwhile neither repeats nor hides one. Refuses (400) a wallet that is none.
 */
export async function searchRequests(
  ctx: Context,
  { limit, cursor, ...filters }: RequestSearchInput,
) {
  const search = await searchOf(ctx, filters);
  if (search === undefined) return { requests: [], total: 0, nextCursor: null };
  const [found, total] = await Promise.all([
    // One more than the page shows whether another one follows.
    searchShown(ctx, { ...search, before: cursor }, limit + 1),
    cursor === undefined ? countShown(ctx, search, COUNTED_REQUESTS_MAX) : null,
  ]);
  const shown = found.slice(0, limit);
  return {
    requests: shown.map((request) => itemOf(request, false)),
    total,
    nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** The search of the caller's account by filters; undefined where nothing can meet them. Refuses (400) a wallet that is none. */
export async function searchOf(
  ctx: Context,
  filters: RequestFilters,
): Promise<RequestSearch | undefined> {
  const { status, securePaymentStatus, flow, network, reference, currency } = filters;
  const { requestId, securePaymentToken } = filters;
  const { clientId, minAmount: least, maxAmount: most, fromDate: from, toDate: to } = filters;
  const accountId = accountOf(ctx);
  const client =
    clientId === undefined ? undefined : await findOwnClientId(ctx, { accountId, clientId });
  if (clientId !== undefined && client === undefined) return undefined;
  const hasAmount = least !== undefined || most !== undefined;
  return {
    accountId,
    ...{ status, linkStatus: securePaymentStatus, flow, network, reference },
    ...{ requestId, securePaymentToken },
    ...(currency === undefined ? {} : currencyFilter(currency)),
    amounts: hasAmount ? amountRanges({ least, most }) : undefined,
    payeeAddress: readWalletFilter(filters.walletAddress),
    walletAddress: readWalletFilter(filters.wallet, 'wallet'),
    clientIdId: client?.id,
    ...{ from, to, ids: ulidTimeBounds({ from, to }) },
  };
}

/** A fiat code is what an invoice is in; what is not listed was never paid. */
function currencyFilter(text: string) {
  const fiat = fiatByCode(text);
  return fiat === undefined
    ? { currencyId: currencyById(text)?.id ?? text }
    : { invoiceCurrencyId: fiat.id };
}
