import { decodeFunctionData, encodeFunctionData, zeroAddress, zeroHash } from 'viem';
import { diamondAbi } from '#catalog/abis/bridge.ts';
import { BRIDGES, type BridgeContracts, hasBridge } from '#catalog/bridge.ts';
import { type Network, networkByChainId } from '#catalog/networks.ts';
import type { Hex } from '#kit/hex.ts';
import type {
  DecodedRoute,
  RefusedRoute,
  RouteExclusivity,
  RouteTransaction,
} from '../../bridge.ts';
import { evmAddress, isEvmAddress } from '../address.ts';
import { addressOf } from './address-word.ts';
import { decodeLegs, type RouteLeg, sumOf } from './decode-legs.ts';
import { decodeMessage } from './decode-message.ts';
import { readStrictly } from './read-strictly.ts';

/** Longer calldata is no route that we know; those of routes have about 2,000 bytes. */
const DATA_CHARACTERS_MAX = 20_000;

/** The bridge accepts a deposit for this long after the time that its quote names. */
const QUOTE_VALID_MS = 3_600_000;

/** Up to here the bridge takes the exclusivity as seconds after the deposit, and above it as a time. */
const EXCLUSIVITY_SECONDS_MAX = 31_536_000;

/** The multiplier that leaves an amount as it is. */
const ONE = 10n ** 18n;

/** What both entry points are called with. */
interface RouteArguments {
  readonly bridge: {
    readonly transactionId: Hex;
    readonly bridge: string;
    readonly integrator: string;
    readonly sendingAssetId: Hex;
    readonly receiver: Hex;
    readonly minAmount: bigint;
    readonly destinationChainId: bigint;
    readonly hasSourceSwaps: boolean;
    readonly hasDestinationCall: boolean;
  };
  readonly legs: readonly RouteLeg[] | undefined;
  readonly across: {
    readonly receiverAddress: Hex;
    readonly refundAddress: Hex;
    readonly sendingAssetId: Hex;
    readonly receivingAssetId: Hex;
    readonly outputAmount: bigint;
    readonly outputAmountMultiplier: bigint;
    readonly exclusiveRelayer: Hex;
    readonly exclusivityParameter: number;
    readonly quoteTimestamp: number;
    readonly fillDeadline: number;
    readonly message: Hex;
  };
}

/** See `BridgeRoutes.decodeRoute`: of a route that starts on this network. */
export function decodeRoute(
  network: Network,
  contracts: BridgeContracts,
  { to, data, valueUnits }: RouteTransaction,
): DecodedRoute | RefusedRoute {
  if (!isEvmAddress(to) || evmAddress(to) !== contracts.diamond) return refuse('another contract');
  if (valueUnits !== 0n) return refuse('coins that are sent along');
  if (data.length > DATA_CHARACTERS_MAX) return refuse('calldata that is too long');
  const read = argumentsOf(data);
  if (read === undefined) return refuse('calldata of another form');
  const { bridge, legs, across } = read;
  if (bridge.hasSourceSwaps !== (legs !== undefined))
    return refuse('a flag for swaps that is wrong');
  const decoded =
    legs === undefined
      ? withoutLegs(bridge.sendingAssetId, bridge.minAmount)
      : decodeLegs(legs, contracts);
  if ('refused' in decoded) return decoded;
  const isDeposited =
    decoded.left.token === bridge.sendingAssetId &&
    bridge.minAmount > 0n &&
    bridge.minAmount <= decoded.left.units &&
    addressOf(across.sendingAssetId) === bridge.sendingAssetId;
  if (!isDeposited || bridge.sendingAssetId === zeroAddress)
    return refuse('a deposit of another token or amount');
  const leastOutputUnits =
    legs === undefined
      ? across.outputAmount
      : (bridge.minAmount * across.outputAmountMultiplier) / ONE;
  const destination = destinationOf(network, read, leastOutputUnits);
  if ('refused' in destination) return destination;
  const [swap] = decoded.swaps;
  return {
    routeId: bridge.transactionId,
    bridge: bridge.bridge,
    integrator: bridge.integrator,
    spender: contracts.diamond,
    sourceToken: decoded.sourceToken,
    sourceUnits: decoded.sourceUnits,
    swaps: decoded.swaps,
    fees: decoded.fees,
    feeUnits: sumOf(decoded.fees),
    depositToken: bridge.sendingAssetId,
    depositUnits: bridge.minAmount,
    ...destination,
    leastOutputUnits,
    deadlines: {
      source: new Date(across.quoteTimestamp * 1_000 + QUOTE_VALID_MS),
      bridge: new Date(across.fillDeadline * 1_000),
      swap: swap && { at: swap.deadline, tool: swap.tool },
    },
  };
}

