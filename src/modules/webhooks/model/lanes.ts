/** How many deliveries are under way at once, over all endpoints. */
const IN_FLIGHT_MAX = 256;

/**
 * How many of them one endpoint may have. A guess between what fills a fast receiver and what a
 * small one can bear; connections to one origin are bounded besides.
 */
const SHARE = 16;

/**
 * The share of an endpoint that gave no answer the last time, so that one which hangs takes almost
 * nothing from the others until it answers again.
 */
const SILENT_SHARE = 2;

/** How many one endpoint may have claimed at most, so that a fast one never waits for us. */
const CLAIMED_MAX = 24 * SHARE;

/** How many are claimed over all, about: with many endpoints each gives less, down to two shares. */
const CLAIMED_ALL = 4_096;

/** Who is being delivered to, and how that goes. Counts only; it knows neither time nor network. */
export interface Lanes {
  /** How many deliveries may be claimed now, and how many of them for each endpoint. */
  room(): {
    readonly limit: number;
    readonly share: number;
    readonly shares: Record<string, number>;
  };
  /** Whether one more to this endpoint may be begun. */
  mayBegin(endpointId: string): boolean;
  /** Whether as many are under way as may be, whatever their endpoints. */
  isFull(): boolean;
  /**
   * Whether so few are claimed for an endpoint that it is worth asking for more. Asking after each
   * one that ends would cost as many statements as deliveries.
   */
  runsLow(endpointId: string): boolean;
  claimed(endpointId: string): void;
  begun(endpointId: string): void;
  /** An attempt ended; `answered` says whether anything answered at all. */
  ended(endpointId: string, answered: boolean): void;
  /** A claimed delivery was let go of without an attempt. */
  released(endpointId: string): void;
}

interface Lane {
  /** Claimed and not begun. */
  waiting: number;
  inFlight: number;
  silent: boolean;
}

/** Lanes in which nothing is under way yet. */
export function openLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  let inFlight = 0;
  const laneOf = (endpointId: string): Lane => {
    const lane = lanes.get(endpointId) ?? { waiting: 0, inFlight: 0, silent: false };
    lanes.set(endpointId, lane);
    return lane;
  };
  const claimedMax = () =>
    Math.max(2 * SHARE, Math.min(CLAIMED_MAX, Math.floor(CLAIMED_ALL / (lanes.size + 1))));
  const forgetIdle = (endpointId: string, lane: Lane) => {
    if (lane.waiting + lane.inFlight === 0 && !lane.silent) lanes.delete(endpointId);
  };
  return {
    room: () => {
      const share = claimedMax();
      return {
        limit: Math.max(0, IN_FLIGHT_MAX - inFlight),
        share,
        shares: Object.fromEntries([...lanes].map(([id, lane]) => [id, leftFor(lane, share)])),
      };
    },
    isFull: () => inFlight >= IN_FLIGHT_MAX,
    mayBegin: (endpointId) => {
      const lane = laneOf(endpointId);
      return inFlight < IN_FLIGHT_MAX && lane.inFlight < (lane.silent ? SILENT_SHARE : SHARE);
    },
    runsLow: (endpointId) => (lanes.get(endpointId)?.waiting ?? 0) < claimedMax() / 2,
    claimed: (endpointId) => {
      laneOf(endpointId).waiting += 1;
    },
    begun: (endpointId) => {
      const lane = laneOf(endpointId);
      lane.waiting -= 1;
      lane.inFlight += 1;
      inFlight += 1;
    },
    ended: (endpointId, answered) => {
      const lane = laneOf(endpointId);
      lane.inFlight -= 1;
      inFlight -= 1;
      lane.silent = !answered;
      forgetIdle(endpointId, lane);
    },
    released: (endpointId) => {
      const lane = laneOf(endpointId);
      lane.waiting -= 1;
      forgetIdle(endpointId, lane);
    },
  };
}

function leftFor(lane: Lane, share: number): number {
  return Math.max(0, (lane.silent ? SILENT_SHARE : share) - lane.waiting - lane.inFlight);
}
