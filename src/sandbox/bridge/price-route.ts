import type { Currency } from '#catalog/currencies.ts';
import { unitsOf, worthOf } from './prices.ts';
import { noQuote } from './provider-error.ts';
import type { QuoteRequest } from './quote-request.ts';

const CENT = 10n ** 16n;
/** What the relayer takes: a tenth of a percent, and five cents for the gas of the fill. */
const FEE_BPS = 10n;
const FEE_WORTH = 5n * CENT;
/** Below it no relayer fills, above it none has the money. */
const WORTH_MIN = 100n * CENT;
const WORTH_MAX = 1_000_000n * 100n * CENT;
const ALL_BPS = 10_000n;

/** Of a million: the cheapest pools of the exchange, which are those of stablecoins. */
export const POOL_FEE = 100;
const POOL_FEE_ALL = 1_000_000n;
/** How much less than at the rate of the quote a swap may give. */
const SLIPPAGE_BPS = 50n;
/** The same as a share, as the provider's shapes have it. */
export const SLIPPAGE = Number(SLIPPAGE_BPS) / Number(ALL_BPS);

/** What one of a token costs, in dollars with 8 decimals. */
export type Price = (symbol: string) => bigint;

/** A swap before the bridge, to the token that is deposited. */
export interface PricedSwap {
  readonly router: string;
  readonly token: Currency;
  /** What it must give, and what it gives at the rate of the quote. */
  readonly leastUnits: bigint;
  readonly expectedUnits: bigint;
}

/** Both amounts of a route. */
export interface PricedRoute {
  readonly sourceUnits: bigint;
  /** What arrives at least. */
  readonly outputUnits: bigint;
  /** What arrives at the rate of the quote. */
  readonly expectedUnits: bigint;
  /** What the relayer takes, in dollars with 18 decimals. */
  readonly feeWorth: bigint;
  readonly swap: PricedSwap | undefined;
}

/** By the amount that is given, the other one; roundings go to the relayer. Throws `ProviderError` for amounts that no relayer takes. */
export function priceRoute(request: QuoteRequest, price: Price): PricedRoute {
  const { fromToken, toToken, fromAmount, toAmount } = request;
  const exchange = exchangeOf(request);
  const token = exchange?.token ?? fromToken;
  const priced = { router: exchange?.router, token, from: fromToken, price };
  const outputPrice = price(toToken.symbol);
  const given = fromAmount === undefined ? undefined : depositOf(fromAmount, priced);
  const afterFee = ((given?.worth ?? 0n) - FEE_WORTH) * ALL_BPS;
  const outputWorth =
    given === undefined
      ? worthOf(toToken, toAmount ?? 0n, outputPrice)
      : afterFee / (ALL_BPS + FEE_BPS);
  if (outputWorth < WORTH_MIN) throw noQuote('AMOUNT_TOO_LOW', 'The amount is too low');
  if (outputWorth > WORTH_MAX) throw noQuote('INSUFFICIENT_LIQUIDITY', 'The amount is too high');
  const feeWorth = (outputWorth * FEE_BPS) / ALL_BPS + FEE_WORTH;
  const roundedDown = unitsOf(toToken, outputWorth + 1n, outputPrice) - 1n;
  const { sourceUnits, swap } = given ?? inputFor(outputWorth + feeWorth, priced);
  const outputUnits = toAmount ?? roundedDown;
  const expectedUnits =
    swap === undefined ? outputUnits : (outputUnits * swap.expectedUnits) / swap.leastUnits;
  return { sourceUnits, outputUnits, expectedUnits, feeWorth, swap };
}

/** Where the source token is swapped first: another one arrives, and the source network has both it and the exchange. */
function exchangeOf({ source, fromToken, toToken }: QuoteRequest) {
  const { swapRouter: router } = source.contracts;
  const token = source.tokens.find(({ symbol }) => symbol === toToken.symbol);
  const isSame = fromToken.symbol === toToken.symbol;
  return router === undefined || token === undefined || isSame ? undefined : { router, token };
}

interface Priced {
  readonly router: string | undefined;
  /** What is deposited. */
  readonly token: Currency;
  readonly from: Currency;
  readonly price: Price;
}

/** What of so much reaches the bridge at least. */
function depositOf(sourceUnits: bigint, { router, token, from, price }: Priced) {
  const worth = worthOf(from, sourceUnits, price(from.symbol));
  if (router === undefined) return { sourceUnits, worth, swap: undefined };
  const swapped = (worth * (POOL_FEE_ALL - BigInt(POOL_FEE))) / POOL_FEE_ALL;
  const tokenPrice = price(token.symbol);
  const expectedUnits = unitsOf(token, swapped + 1n, tokenPrice) - 1n;
  const leastUnits = (expectedUnits * (ALL_BPS - SLIPPAGE_BPS)) / ALL_BPS;
  const swap = { router, token, leastUnits, expectedUnits };
  return { sourceUnits, worth: worthOf(token, leastUnits, tokenPrice), swap };
}

/** What brings so much to the bridge at least. */
function inputFor(worth: bigint, { router, token, from, price }: Priced) {
  if (router === undefined) {
    return { sourceUnits: unitsOf(from, worth, price(from.symbol)), swap: undefined };
  }
  const tokenPrice = price(token.symbol);
  const leastUnits = unitsOf(token, worth, tokenPrice);
  const expectedUnits = (leastUnits * ALL_BPS) / (ALL_BPS - SLIPPAGE_BPS) + 1n;
  const beforeFee =
    (worthOf(token, expectedUnits, tokenPrice) * POOL_FEE_ALL) / (POOL_FEE_ALL - BigInt(POOL_FEE));
  const swap = { router, token, leastUnits, expectedUnits };
  return { sourceUnits: unitsOf(from, beforeFee + 1n, price(from.symbol)), swap };
}
