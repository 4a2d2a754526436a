import { z } from 'zod';
import { SOURCE_SYMBOLS } from '#catalog/bridge.ts';
import { type Currency, fiatByCode } from '#catalog/currencies.ts';
import { type Network, SOURCE_CHAINS } from '#catalog/networks.ts';
import { INVOICE_DECIMALS, invoiceCurrencyOf } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { parseAmount, printAmount } from '#kit/amount.ts';
import { Refusal, refuseFields } from '#kit/failure.ts';
import type { PaymentOrder } from '#modules/calldata/index.ts';
import { checkSourceIsWhole, readRouteSource } from '#modules/crosschain/index.ts';
import { readAddress } from '#modules/destinations/index.ts';
import type { DueFee } from '#modules/fees/index.ts';
import { checkOwnersFields } from './check-creator.ts';
import { feeLegsOf, withFeeOfCall } from './fees-of-order.ts';
import { checkPayableAlone } from './model/payable-alone.ts';
import type { RequestPayQuery } from './model/route-query.ts';
import type { ShownRequest } from './model/shown-request.ts';
import { orderOfRequest } from './order-of-request.ts';
import { openOwnRequest } from './read-scope.ts';
import { findDueFees } from './store/fee-components.ts';

/** Who pays, and from where. */
interface PayerOfOrder {
  /** As its chain shows it. */
  readonly wallet: string | undefined;
  /** The token of another network that it pays from; undefined for that of the request. */
  readonly source: Currency | undefined;
}

/** What names a token of another network to pay from. */
const Source = z.object({ chain: z.enum(SOURCE_CHAINS), token: z.enum(SOURCE_SYMBOLS) });

/** A request that can be paid now, as a payer wants to pay it. */
export interface OrderForPayer extends PayerOfOrder {
  readonly request: ShownRequest;
  readonly order: PaymentOrder;
  /** The fees that are paid by themselves behind it. */
  readonly dueFees: readonly DueFee[];
}

/**
 * The order of a payer for a request: all that is due or a part of it, with the fee
 * of the request, else the one that the call names. Reads no chain.
 *
 * Of a request that was paid without all of its fees it is those, and nothing else.
 *
 * Refuses (400) a query that does not fit, (404) a request that is not the account's, (409) one that
 * was paid, (403) one whose link can no longer be paid or lets only some wallets pay, and a fee that a
 * public client ID may not name.
 */
export async function orderForPayer(
  ctx: Context,
  requestId: string,
  query: RequestPayQuery,
): Promise<OrderForPayer> {
  checkOwnersFields(ctx, query);
  const request = await openOwnRequest(ctx, requestId);
  const outstanding = query.amount === undefined ? await findOutstandingOf(ctx, request) : [];
  if (outstanding.length > 0) {
    const order = orderOfRequest(ctx, request, { dueFees: outstanding });
    return { request, order, dueFees: outstanding, ...readPayer(order, query) };
  }
  checkPayableAlone(request, ctx.now());
  const partialUnits = withFieldsOnly(() => readPartialUnits(request, query.amount));
  const due = orderOfRequest(ctx, request, { partialUnits });
  const payer = readPayer(due, query);
  const dueFees = (await findDueFees(ctx, [request.id])).get(request.id) ?? [];
  const order = withFieldsOnly(() => withFeeOfCall(ctx, query, { request, order: due }));
  return { request, order: { ...order, feeLegs: feeLegsOf(dueFees) }, dueFees, ...payer };
}

/** The fees that a paid request was paid without; of a request that only its link pays, none. */
async function findOutstandingOf(ctx: Context, request: ShownRequest): Promise<readonly DueFee[]> {
  const { link } = request;
  const isOver = link !== undefined && link.status !== 'completed';
  if (request.status !== 'paid' || isOver || link?.guards || link?.hidesPayee) return [];
  const outstanding = await findDueFees(ctx, [request.id], { isPaidWhenSeen: true });
  return outstanding.get(request.id) ?? [];
}

/** The payer's wallet, and what it pays from. Refuses (400) another network without a wallet: a route is made for one. */
function readPayer(order: PaymentOrder, query: RequestPayQuery): PayerOfOrder {
  const wallet = readPayerWallet(order.chain.network, query.wallet);
  const source = withFieldsOnly(() => readSource(order, query));
  if (source === undefined || wallet !== undefined) return { wallet, source };
  const message = 'wallet is required with chain and token: a route is made for one wallet';
  throw refuseFields([{ field: 'wallet', message }], 'wallet_required');
}

/** A part in the unit of the invoice currency; undefined where the call names none. */
function readPartialUnits(request: ShownRequest, text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  const invoiceCurrencyId = request.conversion?.invoiceCurrencyId ?? null;
  const invoiceCurrency = invoiceCurrencyOf({ ...request, invoiceCurrencyId });
  const fiat = invoiceCurrencyId === null ? undefined : fiatByCode(invoiceCurrencyId);
  const decimals = fiat?.decimals ?? invoiceCurrency.decimals;
  const read = parseAmount(text, { field: 'amount', decimals, symbol: invoiceCurrency.symbol });
  const units = fiat === undefined ? read : read * 10n ** BigInt(INVOICE_DECIMALS - decimals);
  const missingUnits = request.expectedUnits - request.paidUnits;
  if (units <= missingUnits) return units;
  const missing = `${printAmount(missingUnits, invoiceCurrency.decimals)} ${invoiceCurrency.symbol}`;
  throw refuseFields([
    { field: 'amount', message: `amount must not be more than is still to pay: ${missing}` },
  ]);
}

/** The wallet of a call, as its chain shows it. Refuses (400) what is none there. */
export function readPayerWallet({ family }: Network, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const wallet = readAddress(family, text);
  if ('problem' in wallet) {
    throw refuseFields([{ field: 'wallet', message: `wallet ${wallet.problem}` }]);
  }
  return wallet.text;
}

/** How the wire calls a network as the chain of a route. */
export function routeChain({ sourceChain, id }: Network): string {
  return sourceChain ?? id.toUpperCase();
}

/**
 * The token of another network that a request is to be paid from; undefined for its own, however its network is called. Refuses (400)
 * what `readRouteSource` does, and a chain or token that no payment comes from.
 */
function readSource({ chain, currency }: PaymentOrder, query: RequestPayQuery) {
  const { network } = chain;
  checkSourceIsWhole(query);
  if (query.chain === undefined || query.token === undefined) return undefined;
  if (query.chain === routeChain(network)) {
    if (query.token === currency.symbol) return undefined;
    const message = `token must be ${currency.symbol}, that of the request: tokens of one network are not swapped`;
    throw refuseFields([{ field: 'token', message }]);
  }
  const read = Source.safeParse(query);
  if (read.success) return readRouteSource(read.data, network, [currency]);
  throw refuseFields(
    read.error.issues.map(({ path: [field], message }) => ({
      field: String(field),
      message: `${String(field)} must be that of the request or a source: ${message}`,
    })),
  );
}

/** Issues of a query are in `errors` alone, also those of a rule for all amounts. */
function withFieldsOnly<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.errors !== undefined) {
      throw refuseFields(thrown.errors, thrown.code);
    }
    throw thrown;
  }
}
