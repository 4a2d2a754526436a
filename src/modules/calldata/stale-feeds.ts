import { pathStepName } from '#catalog/conversion-paths.ts';
import type { Chain, Rate } from '#chains/chain.ts';
import { isStale } from '#kit/rate-age.ts';
import type { OrderRates, PaymentOrder } from './payment-order.ts';
import { rateTooOld } from './rate-too-old.ts';

/** One of whatever a step starts with, with the eight decimals of invoices: its age is what is read. */
const ONE_UNITS = 10n ** 8n;

/**
 * Refuses (400) orders of which a rate is older than they allow, because the contract would revert. The
 * refusal names the price feed that is old, which a second round trip finds.
 */
export async function checkRates(
  orders: readonly PaymentOrder[],
  rates: readonly OrderRates[],
): Promise<void> {
  for (const [i, order] of orders.entries()) {
    const { chain, conversion } = order;
    if (conversion === undefined) continue;
    const { maxRateAgeSeconds, path } = conversion;
    const stale = rates[i]?.find((rate) => rate && isStale(rate, maxRateAgeSeconds));
    if (stale === undefined) continue;
    const feed = await findOldestFeed(chain, path);
    throw rateTooOld(order, { feed: feed?.name, rate: feed?.rate ?? stale });
  }
}

/** The step of a path whose rate is the oldest, read step by step; undefined where none is read alone. */
async function findOldestFeed(
  chain: Chain,
  path: readonly string[],
): Promise<{ readonly name: string; readonly rate: Rate } | undefined> {
  const steps = path.slice(1).map((to, i) => [path[i] ?? '', to] as const);
  const rates = await chain.readRates(
    steps.map((step) => ({ path: [...step], invoiceUnits: ONE_UNITS })),
  );
  const feeds = steps.flatMap((step, i) => {
    const rate = rates[i];
    const name = step.map((hash) => pathStepName(chain.network.id, hash)).join('/');
    return rate === undefined ? [] : [{ name, rate }];
  });
  return feeds.reduce<(typeof feeds)[number] | undefined>(
    (oldest, feed) => (oldest && oldest.rate.oldestAt <= feed.rate.oldestAt ? oldest : feed),
    undefined,
  );
}
