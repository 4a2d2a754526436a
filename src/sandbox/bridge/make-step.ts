import type { Currency } from '#catalog/currencies.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import type { RandomSource } from '#kit/secret.ts';
import { encodeRoute } from './encode-route.ts';
import { describeCoin, describeToken, EXCHANGE, TOOL } from './listings.ts';
import {
  type Price,
  type PricedRoute,
  type PricedSwap,
  priceRoute,
  SLIPPAGE,
} from './price-route.ts';
import { dollars, readPrices, unitsOf, worthOf } from './prices.ts';
import type { QuoteRequest } from './quote-request.ts';

/** How long a deposit may wait for its fill, by the destination's clock; the contract allows six hours. */
const FILL_SECONDS = 3_600;
/** How long a swap may wait for its block. */
const SWAP_SECONDS = 1_200;
const DURATION_SECONDS = 4;
/** Above what a deposit takes, with its log, and with a swap before it. */
const GAS_LIMIT = 400_000n;
const SWAP_GAS_LIMIT = 700_000n;

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
  const { swap } = priced;
  const routeId = hexOf(random(32));
  const quotedAt = Number(head.timestamp);
  const data = encodeRoute(request, {
    ...priced,
    routeId,
    quotedAt,
    fillDeadline: quotedAt + FILL_SECONDS,
    swap: swap && { ...swap, by: quotedAt + SWAP_SECONDS },
  });
  const gasLimit = swap === undefined ? GAS_LIMIT : SWAP_GAS_LIMIT;
  const action = actionOf(request, priced);
  const estimate = estimateOf(request, { priced, price, gasPrice, gasLimit });
  return {
    id: routeId,
    type: 'lifi',
    tool: TOOL.key,
    toolDetails: TOOL,
    action,
    estimate,
    includedSteps: partsOf(request, { routeId, swap, action, estimate }),
    transactionId: routeId,
    integrator: request.integrator,
    transactionRequest: {
      to: source.contracts.diamond,
      from: request.fromAddress,
      data,
      value: '0x0',
      gasLimit: `0x${gasLimit.toString(16)}`,
      gasPrice: `0x${gasPrice.toString(16)}`,
      chainId: fromToken.chainId,
    },
  };
}

function estimateOf(
  { source, fromToken, toToken }: QuoteRequest,
  {
    priced,
    price,
    gasPrice,
    gasLimit,
  }: {
    readonly priced: PricedRoute;
    readonly price: Price;
    readonly gasPrice: bigint;
    readonly gasLimit: bigint;
  },
) {
  const coin = source.network.nativeCurrency;
  const deposited = priced.swap?.token ?? fromToken;
  const worth = (token: Currency, units: bigint) =>
    dollars(worthOf(token, units, price(token.symbol)));
  return {
    tool: TOOL.key,
    fromAmount: String(priced.sourceUnits),
    fromAmountUSD: worth(fromToken, priced.sourceUnits),
    toAmount: String(priced.expectedUnits),
    toAmountMin: String(priced.outputUnits),
    toAmountUSD: worth(toToken, priced.expectedUnits),
    approvalAddress: source.contracts.diamond,
    executionDuration: DURATION_SECONDS,
    feeCosts: [feeCostOf(deposited, priced, price(deposited.symbol))],
    gasCosts: [
      {
        type: 'SEND',
        price: String(gasPrice),
        estimate: String(gasLimit),
        limit: String(gasLimit),
        amount: String(gasPrice * gasLimit),
        amountUSD: dollars(worthOf(coin, gasPrice * gasLimit, price(coin.symbol))),
        token: describeCoin(source, price(coin.symbol)),
      },
    ],
  };
}

interface Whole {
  readonly routeId: Hex;
  readonly swap: PricedSwap | undefined;
  readonly action: ReturnType<typeof actionOf>;
  readonly estimate: ReturnType<typeof estimateOf>;
}

/** What is done one after the other: a swap, the bridge, the calls. */
function partsOf(request: QuoteRequest, { routeId, swap, action, estimate }: Whole) {
  const part = (type: string, tool: { readonly key: string; readonly name: string }) => {
    const toolDetails = { ...tool, logoURI: '' };
    return { id: `${routeId}:${type}`, type, tool: tool.key, toolDetails, action, estimate };
  };
  const cross = part('cross', TOOL);
  const calls = request.contractCalls ? [part('custom', { key: 'custom', name: 'Call' })] : [];
  if (swap === undefined) return [cross, ...calls];
  const token = describeToken(swap.token);
  const [fromAmount, toAmount] = [String(swap.leastUnits), String(swap.expectedUnits)];
  const swapped = part('swap', EXCHANGE);
  return [
    {
      ...swapped,
      action: { ...action, toChainId: action.fromChainId, toToken: token },
      estimate: { ...estimate, tool: EXCHANGE.key, toAmount, toAmountMin: fromAmount },
    },
    {
      ...cross,
      action: { ...action, fromToken: token, fromAmount },
      estimate: { ...estimate, fromAmount },
    },
    ...calls,
  ];
}

function actionOf(request: QuoteRequest, { sourceUnits, swap }: PricedRoute) {
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
    slippage: swap === undefined ? 0 : SLIPPAGE,
    ...(call && {
      toContractAddress: call.toContractAddress,
      toContractCallData: call.toContractCallData,
      toFallbackAddress: toFallbackAddress ?? fromAddress,
    }),
  };
}

function feeCostOf(token: Currency, { feeWorth }: PricedRoute, price: bigint) {
  return {
    name: 'Relayer fee',
    description: 'What the relayer of the sandbox takes',
    percentage: '0.001',
    token: describeToken(token),
    amount: String(unitsOf(token, feeWorth, price)),
    amountUSD: dollars(feeWorth),
    included: true,
  };
}

function hexOf(bytes: Buffer): Hex {
  const text = `0x${bytes.toString('hex')}`;
  return isHex(text) ? text : '0x';
}
