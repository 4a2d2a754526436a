import { isNetworkId } from '#catalog/networks.ts';
import { INVOICE_DECIMALS } from '#catalog/request-units.ts';
import type { Context } from '#context.ts';
import { Outage } from '#kit/failure.ts';
import { isStale } from '#kit/rate-age.ts';
import type { MarketRate } from './model/converted-amounts.ts';
import type { PayableRequest } from './model/payable-request.ts';

/** A million of the invoice's currency is converted, so that rounding to the token's unit hardly shows. */
const QUERIED_UNITS = 10n ** BigInt(6 + INVOICE_DECIMALS);

/**
 * What the price feeds of a conversion say now; undefined for other requests, where no feed answers or
 * its answer is too old to pay with, and while no node can be reached: reading a request must not fail
 * because of it.
 */
export async function readMarketRate(
  ctx: Context,
  { conversion, network }: Pick<PayableRequest, 'conversion' | 'network'>,
): Promise<MarketRate | undefined> {
  const chain = isNetworkId(network) ? ctx.chains.get(network) : undefined;
  if (conversion === undefined || chain === undefined) return undefined;
  const { path, maxRateAgeSeconds } = conversion;
  try {
    const [rate] = await chain.readRates([{ path, invoiceUnits: QUERIED_UNITS }]);
    if (rate === undefined || rate.outUnits === 0n || isStale(rate, maxRateAgeSeconds)) {
      return undefined;
    }
    return { invoiceUnits: QUERIED_UNITS, tokenUnits: rate.outUnits };
  } catch (error) {
    if (error instanceof Outage) return undefined;
    throw error;
  }
}
