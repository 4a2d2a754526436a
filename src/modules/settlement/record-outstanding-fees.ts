import { currencyById } from '#catalog/currencies.ts';
import { isNetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { feesOutstandingPayload, recordEvent } from '#modules/events/index.ts';
import {
  bookDecimals,
  findOutstandingFees,
  findSkippedFees,
  type LockedRequest,
} from '#modules/requests/index.ts';
import { findLinkOfRequest } from '#modules/secure-payments/index.ts';

/** What of a paid request changed. */
interface FeesChange {
  /** Whether payments of the request itself did: then the fee is named that they did not bring. */
  readonly namesSkipped: boolean;
}

/**
 * Records `payment.fees_outstanding` where a paid request was paid without all of its fees, in the
 * transaction that changed the stored payments. Fees that were seen and still wait are on their way.
 */
export async function recordOutstandingFees(
  ctx: Context,
  request: LockedRequest,
  { namesSkipped }: FeesChange,
): Promise<void> {
  const ids = [request.id];
  const due = request.hasFees ? await findOutstandingFees(ctx, ids) : undefined;
  const missed =
    namesSkipped && request.feeUnits > 0n ? await findSkippedFees(ctx, ids) : undefined;
  const [fees, skipped] = [due?.get(request.id) ?? [], missed?.get(request.id)];
  if (fees.length === 0 && skipped === undefined) return;
  const { network, kind } = request;
  const currency = currencyById(request.currencyId);
  invariant(isNetworkId(network) && currency !== undefined, 'a request is in our catalog');
  const link = await findLinkOfRequest(ctx, request.id);
  const creator = link ?? { ...request.story, token: null };
  const symbol = request.invoiceCurrencyId ?? currency.symbol;
  await recordEvent(ctx, {
    accountId: request.accountId,
    securePaymentToken: creator.token,
    clientIdId: creator.clientIdId,
    orchestratorId: creator.orchestratorId,
    origin: creator.origin,
    payload: feesOutstandingPayload({
      requestId: request.requestId,
      paymentReference: request.paymentReference,
      network,
      currency,
      books: { symbol, decimals: bookDecimals(kind, currency) },
      at: ctx.now(),
      fees,
      skipped,
      link: creator,
    }),
  });
}
