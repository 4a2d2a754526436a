const MS_PER_SECOND = 1_000;

/** A rate as far as its age goes: when it was set, and the chain's own time when it was read. */
interface AgedRate {
  readonly oldestAt: Date;
  readonly readAt: Date;
}

/** How old a rate was when it was read, in seconds by the chain's clock. */
export function rateAgeSeconds({ oldestAt, readAt }: AgedRate): number {
  return (readAt.getTime() - oldestAt.getTime()) / MS_PER_SECOND;
}

/** Whether the contract would refuse a rate for its age; a limit of 0 takes any. */
export function isStale(rate: AgedRate, maxRateAgeSeconds: number): boolean {
  return maxRateAgeSeconds !== 0 && rateAgeSeconds(rate) > maxRateAgeSeconds;
}
