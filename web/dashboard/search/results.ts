import { plainText } from '../../ui/plain-text.ts';
import type { RequestSummary } from '../api/shapes.ts';
import { searchMessages as messages } from '../messages/en-search.ts';
import type { pagesOf } from '../shell/pages.ts';
import { amountText } from '../ui/amount-text.ts';
import { readCurrencyId } from '../ui/currency-id.ts';

/** Something that was found, and where it is. */
export interface Result {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly more?: string;
  readonly request?: RequestSummary;
  /** An address within the dashboard. */
  readonly href: string;
}

/** What is searched beside the API: the pages that somebody may open. */
type Pages = ReturnType<typeof pagesOf>;

/** Everything that a text leads to, in the order in which it is shown. */
export function resultsOf(
  text: string,
  { found, pages }: { readonly found: readonly RequestSummary[]; readonly pages: Pages },
): readonly Result[] {
  return [...found.map(paymentResult), ...pageResults(text, pages), ...furtherResults(text)];
}

function paymentResult(request: RequestSummary): Result {
  const { requestId, amount, paymentCurrency, reference } = request;
  const { symbol } = readCurrencyId(paymentCurrency);
  return {
    key: requestId,
    group: messages.payments,
    label: amount === null ? messages.hiddenAmount : amountText(amount, symbol),
    more: plainText(reference ?? requestId),
    request,
    href: `/payments/${encodeURIComponent(requestId)}`,
  };
}

/** The pages whose name has every word of the text; all where there is none. */
function pageResults(text: string, pages: Pages): readonly Result[] {
  const words = text.toLowerCase().split(/\s+/);
  return pages
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .map(({ to, label }) => ({ key: to, group: messages.pages, label, href: to }));
}

/** Where a text may be looked up that nothing is known of yet. */
function furtherResults(text: string): readonly Result[] {
  if (text === '') return [];
  const group = messages.lookUp;
  const about = new URLSearchParams({ about: text });
  const call = new URLSearchParams({ call: text });
  return [
    { key: 'events', group, label: messages.eventsAbout, href: `/events?${about}` },
    { key: 'calls', group, label: messages.callsWith, href: `/api-requests?${call}` },
  ];
}
