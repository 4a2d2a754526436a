import { type Hex, isHex } from '#kit/hex.ts';
import type { RandomSource } from '#kit/secret.ts';
import { encodeRoute } from './encode-route.ts';
import { describeCoin, describeToken, TOOL } from './listings.ts';
import { dollars, readPrices, unitsOf, worthOf } from './prices.ts';
import { noQuote } from './provider-error.ts';
import type { QuoteRequest } from './quote-request.ts';

const CENT = 10n ** 16n;
/** What the relayer takes: a tenth of a percent, and five cents for the gas of the fill. */
const FEE_BPS = 10n;
const FEE_WORTH = 5n * CENT;
/** Below it no relayer fills, above it none has the money. */
const WORTH_MIN = 100n * CENT;
const WORTH_MAX = 1_000_000n * 100n * CENT;
/** How long a deposit may wait for its fill, by the destination's clock; the contract allows six hours. */
const FILL_SECONDS = 3_600;
const DURATION_SECONDS = 4;
/** Above what a deposit takes, with its log. */
const GAS_LIMIT = 400_000n;

/** A quote in the provider's shape. Throws `ProviderError` for amounts that no relayer takes. */
export async function makeStep(request: QuoteRequest, random: RandomSource) {
  const { source, fromToken, toToken } = request;
  const coin = source.network.nativeCurrency;
  const [price, gasPrice, head] = await Promise.all([
    readPrices(source, [fromToken.symbol, toToken.symbol, coin.symbol]),
    source.client.getGasPrice(),
    source.client.getBlock(),
  ]);
  const priced = priceRoute(request, price);
  const routeId = hexOf(random(32));
  const quotedAt = Number(head.timestamp);
  const data = encodeRoute(request, {
    ...priced,
    routeId,
    quotedAt,
    fillDeadline: quotedAt + FILL_SECONDS,
  });
  const action = actionOf(request, priced.sourceUnits);
  const gasWorth = worthOf(coin, gasPrice * GAS_LIMIT, price(coin.symbol));
  const estimate = {
    tool: TOOL.key,
    fromAmount: String(priced.sourceUnits),
    fromAmountUSD: dollars(worthOf(fromToken, priced.sourceUnits, price(fromToken.symbol))),
    toAmount: String(priced.outputUnits),
    toAmountMin: String(priced.outputUnits),
    toAmountUSD: dollars(worthOf(toToken, priced.outputUnits, price(toToken.symbol))),
    approvalAddress: source.contracts.diamond,
    executionDuration: DURATION_SECONDS,
    feeCosts: [feeCostOf(request, priced, price(fromToken.symbol))],
    gasCosts: [
      {
        type: 'SEND',
        price: String(gasPrice),
        estimate: String(GAS_LIMIT),
        limit: String(GAS_LIMIT),
        amount: String(gasPrice * GAS_LIMIT),
        amountUSD: dollars(gasWorth),
        token: describeCoin(source, price(coin.symbol)),
      },
    ],
  };
  const part = (type: string, tool: string) => {
    const toolDetails = tool === TOOL.key ? TOOL : { key: tool, name: 'Call', logoURI: '' };
    return { id: `${routeId}:${type}`, type, tool, toolDetails, action, estimate };
  };
  const last = request.contractCalls ? [part('custom', 'custom')] : [];
  return {
    id: routeId,
    type: 'lifi',
    tool: TOOL.key,
    toolDetails: TOOL,
    action,
    estimate,
    includedSteps: [part('cross', TOOL.key), ...last],
    transactionId: routeId,
    integrator: request.integrator,
    transactionRequest: {
      to: source.contracts.diamond,
      from: request.fromAddress,
      data,
      value: '0x0',
      gasLimit: `0x${GAS_LIMIT.toString(16)}`,
      gasPrice: `0x${gasPrice.toString(16)}`,
      chainId: fromToken.chainId,
    },
  };
}

type Price = (symbol: string) => bigint;

interface PricedRoute {
  readonly sourceUnits: bigint;
  readonly outputUnits: bigint;
  readonly feeWorth: bigint;
}

/** By the amount that is given, the other one; roundings go to the relayer. */
function priceRoute(request: QuoteRequest, price: Price): PricedRoute {
  const { fromToken, toToken, fromAmount, toAmount } = request;
  const [sourcePrice, outputPrice] = [price(fromToken.symbol), price(toToken.symbol)];
  const given = fromAmount === undefined ? undefined : worthOf(fromToken, fromAmount, sourcePrice);
  const afterFee = ((given ?? 0n) - FEE_WORTH) * 10_000n;
  const outputWorth =
    given === undefined
      ? worthOf(toToken, toAmount ?? 0n, outputPrice)
      : afterFee / (10_000n + FEE_BPS);
  if (outputWorth < WORTH_MIN) throw noQuote('AMOUNT_TOO_LOW', 'The amount is too low');
  if (outputWorth > WORTH_MAX) throw noQuote('INSUFFICIENT_LIQUIDITY', 'The amount is too high');
  const feeWorth = (outputWorth * FEE_BPS) / 10_000n + FEE_WORTH;
  const roundedDown = unitsOf(toToken, outputWorth + 1n, outputPrice) - 1n;
  return {
    sourceUnits: fromAmount ?? unitsOf(fromToken, outputWorth + feeWorth, sourcePrice),
    outputUnits: toAmount ?? roundedDown,
    feeWorth,
  };
}

function actionOf(request: QuoteRequest, sourceUnits: bigint) {
  const { fromToken, toToken, fromAddress, contractCalls, toFallbackAddress } = request;
  const [call] = contractCalls ?? [];
  return {
    fromChainId: fromToken.chainId,
    fromAmount: String(sourceUnits),
    fromToken: describeToken(fromToken),
    fromAddress,
    toChainId: toToken.chainId,
    toToken: describeToken(toToken),
    toAddress: request.toAddress ?? fromAddress,
    slippage: 0,
    ...(call && {
      toContractAddress: call.toContractAddress,
      toContractCallData: call.toContractCallData,
      toFallbackAddress: toFallbackAddress ?? fromAddress,
    }),
  };
}

function feeCostOf({ fromToken }: QuoteRequest, { feeWorth }: PricedRoute, price: bigint) {
  return {
    name: 'Relayer fee',
    description: 'What the relayer of the sandbox takes',
    percentage: '0.001',
    token: describeToken(fromToken),
    amount: String(unitsOf(fromToken, feeWorth, price)),
    amountUSD: dollars(feeWorth),
    included: true,
  };
}

function hexOf(bytes: Buffer): Hex {
  const text = `0x${bytes.toString('hex')}`;
  return isHex(text) ? text : '0x';
}