/** Who may fill alone at first; the bridge refuses the deposit where that is to be nobody. */
function exclusivityOf({
  exclusiveRelayer,
  exclusivityParameter: seconds,
}: RouteArguments['across']): RouteExclusivity | RefusedRoute | undefined {
  if (seconds === 0) return undefined;
  if (exclusiveRelayer === zeroHash) return refuse('an exclusive right of nobody');
  return seconds > EXCLUSIVITY_SECONDS_MAX
    ? { until: new Date(seconds * 1_000) }
    : { forMs: seconds * 1_000 };
}

function argumentsOf(data: Hex): RouteArguments | undefined {
  const call = readStrictly(
    { abi: diamondAbi, data },
    (text) => decodeFunctionData({ abi: diamondAbi, data: text }),
    (read) =>
      read.functionName === 'startBridgeTokensViaAcrossV4'
        ? encodeFunctionData({ abi: diamondAbi, functionName: read.functionName, args: read.args })
        : encodeFunctionData({ abi: diamondAbi, functionName: read.functionName, args: read.args }),
  );
  switch (call?.functionName) {
    case undefined:
      return undefined;
    case 'startBridgeTokensViaAcrossV4': {
      const [bridge, across] = call.args;
      return { bridge, legs: undefined, across };
    }
    case 'swapAndStartBridgeTokensViaAcrossV4': {
      const [bridge, legs, across] = call.args;
      return { bridge, legs, across };
    }
  }
}

function withoutLegs(sourceToken: Hex, sourceUnits: bigint) {
  const left = { token: sourceToken, units: sourceUnits };
  return { sourceToken, sourceUnits, fees: [], swaps: [], left };
}

type Destination = Pick<
  DecodedRoute,
  | 'destinationChainId'
  | 'receiver'
  | 'refundAddress'
  | 'fallbackAddress'
  | 'outputToken'
  | 'call'
  | 'exclusivity'
>;

/** Where a route leads: to a receiver that runs the embedded call, or straight to an address. */
function destinationOf(
  source: Network,
  { bridge, across }: RouteArguments,
  leastOutputUnits: bigint,
): Destination | RefusedRoute {
  const destination = networkByChainId(Number(bridge.destinationChainId));
  if (destination === undefined || destination.id === source.id || !hasBridge(destination.id)) {
    return refuse('an unknown destination');
  }
  const receiver = addressOf(across.receiverAddress);
  const refundAddress = addressOf(across.refundAddress);
  const outputToken = addressOf(across.receivingAssetId);
  if (receiver === undefined || refundAddress === undefined || outputToken === undefined) {
    return refuse('an address that is none');
  }
  const exclusivity = exclusivityOf(across);
  if (exclusivity !== undefined && 'refused' in exclusivity) return exclusivity;
  const { chainId: destinationChainId } = destination;
  const ends = { destinationChainId, receiver, refundAddress, outputToken, exclusivity };
  const hasMessage = across.message !== '0x';
  if (bridge.hasDestinationCall !== hasMessage) return refuse('a flag for calls that is wrong');
  if (!hasMessage) {
    if (bridge.receiver !== receiver) return refuse('two receivers');
    return { ...ends, fallbackAddress: receiver, call: undefined };
  }
  if (receiver !== BRIDGES[destination.id].receiver) return refuse('an unknown receiver');
  const message = decodeMessage(across.message, outputToken);
  if (message === undefined) return refuse('a message of another form');
  if (message.fallbackAddress === zeroAddress) return refuse('no fallback address');
  if (message.call.units > leastOutputUnits) return refuse('a call that takes more than arrives');
  return { ...ends, fallbackAddress: message.fallbackAddress, call: message.call };
}

const refuse = (what: string): RefusedRoute => ({ refused: `the route has ${what}` });
