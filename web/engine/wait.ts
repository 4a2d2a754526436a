/** A page that cannot reach its host asks twice a minute at most. */
const BACKOFF_MAX_S = 30;

/** What to wait where a host asks for it without a number, in seconds. */
export const LIMITED_WAIT_S = 5;

/** What to wait before a host that does not answer is asked again: 2 s at first, doubled with each try. */
export function backoffS(tries: number): number {
  return Math.min(2 ** (tries + 1), BACKOFF_MAX_S);
}

/** Resolves after a while. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
