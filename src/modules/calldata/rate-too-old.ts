import type { Currency } from '#catalog/currencies.ts';
import type { Chain, Rate } from '#chains/chain.ts';
import { Refusal } from '#kit/failure.ts';
import { rateAgeSeconds } from '#kit/rate-age.ts';

/** A conversion as far as the age of its rate goes. */
interface AgedOrder {
  readonly chain: Pick<Chain, 'network'>;
  readonly currency: Currency;
  readonly conversion?: { readonly maxRateAgeSeconds: number } | undefined;
}

/** The refusal (400) of a rate for its age; `feed` is undefined where no single one is known. */
export function rateTooOld(
  { chain, currency, conversion }: AgedOrder,
  { feed, rate }: { readonly feed: string | undefined; readonly rate: Rate },
): Refusal {
  const subject =
    feed === undefined
      ? `The exchange rate for ${currency.id}`
      : `The price feed ${feed} on ${chain.network.name}`;
  return new Refusal(
    'rate_too_old',
    400,
    `${subject} is ${rateAgeSeconds(rate)} seconds old, and a payment in ${currency.id} takes none older than ${conversion?.maxRateAgeSeconds ?? 0}; try again later`,
  );
}
