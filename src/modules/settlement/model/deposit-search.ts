import type { BridgeDeposit, DecodedRoute } from '#chains/chain.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Relayers fill within seconds or minutes; a search of this time before the fill finds nearly all deposits at little cost. */
const NEAR_MS = 30 * MINUTE_MS;
/** The bridge's own limit of six hours from a deposit to its fill, and clocks that differ. */
const FAR_MS = 7 * HOUR_MS;
/** The first searches are near; a node may lag behind the one that showed the fill. */
const NEAR_SEARCHES = 5;
/** Clocks differ, and some chains make blocks faster than they should. */
const MARGIN_BLOCKS = 5_000n;

const PAUSE_MS_MAX = 10 * MINUTE_MS;
/** A deposit that no node had for so long was never made. */
const SEARCHED_MS_MAX = 24 * HOUR_MS;

/** Until a found deposit is read again; blocks are final within seconds or some twenty minutes. */
const FOUND_PAUSE_MS = 5 * MINUTE_MS;
/** So often a node that lags behind may miss what was found before. */
const MISSES_MAX = 5;

/** A search for the deposit of a fill. */
interface DepositSearch {
  /** When it was filled. */
  readonly filledAt: Date;
  /** How often it was searched for before. */
  readonly lookups: number;
}

/** The first block that a search reads, of a network with this newest block. */
export function searchFrom(
  { filledAt, lookups }: DepositSearch,
  at: { readonly head: bigint; readonly blockTimeMs: number; readonly now: Date },
): bigint {
  const beforeMs = lookups < NEAR_SEARCHES ? NEAR_MS : FAR_MS;
  const ageMs = Math.max(0, at.now.getTime() - filledAt.getTime()) + beforeMs;
  const blocks = BigInt(Math.ceil((2 * ageMs) / at.blockTimeMs)) + MARGIN_BLOCKS;
  return at.head > blocks ? at.head - blocks : 0n;
}

/** When a deposit is searched for again that was not found in so many searches, or was found before; undefined once that ends. */
export function nextSearchAt(
  {
    lookups,
    createdAt,
    isFound = false,
  }: { readonly lookups: number; readonly createdAt: Date; readonly isFound?: boolean },
  now: Date,
): Date | undefined {
  if (now.getTime() - createdAt.getTime() > SEARCHED_MS_MAX) return undefined;
  if (isFound && lookups === 0) return new Date(now.getTime() + FOUND_PAUSE_MS);
  const pauseMs = Math.min(PAUSE_MS_MAX, SECOND_MS * 2 ** Math.max(0, Math.min(lookups, 20) - 1));
  return new Date(now.getTime() + pauseMs);
}

/** Whether a deposit that was found counts as gone after so many searches that found it no more. */
export function isLost(lookups: number): boolean {
  return lookups >= MISSES_MAX;
}

/** What left the payer for a deposit: by the route that its transaction called, or else by the deposit itself. */
export function paidFor(
  deposit: BridgeDeposit,
  route: DecodedRoute | undefined,
): { readonly tokenAddress: string; readonly units: bigint } {
  const isOfRoute =
    route !== undefined &&
    route.depositToken === deposit.inputToken &&
    route.depositUnits <= deposit.inputUnits &&
    route.destinationChainId === deposit.destinationChainId;
  return isOfRoute
    ? { tokenAddress: route.sourceToken, units: route.sourceUnits }
    : { tokenAddress: deposit.inputToken, units: deposit.inputUnits };
}
