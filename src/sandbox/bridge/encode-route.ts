import {
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  pad,
  zeroAddress,
  zeroHash,
} from 'viem';
import { diamondAbi, messageParameters, swapRouterAbi } from '#catalog/abis/bridge.ts';
import type { Hex } from '#kit/hex.ts';
import { asHex } from './bridged-nodes.ts';
import { POOL_FEE, type PricedSwap } from './price-route.ts';
import type { QuoteRequest } from './quote-request.ts';

const ONE = 10n ** 18n;

/** A quote that is to be encoded. */
interface Route {
  readonly routeId: Hex;
  readonly sourceUnits: bigint;
  readonly outputUnits: bigint;
  /** In seconds, by the clock of the source network. */
  readonly quotedAt: number;
  readonly fillDeadline: number;
  /** A swap before the bridge, and until when it must be made. */
  readonly swap?: (PricedSwap & { readonly by: number }) | undefined;
}

/** The calldata of a route for the diamond: straight to an address, or with calls on the destination; with a swap before it, or without. */
export function encodeRoute(request: QuoteRequest, route: Route): Hex {
  const { swap } = route;
  const { destination, fromToken, toToken, fromAddress, contractCalls = [] } = request;
  const { toAddress = fromAddress, toFallbackAddress: fallback = fromAddress } = request;
  const hasCalls = contractCalls.length > 0;
  const receiver = hasCalls ? fallback : toAddress;
  const inputToken = asHex((swap?.token ?? fromToken).address);
  const outputToken = asHex(toToken.address);
  const calls = contractCalls.map((call) => ({
    callTo: getAddress(call.toContractAddress),
    approveTo: getAddress(call.toApprovalAddress ?? call.toContractAddress),
    sendingAssetId: outputToken,
    receivingAssetId: outputToken,
    fromAmount: call.fromAmount,
    callData: call.toContractCallData,
    requiresDeposit: true,
  }));
  const bridge = {
    transactionId: route.routeId,
    bridge: 'across',
    integrator: request.integrator,
    referrer: zeroAddress,
    sendingAssetId: inputToken,
    receiver,
    minAmount: swap?.leastUnits ?? route.sourceUnits,
    destinationChainId: BigInt(toToken.chainId),
    hasSourceSwaps: swap !== undefined,
    hasDestinationCall: hasCalls,
  };
  const across = {
    receiverAddress: pad(hasCalls ? asHex(destination.contracts.receiver) : toAddress),
    refundAddress: pad(fromAddress),
    sendingAssetId: pad(inputToken),
    receivingAssetId: pad(outputToken),
    outputAmount: route.outputUnits,
    outputAmountMultiplier: swap === undefined ? ONE : multiplierOf(route.outputUnits, swap),
    exclusiveRelayer: zeroHash,
    quoteTimestamp: route.quotedAt,
    fillDeadline: route.fillDeadline,
    exclusivityParameter: 0,
    message: hasCalls
      ? encodeAbiParameters(messageParameters, [route.routeId, calls, fallback])
      : ('0x' as const),
  };
  if (swap === undefined) {
    const functionName = 'startBridgeTokensViaAcrossV4';
    return encodeFunctionData({ abi: diamondAbi, functionName, args: [bridge, across] });
  }
  const functionName = 'swapAndStartBridgeTokensViaAcrossV4';
  const legs = [legOf(request, { ...route, swap })];
  return encodeFunctionData({ abi: diamondAbi, functionName, args: [bridge, legs, across] });
}

/** What one unit that the swap gives brings where it ends; rounded up, so that the least of the swap brings all that must arrive. */
function multiplierOf(outputUnits: bigint, { leastUnits }: PricedSwap): bigint {
  return (outputUnits * ONE + leastUnits - 1n) / leastUnits;
}

/** The call of the exchange: it takes everything from the diamond, and gives it what it swaps. */
function legOf(
  { source, fromToken }: QuoteRequest,
  { sourceUnits, swap }: Route & { readonly swap: NonNullable<Route['swap']> },
) {
  const [tokenIn, tokenOut] = [asHex(fromToken.address), asHex(swap.token.address)];
  const callData = encodeFunctionData({
    abi: swapRouterAbi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn,
        tokenOut,
        fee: POOL_FEE,
        recipient: asHex(source.contracts.diamond),
        deadline: BigInt(swap.by),
        amountIn: sourceUnits,
        amountOutMinimum: swap.leastUnits,
        sqrtPriceLimitX96: 0n,
      },
    ],
  });
  return {
    callTo: asHex(swap.router),
    approveTo: asHex(swap.router),
    sendingAssetId: tokenIn,
    receivingAssetId: tokenOut,
    fromAmount: sourceUnits,
    callData,
    requiresDeposit: true,
  };
}
