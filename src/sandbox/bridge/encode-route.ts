import {
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  pad,
  zeroAddress,
  zeroHash,
} from 'viem';
import { diamondAbi, messageParameters } from '#catalog/abis/bridge.ts';
import type { Hex } from '#kit/hex.ts';
import { asHex } from './bridged-nodes.ts';
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
}

/** The calldata of a route for the diamond: straight to an address, or with calls on the destination. */
export function encodeRoute(request: QuoteRequest, route: Route): Hex {
  const { destination, fromToken, toToken, fromAddress, contractCalls = [] } = request;
  const { toAddress = fromAddress, toFallbackAddress: fallback = fromAddress } = request;
  const hasCalls = contractCalls.length > 0;
  const receiver = hasCalls ? fallback : toAddress;
  const inputToken = asHex(fromToken.address);
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
    minAmount: route.sourceUnits,
    destinationChainId: BigInt(toToken.chainId),
    hasSourceSwaps: false,
    hasDestinationCall: hasCalls,
  };
  const across = {
    receiverAddress: pad(hasCalls ? asHex(destination.contracts.receiver) : toAddress),
    refundAddress: pad(fromAddress),
    sendingAssetId: pad(inputToken),
    receivingAssetId: pad(outputToken),
    outputAmount: route.outputUnits,
    outputAmountMultiplier: ONE,
    exclusiveRelayer: zeroHash,
    quoteTimestamp: route.quotedAt,
    fillDeadline: route.fillDeadline,
    exclusivityParameter: 0,
    message: hasCalls
      ? encodeAbiParameters(messageParameters, [route.routeId, calls, fallback])
      : ('0x' as const),
  };
  return encodeFunctionData({
    abi: diamondAbi,
    functionName: 'startBridgeTokensViaAcrossV4',
    args: [bridge, across],
  });
}
