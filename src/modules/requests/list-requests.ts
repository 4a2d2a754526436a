import { invoiceCurrencyOf } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { printAmount } from '#kit/amount.ts';
import { isoTime } from '#kit/clock.ts';
import { hasBeenPaid, payeeOf, type ShownRequest, wireStatus } from './model/shown-request.ts';
import { readWalletFilter } from './model/wallet-filter.ts';
import { checkNotPublic, readScope } from './read-scope.ts';
import { findShownPage } from './store/shown.ts';
import { invoiceOf } from './view-request.ts';

/** Which requests to read, and which page of them. */
interface RequestListQuery {
  readonly walletAddress?: string | undefined;
  readonly securePaymentFlow?: 'incoming' | 'outgoing' | undefined;
  readonly limit: number;
  readonly offset: number;
}

/**
 * A page of the requests of the caller's account, newest first; of a client ID those that were made
 * with it. Refuses (400) a wallet that is none, and (403) a public client ID in production.
 */
export async function listRequests(ctx: Context, input: RequestListQuery) {
  checkNotPublic(ctx);
  const { limit, offset } = input;
  const { accountId, clientIdId, isPublic } = readScope(ctx);
  const payeeAddress = readWalletFilter(input.walletAddress);
  const filter = { accountId, clientIdId, payeeAddress, linkFlow: input.securePaymentFlow };
  const { total, requests } = await findShownPage(ctx, filter, { limit, offset });
  return {
    requests: requests.map((request) => itemOf(request, isPublic)),
    pagination: { total, limit, offset },
  };
}

/** A request as a list reports it; to a caller that anybody may be without hidden payees. */
export function itemOf(request: ShownRequest, isPublic: boolean) {
  const invoiceCurrency = invoiceCurrencyOf({ ...request, ...invoiceOf(request) });
  return {
    requestId: request.requestId,
    paymentReference: request.paymentReference,
    amount: printAmount(request.expectedUnits, invoiceCurrency.decimals),
    invoiceCurrency: invoiceCurrency.currencyId,
    paymentCurrency: request.currencyId,
    hasBeenPaid: hasBeenPaid(request),
    status: wireStatus(request),
    securePaymentStatus: request.link?.status ?? null,
    reference: request.reference,
    createdAt: isoTime(request.createdAt),
    txHash: request.paidTransactionHash,
    payee: payeeOf(request, isPublic),
    payer: request.payerAddress ?? request.paidBy,
    clientId: request.clientId,
  };
}
