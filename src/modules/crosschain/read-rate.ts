import { conversionPath, conversionTokens } from '#catalog/conversion-paths.ts';
import type { Currency } from '#catalog/currencies.ts';
import { INVOICE_DECIMALS } from '#catalog/request-units.ts';
import type { Chain } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import { isStale } from '#modules/calldata/index.ts';
import { isDollar } from '#modules/fees/index.ts';
import { type FiatRate, rateNeededFor, WORTH_DECIMALS } from './model/worth.ts';
import { withoutOutage } from './read-accounts.ts';

/** A million is converted, so that rounding to the token's unit hardly shows. */
const MILLION_DECIMALS = 6;

/**
 * The rate to dollars that any of these currencies needs, from the price feeds of the first chain that has a fresh one.
 * Undefined where none is needed, and where none is found: then the currency has no worth.
 */
export async function readFiatRate(
  { settings, chains }: Pick<Context, 'settings' | 'chains'>,
  currencies: readonly Currency[],
): Promise<FiatRate | undefined> {
  const [code] = currencies.flatMap((currency) => rateNeededFor(currency) ?? []);
  if (code === undefined) return undefined;
  const sandbox = settings.mode === 'sandbox';
  for (const chain of chains.all) {
    const token = chain.capabilities.conversion
      ? conversionTokens(chain.network.id, code, { sandbox }).find(isDollar)
      : undefined;
    const path = token && conversionPath(code, token, { sandbox });
    if (token === undefined || path === undefined) continue;
    const rate = await readOf(chain, { path, maxAge: settings.conversion.maxRateAgeSeconds });
    if (rate === undefined) continue;
    const scaled = rate * 10n ** BigInt(WORTH_DECIMALS - token.decimals);
    return { code, units: 10n ** BigInt(MILLION_DECIMALS + WORTH_DECIMALS), dollarUnits: scaled };
  }
  return undefined;
}

/** What a million comes to; undefined where the feed is silent or its rate too old. */
async function readOf(
  chain: Chain,
  { path, maxAge }: { readonly path: readonly string[]; readonly maxAge: number },
): Promise<bigint | undefined> {
  const invoiceUnits = 10n ** BigInt(MILLION_DECIMALS + INVOICE_DECIMALS);
  const rates = await withoutOutage(chain.readRates([{ path, invoiceUnits }]));
  const [rate] = rates ?? [];
  return rate === undefined || isStale(rate, maxAge) ? undefined : rate.outUnits;
}
