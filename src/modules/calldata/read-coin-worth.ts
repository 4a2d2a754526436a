import { coinPath } from '#catalog/conversion-paths.ts';
import type { Chain } from '#chains/chain.ts';
import { elapsedMs } from '#kit/clock.ts';
import { isStale } from '#kit/rate-age.ts';
import { within } from '#kit/within.ts';

/** As old as a price may be that a fee is shown in; feeds renew theirs once a day at least. */
const RATE_AGE_MAX_SECONDS = 90_000;

/** For how long a price that was read is shown. */
const KEPT_MS = 60_000;

interface Kept {
  readonly atMs: number;
  readonly worth: Promise<bigint | undefined>;
}

const kept = new WeakMap<Chain, Kept>();

/**
 * Begins to read what one coin of a network is worth in dollars, with eight decimals, by the price feeds of its conversion contract; at
 * most a minute old. What is returned returns it: undefined where there is no feed, none that is fresh, or no answer by then.
 */
export function startCoinWorth(chain: Chain): () => Promise<bigint | undefined> {
  const nowMs = elapsedMs();
  const known = kept.get(chain);
  const isKept = known !== undefined && nowMs - known.atMs < KEPT_MS;
  const worth = isKept ? known.worth : queryWorth(chain);
  if (!isKept) kept.set(chain, { atMs: nowMs, worth });
  const found = worth.catch(() => {
    // The adapter has logged why; nothing is kept of it.
    if (kept.get(chain)?.worth === worth) kept.delete(chain);
    return undefined;
  });
  // What came with everything else is there before any timer ends.
  return () => within(0, found, () => undefined);
}

async function queryWorth(chain: Chain): Promise<bigint | undefined> {
  const { network, capabilities } = chain;
  const path = capabilities.conversion ? coinPath(network.id) : undefined;
  if (path === undefined) return undefined;
  const invoiceUnits = 10n ** BigInt(network.nativeCurrency.decimals);
  const [rate] = await chain.readRates([{ path, invoiceUnits }], { isOnlyShown: true });
  return rate === undefined || isStale(rate, RATE_AGE_MAX_SECONDS) ? undefined : rate.outUnits;
}
