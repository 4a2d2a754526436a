/** Under which names this browser keeps what it knows of a link: before its token, and what is from another network behind it. */
export const PAYMENT_PREFIX = 'florin.payment.';
export const PROGRESS_PREFIX = 'florin.progress.';
export const SPENT_PREFIX = 'florin.spent.';

/** A request that was open longer ago than this is no longer open in any wallet. */
export const REQUEST_OPEN_MS: number = 15 * 60_000;

/** Calls that a wallet has taken keep the payer from paying again for this long at most. */
export const CALLS_OPEN_MS: number = 24 * 3_600_000;
