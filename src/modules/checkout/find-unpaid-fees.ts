import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { type PaymentOrder, type Quote, quoteOrders } from '#modules/calldata/index.ts';
import { findSkippedFees, orderOfRequest } from '#modules/requests/index.ts';
import type { LinkedRequest, SecurePayment } from '#modules/secure-payments/index.ts';
import {
  type OutstandingFeeShown,
  outstandingFeesShown,
  type SkippedFeeShown,
  skippedFeesShown,
} from './model/outstanding-fees.ts';
import { type FeesByRequest, findOutstandingOf } from './order-with-fees.ts';

/** The fees that links were paid without. */
export interface UnpaidFees {
  /** Those that can still be paid. */
  readonly outstandingFees: readonly OutstandingFeeShown[];
  /** Those that belonged inside payments, and that no payment can bring any more. */
  readonly skippedFees: readonly SkippedFeeShown[];
}

/**
 * The fees that a link was paid without, for its payer. One query where it has a fee inside its
 * payments; one read of the chain where an outstanding fee is converted, whose rate is left out where
 * no node answers.
 */
export async function findUnpaidFeesOf(
  ctx: Context,
  link: SecurePayment,
  outstanding: FeesByRequest,
): Promise<UnpaidFees> {
  const skipped = await findSkippedFees(ctx, idsWithSlot([link]));
  const quotes = await quoteFees(ctx, [link], outstanding);
  return {
    outstandingFees: outstandingFeesShown(link, outstanding, quotes),
    skippedFees: skippedFeesShown(link, skipped),
  };
}

/** The same of the children of a bundle, each with the token of its child; two queries for all of them. */
export async function findUnpaidFeesOfChildren(
  ctx: Context,
  links: readonly SecurePayment[],
): Promise<UnpaidFees> {
  const outstanding = await findOutstandingOf(ctx, links);
  const skipped = await findSkippedFees(ctx, idsWithSlot(links));
  const quotes = await quoteFees(ctx, links, outstanding);
  return {
    outstandingFees: links.flatMap((link) =>
      outstandingFeesShown(link, outstanding, quotes).map((fee) => ({
        securePaymentToken: link.token,
        ...fee,
      })),
    ),
    skippedFees: links.flatMap((link) =>
      skippedFeesShown(link, skipped).map((fee) => ({ securePaymentToken: link.token, ...fee })),
    ),
  };
}

/** The requests of links that have a fee inside their payments. */
function idsWithSlot(links: readonly SecurePayment[]): readonly string[] {
  return links
    .flatMap(({ requests }) => requests)
    .filter(({ feeUnits }) => feeUnits > 0n)
    .map(({ id }) => id);
}

/** What outstanding fees of converted invoices take now, by their rows; those of no rate are left out. */
async function quoteFees(
  ctx: Context,
  links: readonly SecurePayment[],
  outstanding: FeesByRequest,
): Promise<ReadonlyMap<string, Quote>> {
  const converted = links
    .filter(({ access }) => !access.hidesUntilApproved)
    .flatMap(({ requests }) => requests)
    .filter(({ id, conversion }) => conversion !== undefined && outstanding.has(id));
  const quotes = new Map<string, Quote>();
  for (const [network, requests] of Map.groupBy(converted, (request) => request.network)) {
    try {
      for (const [id, quote] of await quoteRequests(ctx, requests, outstanding)) {
        quotes.set(id, quote);
      }
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
      ctx.log.warn({ err: error, network }, 'the rate of outstanding fees is not known');
    }
  }
  return quotes;
}

async function quoteRequests(
  ctx: Context,
  requests: readonly LinkedRequest[],
  outstanding: FeesByRequest,
): Promise<readonly (readonly [string, Quote])[]> {
  const named = requests.flatMap((request) =>
    (outstanding.get(request.id) ?? []).map((fee): [string, PaymentOrder] => [
      fee.componentId,
      orderOfRequest(ctx, request, { dueFees: [fee] }),
    ]),
  );
  const quotes = await quoteOrders(named.map(([, order]) => order));
  return named.flatMap(([id], i) => {
    const quote = quotes[i];
    return quote === undefined ? [] : [[id, quote] as const];
  });
}
