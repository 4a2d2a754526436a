/** How many deliveries are under way at once, over all endpoints. */
const IN_FLIGHT_MAX = 256;

/**
 * How many of them one endpoint may have. An estimate between what uses the full speed of a receiver and what a
 * small one can handle; connections to one origin are also limited.
 */
const SHARE = 16;

/**
 * The share of an endpoint that answered quickly the last time, while no more than `HALF_FULL` are under
 * way in all: its places are free again soon, and others always find as many as they would beside 16.
 */
const FAST_SHARE = 32;
const HALF_FULL = IN_FLIGHT_MAX / 2;

/** An answer within this time is a quick one: at 32 requests in flight, 128 deliveries a second or more. */
const QUICK_MS = 250;

/**
 * The share of an endpoint that gave no answer the last time, so that one which hangs takes almost
 * nothing from the others until it answers again.
 */
const SILENT_SHARE = 2;

/** How many one endpoint may have claimed at most, so that a fast one never waits for us. */
const CLAIMED_MAX = 24 * SHARE;

/** How many are claimed over all, about: with many endpoints each gives less, down to two shares. */
const CLAIMED_ALL = 4_096;

/** The running attempts of each endpoint. Counts only, without time or network. */
export interface Lanes {
  /** How many deliveries may be claimed now, and how many of them for each endpoint. */
  capacity(): {
    readonly limit: number;
    readonly share: number;
    readonly shares: Record<string, number>;
  };
  /** Whether one more to this endpoint may be begun. */
  mayBegin(endpointId: string): boolean;
  /** Whether one more may be claimed for this endpoint that is begun at once. */
  hasPlace(endpointId: string): boolean;
  /** Whether the total limit of running attempts is reached. */
  isFull(): boolean;
  /**
   * Whether so few are claimed for an endpoint that it is worth claiming more. A claim after each
   * one that ends would cost as many statements as deliveries.
   */
  runsLow(endpointId: string): boolean;
  claimed(endpointId: string): void;
  begun(endpointId: string): void;
  /** An attempt ended, answered after so long; undefined where nothing answered at all. */
  ended(endpointId: string, answeredAfterMs: number | undefined): void;
  /** A claimed delivery was let go of without an attempt. */
  released(endpointId: string): void;
}

interface Lane {
  /** Claimed and not begun. */
  waiting: number;
  inFlight: number;
  /** How the last attempt ended; `usual` before the first. */
  pace: Pace;
}

type Pace = 'silent' | 'usual' | 'fast';

const SHARES: Readonly<Record<Pace, number>> = {
  silent: SILENT_SHARE,
  usual: SHARE,
  fast: FAST_SHARE,
};

/** Lanes in which nothing is under way yet. */
export function openLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  let inFlight = 0;
  const laneOf = (endpointId: string): Lane => {
    const lane = lanes.get(endpointId) ?? { waiting: 0, inFlight: 0, pace: 'usual' as const };
    lanes.set(endpointId, lane);
    return lane;
  };
  const claimedMax = (pace: Pace = 'usual') =>
    Math.max(2 * SHARES[pace], Math.min(CLAIMED_MAX, Math.floor(CLAIMED_ALL / (lanes.size + 1))));
  const shareOf = (pace: Pace) => (pace === 'fast' && inFlight >= HALF_FULL ? SHARE : SHARES[pace]);
  const dropIdle = (endpointId: string, lane: Lane) => {
    if (lane.waiting + lane.inFlight === 0 && lane.pace !== 'silent') lanes.delete(endpointId);
  };
  return {
    capacity: () => {
      const leftFor = ({ pace, waiting, inFlight }: Lane) =>
        Math.max(0, (pace === 'silent' ? SILENT_SHARE : claimedMax(pace)) - waiting - inFlight);
      return {
        limit: Math.max(0, IN_FLIGHT_MAX - inFlight),
        share: claimedMax(),
        shares: Object.fromEntries([...lanes].map(([id, lane]) => [id, leftFor(lane)])),
      };
    },
    hasPlace: (endpointId) => {
      const { waiting = 0, inFlight: own = 0, pace = 'usual' } = lanes.get(endpointId) ?? {};
      return inFlight < IN_FLIGHT_MAX && waiting + own < shareOf(pace);
    },
    isFull: () => inFlight >= IN_FLIGHT_MAX,
    mayBegin: (endpointId) => {
      const lane = laneOf(endpointId);
      return inFlight < IN_FLIGHT_MAX && lane.inFlight < shareOf(lane.pace);
    },
    runsLow: (endpointId) => {
      const { waiting = 0, pace } = lanes.get(endpointId) ?? {};
      return waiting < claimedMax(pace) / 2;
    },
    claimed: (endpointId) => {
      laneOf(endpointId).waiting += 1;
    },
    begun: (endpointId) => {
      const lane = laneOf(endpointId);
      lane.waiting -= 1;
      lane.inFlight += 1;
      inFlight += 1;
    },
    ended: (endpointId, answeredAfterMs) => {
      const lane = laneOf(endpointId);
      lane.inFlight -= 1;
      inFlight -= 1;
      lane.pace = paceOf(answeredAfterMs);
      dropIdle(endpointId, lane);
    },
    released: (endpointId) => {
      const lane = laneOf(endpointId);
      lane.waiting -= 1;
      dropIdle(endpointId, lane);
    },
  };
}

function paceOf(answeredAfterMs: number | undefined): Pace {
  if (answeredAfterMs === undefined) return 'silent';
  return answeredAfterMs <= QUICK_MS ? 'fast' : 'usual';
}
