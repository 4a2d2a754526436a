import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId } from '#catalog/networks.ts';
import { invoiceDecimals } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { type EventDraft, payloadOf, recordEvents } from '#modules/events/index.ts';
import { type Accounted, findDueFees, findSkippedFees } from '#modules/requests/index.ts';
import { findLinksOfRequests, type SettlingLink } from '#modules/secure-payments/index.ts';

/** A paid request of which something changed. */
interface FeesChange {
  readonly request: Accounted['request'];
  /** Whether payments of the request itself did: then the fee is named that they did not bring. */
  readonly namesSkipped: boolean;
}

/**
 * Records `payment.fees_outstanding` for each of these paid requests that was paid without all of its fees, in
 * the transaction that changed the stored payments. Fees that were seen and still wait are on their way.
 */
export async function recordOutstandingFees(
  ctx: Context,
  changes: readonly FeesChange[],
): Promise<void> {
  const having = changes.filter(({ request }) => request.hasFees);
  const agreed = changes.filter(
    ({ request, namesSkipped }) => namesSkipped && request.feeUnits > 0n,
  );
  const due = await findDueFees(ctx, idsOf(having), { isPaidWhenSeen: true });
  const missed = await findSkippedFees(ctx, idsOf(agreed));
  const missing = changes.filter(({ request: { id } }) => due.has(id) || missed.has(id));
  if (missing.length === 0) return;
  const links = await findLinksOfRequests(ctx, idsOf(missing));
  const drafts = missing.map(({ request }) =>
    draftOf(ctx, request, {
      creator: links.get(request.id) ?? { ...request.attribution, token: null },
      fees: due.get(request.id) ?? [],
      skipped: missed.get(request.id),
    }),
  );
  await recordEvents(ctx, drafts);
}

const idsOf = (changes: readonly FeesChange[]) => changes.map(({ request }) => request.id);

type Payload = Extract<
  Parameters<typeof payloadOf>[0],
  { readonly event: 'payment.fees_outstanding' }
>;

interface Missing extends Pick<Payload, 'fees' | 'skipped'> {
  readonly creator: Omit<SettlingLink, 'token' | 'expiresAt'> & { readonly token: string | null };
}

function draftOf(
  ctx: Context,
  request: Accounted['request'],
  { creator, fees, skipped }: Missing,
): EventDraft {
  const { network, kind } = request;
  const currency = currencyById(request.currencyId);
  invariant(isNetworkId(network) && currency !== undefined, 'a request is in our catalog');
  const symbol = request.invoiceCurrencyId ?? currency.symbol;
  return {
    accountId: request.accountId,
    securePaymentToken: creator.token,
    clientIdId: creator.clientIdId,
    orchestratorId: creator.orchestratorId,
    origin: creator.origin,
    payload: payloadOf({
      event: 'payment.fees_outstanding',
      requestId: request.requestId,
      paymentReference: request.paymentReference,
      network,
      currency,
      invoiceCurrency: { symbol, decimals: invoiceDecimals(kind, currency) },
      at: ctx.now(),
      fees,
      skipped,
      link: creator,
    }),
  };
}
