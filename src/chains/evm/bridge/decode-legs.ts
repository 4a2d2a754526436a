import { decodeFunctionData, encodeFunctionData, getAddress } from 'viem';
import { feeForwarderAbi, swapRouterAbi } from '#catalog/abis/bridge.ts';
import type { BridgeContracts } from '#catalog/bridge.ts';
import type { Hex } from '#kit/hex.ts';
import type { RefusedRoute, RouteFee, RouteSwap } from '../../bridge.ts';
import { dateOfSeconds } from './deadline.ts';
import { readStrictly } from './read-strictly.ts';

/** The exchange whose calls are decoded. */
const SWAP_TOOL = 'uniswap';

/** More fees than this are no route that we know. */
const FEE_LEGS_MAX = 4;

/** A leg of a route before the bridge, as the diamond is called with it. */
export interface RouteLeg {
  readonly callTo: Hex;
  readonly approveTo: Hex;
  readonly sendingAssetId: Hex;
  readonly receivingAssetId: Hex;
  readonly fromAmount: bigint;
  readonly callData: Hex;
  readonly requiresDeposit: boolean;
}

/** What the legs of a route do with the payer's tokens. */
interface DecodedLegs {
  readonly sourceToken: Hex;
  readonly sourceUnits: bigint;
  readonly fees: readonly RouteFee[];
  readonly swaps: readonly RouteSwap[];
  /** What is left at least for the bridge. */
  readonly left: Left;
}

/**
 * What the legs before the bridge do: first fees, each taken from what the payer gives, then at most one swap of all
 * that is left. Only the first leg takes tokens from the payer. Every other leg is refused.
 */
export function decodeLegs(
  legs: readonly RouteLeg[],
  contracts: BridgeContracts,
): DecodedLegs | RefusedRoute {
  const [first] = legs;
  if (first === undefined || legs.length > FEE_LEGS_MAX + 1) return refusal('number of legs');
  const { sendingAssetId: sourceToken, fromAmount: sourceUnits } = first;
  const fees: RouteFee[] = [];
  const swaps: RouteSwap[] = [];
  let left: Left = { token: sourceToken, units: sourceUnits };
  for (const [i, leg] of legs.entries()) {
    const wrong = wrongPlace(leg, { isFirst: i === 0, isAfterSwap: swaps.length > 0, left });
    if (wrong !== undefined) return refusal(wrong);
    const taken = feesOf(leg, contracts);
    const swap = swapOf(leg, contracts);
    if (taken !== undefined) {
      fees.push(...taken);
      left = { ...left, units: left.units - sumOf(taken) };
    } else if (swap !== undefined) {
      swaps.push(swap);
      left = { token: leg.receivingAssetId, units: swap.leastOutputUnits };
    } else {
      return refusal('leg that is neither a known fee nor a known swap');
    }
  }
  if (left.units <= 0n) return refusal('leg that leaves nothing');
  return { sourceToken, sourceUnits, fees, swaps, left };
}

interface Left {
  readonly token: Hex;
  readonly units: bigint;
}

/** Why a leg cannot be where it is. */
function wrongPlace(
  leg: RouteLeg,
  at: { readonly isFirst: boolean; readonly isAfterSwap: boolean; readonly left: Left },
): string | undefined {
  if (leg.requiresDeposit !== at.isFirst) return 'leg that takes tokens of the payer';
  if (leg.callTo !== leg.approveTo) return 'leg that approves another contract';
  const isOfWhatIsLeft =
    leg.sendingAssetId === at.left.token && leg.fromAmount === at.left.units && at.left.units > 0n;
  if (!isOfWhatIsLeft || at.isAfterSwap) return 'leg that is not of what is left';
  return undefined;
}

/** The sum of fees, in their common token. */
export function sumOf(fees: readonly RouteFee[]): bigint {
  return fees.reduce((sum, { units }) => sum + units, 0n);
}

function feesOf(leg: RouteLeg, { feeForwarder }: BridgeContracts): RouteFee[] | undefined {
  const isFee = leg.callTo === feeForwarder && leg.receivingAssetId === leg.sendingAssetId;
  if (!isFee) return undefined;
  const call = readStrictly(
    { abi: feeForwarderAbi, data: leg.callData },
    (data) => decodeFunctionData({ abi: feeForwarderAbi, data }),
    ({ functionName, args }) => encodeFunctionData({ abi: feeForwarderAbi, functionName, args }),
  );
  if (call === undefined) return undefined;
  const [token, distributions] = call.args;
  if (token !== leg.sendingAssetId) return undefined;
  return distributions.map(({ recipient, amount: units }) => ({ recipient, units }));
}

function swapOf(leg: RouteLeg, { swapRouter, diamond }: BridgeContracts): RouteSwap | undefined {
  if (leg.callTo !== swapRouter) return undefined;
  const call = readStrictly(
    { abi: swapRouterAbi, data: leg.callData },
    (data) => decodeFunctionData({ abi: swapRouterAbi, data }),
    ({ functionName, args }) => encodeFunctionData({ abi: swapRouterAbi, functionName, args }),
  );
  if (call === undefined) return undefined;
  const [{ tokenIn, tokenOut, recipient, deadline, amountIn, amountOutMinimum }] = call.args;
  const isOfTheLeg =
    tokenIn === leg.sendingAssetId && tokenOut === leg.receivingAssetId && tokenIn !== tokenOut;
  const staysWithUs = recipient === getAddress(diamond) && amountIn === leg.fromAmount;
  const until = dateOfSeconds(deadline);
  if (!isOfTheLeg || !staysWithUs || until === undefined) return undefined;
  return {
    target: leg.callTo,
    tool: SWAP_TOOL,
    inputToken: tokenIn,
    inputUnits: amountIn,
    outputToken: tokenOut,
    leastOutputUnits: amountOutMinimum,
    deadline: until,
  };
}

const refusal = (what: string): RefusedRoute => ({ refused: `the route has an unknown ${what}` });
