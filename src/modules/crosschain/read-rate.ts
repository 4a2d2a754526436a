import { conversionPath, conversionTokens } from '#catalog/conversion-paths.ts';
import type { Currency } from '#catalog/currencies.ts';
import { INVOICE_DECIMALS } from '#catalog/request-units.ts';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { isStale } from '#kit/rate-age.ts';
import { within } from '#kit/within.ts';
import { isDollar } from '#modules/fees/index.ts';
import { type FiatRate, rateNeededFor, WORTH_DECIMALS } from './model/worth.ts';
import { withoutOutage } from './read-accounts.ts';

/** A million is converted, so that rounding to the token's unit hardly shows. */
const MILLION_DECIMALS = 6;
/** A feed that takes longer is waited for beside the next one: options have half a second for all. */
const NEXT_FEED_MS = 150;

/**
 * The rate to dollars that any of these currencies needs, from the price feeds of the first chain that has a fresh one; a slow one
 * keeps the next only a moment from being read.
 * Undefined where none is needed, and where none is found: then the currency has no worth.
 */
export async function readFiatRate(
  { settings, chains }: Pick<Context, 'settings' | 'chains'>,
  currencies: readonly Currency[],
): Promise<FiatRate | undefined> {
  const [code] = currencies.flatMap((currency) => rateNeededFor(currency) ?? []);
  if (code === undefined) return undefined;
  const sandbox = settings.mode === 'sandbox';
  const readings: Promise<FiatRate | undefined>[] = [];
  for (const chain of chains.all) {
    const token = chain.capabilities.conversion
      ? conversionTokens(chain.network.id, code, { sandbox }).find(isDollar)
      : undefined;
    const path = token && conversionPath(code, token, { sandbox });
    if (token === undefined || path === undefined) continue;
    const { maxRateAgeSeconds: maxAge } = settings.conversion;
    readings.push(readOf(chain, { code, path, maxAge, decimals: token.decimals }));
    const rate = await within(NEXT_FEED_MS, firstOf(readings), () => undefined);
    if (rate !== undefined) return rate;
  }
  return await firstOf(readings);
}

/** The first rate that any reading comes to; undefined once all have none. */
async function firstOf(
  readings: readonly Promise<FiatRate | undefined>[],
): Promise<FiatRate | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<FiatRate | undefined>();
  const first = (rate: FiatRate | undefined) => {
    if (rate !== undefined) resolve(rate);
    return rate;
  };
  Promise.all(readings.map((reading) => reading.then(first))).then(
    () => resolve(undefined),
    reject,
  );
  return await promise;
}

/** A price feed that leads from a currency to a dollar token. */
interface Feed {
  readonly code: string;
  readonly path: readonly string[];
  readonly maxAge: number;
  /** Of the token. */
  readonly decimals: number;
}

/** What a million comes to; undefined where the feed is silent or its rate too old. */
async function readOf(
  chain: Chain,
  { code, path, maxAge, decimals }: Feed,
): Promise<FiatRate | undefined> {
  const invoiceUnits = 10n ** BigInt(MILLION_DECIMALS + INVOICE_DECIMALS);
  const rates = await withoutOutage(chain.readRates([{ path, invoiceUnits }]));
  const [rate] = rates ?? [];
  if (rate === undefined || isStale(rate, maxAge)) return undefined;
  const dollarUnits = rate.outUnits * 10n ** BigInt(WORTH_DECIMALS - decimals);
  return { code, units: 10n ** BigInt(MILLION_DECIMALS + WORTH_DECIMALS), dollarUnits };
}
