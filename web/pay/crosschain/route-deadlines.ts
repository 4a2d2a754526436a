/** The times of a route, in seconds. */
interface RouteTimes {
  readonly quotedAt: bigint;
  readonly fillBy: bigint;
  readonly swapBy: bigint | undefined;
  /** How long one relayer alone may fill it: seconds, or a time. */
  readonly exclusivity: bigint;
}

/** When a route must be on its network, and when it must have been delivered; in milliseconds since 1970. */
interface RouteDeadlines {
  readonly deadline: number;
  readonly fillDeadline: number;
}

const MINUTE = 60;
/** The bridge takes a deposit for so long after the time that its quote names. */
const QUOTE_VALID = 60 * MINUTE;
/** A payer reads, approves and signs in this time, and the transaction is mined. */
const SOURCE_LEFT_MIN = 2 * MINUTE;
/** That of a quote of this moment, and clocks that differ by a minute. */
const SOURCE_LEFT_MAX = QUOTE_VALID + MINUTE;
/** Relayers need some blocks of both networks after the source transaction. */
const FILL_LEFT_MIN = 5 * MINUTE;
/** The bridge's own limit, six hours, and a minute: money that is not filled waits for no longer. */
const FILL_LEFT_MAX = 361 * MINUTE;
const SWAP_LEFT_MIN = MINUTE;
/** Relayers get seconds or a minute; one that has hours and does not fill holds the money for hours. */
const EXCLUSIVE_MAX = 5 * MINUTE;
/** How far this device's clock may be from the network's. */
const CLOCK_ERROR_MAX = 60 * MINUTE;
/** Above it the bridge takes an exclusivity for a time, otherwise for seconds after the deposit. */
const EXCLUSIVITY_SECONDS_MAX = 31_536_000;

/**
 * When a route ends; undefined where its times do not fit. Clocks of devices are wrong, so there must be one error
 * of this one's, of an hour at most, with which all of the times are those of a route that was just quoted.
 */
export function readDeadlines(times: RouteTimes, nowMs: number): RouteDeadlines | undefined {
  const now = nowMs / 1_000;
  const source = Number(times.quotedAt) + QUOTE_VALID;
  const fill = Number(times.fillBy);
  const swap = times.swapBy === undefined ? Number.POSITIVE_INFINITY : Number(times.swapBy);
  const exclusivity = Number(times.exclusivity);
  const isTime = exclusivity > EXCLUSIVITY_SECONDS_MAX;
  // By how much the clock may be behind: what is left is less then.
  const most = Math.min(
    source - now - SOURCE_LEFT_MIN,
    fill - now - FILL_LEFT_MIN,
    swap - now - SWAP_LEFT_MIN,
    CLOCK_ERROR_MAX,
  );
  const least = Math.max(
    source - now - SOURCE_LEFT_MAX,
    fill - now - FILL_LEFT_MAX,
    isTime ? exclusivity - now - EXCLUSIVE_MAX : -CLOCK_ERROR_MAX,
    -CLOCK_ERROR_MAX,
  );
  const isTooLong = !isTime && exclusivity > EXCLUSIVE_MAX;
  if (least > most || isTooLong) return undefined;
  return { deadline: Math.min(source, fill, swap) * 1_000, fillDeadline: fill * 1_000 };
}
