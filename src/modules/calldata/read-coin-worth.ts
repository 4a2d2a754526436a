import { coinPath } from '#catalog/conversion-paths.ts';
import type { Chain } from '#chains/chain.ts';
import { elapsedMs } from '#kit/clock.ts';
import { Outage } from '#kit/failure.ts';
import { isStale } from './model/rate-age.ts';

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
 * What one coin of a network is worth in dollars, with eight decimals, by the price feeds of its conversion contract; at most a minute
 * old. Undefined where there is no feed, none that is fresh, or no answer: a payment is prepared without it.
 */
export async function readCoinWorth(chain: Chain): Promise<bigint | undefined> {
  const nowMs = elapsedMs();
  const known = kept.get(chain);
  if (known !== undefined && nowMs - known.atMs < KEPT_MS) return await known.worth;
  const worth = queryWorth(chain).catch((error: unknown) => {
    if (error instanceof Outage) return undefined;
    throw error;
  });
  kept.set(chain, { atMs: nowMs, worth });
  return await worth;
}

async function queryWorth(chain: Chain): Promise<bigint | undefined> {
  const { network, capabilities } = chain;
  const path = capabilities.conversion ? coinPath(network.id) : undefined;
  if (path === undefined) return undefined;
  const invoiceUnits = 10n ** BigInt(network.nativeCurrency.decimals);
  const [rate] = await chain.readRates([{ path, invoiceUnits }]);
  return rate === undefined || isStale(rate, RATE_AGE_MAX_SECONDS) ? undefined : rate.outUnits;
}
