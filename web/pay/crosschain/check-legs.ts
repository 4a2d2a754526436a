import { sameAddress } from '../../ui/address.ts';
import { decode } from '../../wallet/calldata.ts';
import type { TrustedBridge } from '../../wallet/trusted-network.ts';
import type { BridgeCall, Leg } from './decode-bridge-call.ts';

/** A fee that a route takes before the bridge, in the token that the payer gives. */
export interface RouteFee {
  readonly address: string;
  readonly units: bigint;
}

/** What leaves the payer by a route, and what of it reaches the bridge. */
export interface CheckedLegs {
  readonly sourceToken: string;
  readonly sourceUnits: bigint;
  readonly fees: readonly RouteFee[];
  /** Undefined without one. */
  readonly swap: CheckedSwap | undefined;
}

/** A swap of all that the fees leave, to the token that is deposited. */
interface CheckedSwap {
  /** When it must be made, in seconds. */
  readonly by: bigint;
  readonly leastUnits: bigint;
}

/** `forwardERC20Fees(address,(address,uint256)[])`. */
const FEES_SELECTOR = '332d746b';
/** `exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))`. */
const SWAP_SELECTOR = '414bf389';
/** More fees than this are no route that we know, and behind them is at most one swap. */
const FEE_LEGS_MAX = 4;

/** Enough for every year that a date has. */
const TIME_BITS = 40;

/** What is left of what the payer gives, in which token. */
interface Left {
  readonly token: string;
  readonly units: bigint;
}

/**
 * What the legs before the bridge do: first fees, each of all that the payer gives, then at most one swap of
 * all that is left. Undefined where one is something else, or the bridge takes more than is left.
 */
export function checkLegs(
  { legs, depositToken, depositUnits }: BridgeCall,
  bridge: TrustedBridge,
): CheckedLegs | undefined {
  if (depositUnits <= 0n) return undefined;
  if (legs === undefined) {
    return { sourceToken: depositToken, sourceUnits: depositUnits, fees: [], swap: undefined };
  }
  const [first] = legs;
  if (first === undefined || legs.length > FEE_LEGS_MAX + 1) return undefined;
  const { sendingToken: sourceToken, units: sourceUnits } = first;
  const fees: RouteFee[] = [];
  let swap: CheckedSwap | undefined;
  let left: Left = { token: sourceToken, units: sourceUnits };
  for (const leg of legs) {
    if (swap !== undefined || !isOfAll(leg, left, leg === first)) return undefined;
    const taken = feesOf(leg, bridge);
    swap = swapOf(leg, bridge);
    if (taken !== undefined) {
      fees.push(...taken);
      left = { token: left.token, units: left.units - sumOf(taken) };
    } else if (swap !== undefined) {
      left = { token: leg.receivingToken, units: swap.leastUnits };
    } else {
      return undefined;
    }
  }
  const isEnough = left.token === depositToken && depositUnits <= left.units;
  return isEnough ? { sourceToken, sourceUnits, fees, swap } : undefined;
}

/** The sum of fees. */
export function sumOf(fees: readonly RouteFee[]): bigint {
  return fees.reduce((sum, { units }) => sum + units, 0n);
}

/** Only the first leg takes tokens from the payer, and each gets all that is left then. */
function isOfAll(leg: Leg, left: Left, isFirst: boolean): boolean {
  return (
    leg.isDeposit === isFirst &&
    leg.callTo === leg.approveTo &&
    leg.sendingToken === left.token &&
    leg.units === left.units &&
    left.units > 0n
  );
}

function feesOf(leg: Leg, { feeForwarder }: TrustedBridge): readonly RouteFee[] | undefined {
  if (!sameAddress(leg.callTo, feeForwarder) || leg.receivingToken !== leg.sendingToken) {
    return undefined;
  }
  return decode(leg.data, FEES_SELECTOR, (reader) => {
    reader.mustBe(reader.address(), leg.sendingToken);
    reader.offset(2);
    return Array.from({ length: reader.count() }, () => ({
      address: reader.address(),
      units: reader.number(),
    }));
  });
}

function swapOf(leg: Leg, { swapRouter, diamond }: TrustedBridge): CheckedSwap | undefined {
  if (!sameAddress(leg.callTo, swapRouter) || leg.receivingToken === leg.sendingToken) {
    return undefined;
  }
  return decode(leg.data, SWAP_SELECTOR, (reader) => {
    reader.mustBe(reader.address(), leg.sendingToken);
    reader.mustBe(reader.address(), leg.receivingToken);
    // Which of the exchange's pools.
    reader.uint(24);
    reader.mustBe(reader.address(), diamond.toLowerCase());
    const by = reader.uint(TIME_BITS);
    reader.mustBe(reader.number(), leg.units);
    const leastUnits = reader.number();
    // A limit of the price would leave a part unswapped.
    reader.mustBe(reader.number(), 0n);
    return { by, leastUnits };
  });
}
