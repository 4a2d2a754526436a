import { fiatByCode } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { shareOf } from '#kit/percentage.ts';
import { type FeesPlanned, planFees } from '#modules/fees/index.ts';
import { bookDecimals, type RequestTerms } from '#modules/requests/index.ts';

/** What a link asks for once its fees are agreed. */
export interface LinkFees extends Pick<FeesPlanned, 'plan' | 'components'> {
  /** With the amounts that the payees receive. */
  readonly terms: readonly RequestTerms[];
}

/**
 * Agrees on the fees of a link with these terms. The payee of a single payment receives what the
 * fees leave that it bears; the platform's fee is a share of that. A batch has no fees but the
 * platform's: it is one transaction, with nothing after it.
 *
 * Refuses (400) fees that leave the payee nothing; `field` is where the amount stood.
 */
export async function planLinkFees(
  ctx: Context,
  terms: readonly RequestTerms[],
  { flow, field }: { readonly flow: 'incoming' | 'outgoing'; readonly field: string },
): Promise<LinkFees> {
  const [one] = terms;
  if (one === undefined || terms.length > 1) return { plan: null, components: [], terms };
  const { kind, currency, conversion, fee, expectedUnits } = one;
  const { plan, components, netUnits } = await planFees(ctx, {
    flow: flow === 'incoming' ? 'get_paid' : 'pay',
    currency: (conversion && fiatByCode(conversion.invoiceCurrencyId)) ?? currency,
    decimals: bookDecimals(kind, currency),
    grossUnits: expectedUnits,
    family: one.chain.network.family,
    field,
    ...(fee && { platformFee: fee }),
  });
  const netFee = fee && { ...fee, units: shareOf(netUnits, fee.percentage) };
  return { plan, components, terms: [{ ...one, expectedUnits: netUnits, fee: netFee }] };
}
