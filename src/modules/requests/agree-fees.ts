import { fiatByCode } from '#catalog/currencies.ts';
import type { Context } from '#context.ts';
import { Refusal } from '#kit/failure.ts';
import { shareOf } from '#kit/percentage.ts';
import { type FeeDraft, type FeeRule, type FeesPlanned, planFees } from '#modules/fees/index.ts';
import { bookDecimals } from './model/terms.ts';
import type { RequestTerms } from './request-terms.ts';

/** Which way the money goes, and where its amount stood in the call. */
interface FeesOf {
  readonly flow: 'incoming' | 'outgoing';
  readonly field: string;
  /** Looked up once for many requests; looked up here where left out. */
  readonly rules?: readonly FeeRule[] | undefined;
}

/** What a request asks for once its fees are agreed. */
export interface AgreedFees extends Pick<FeesPlanned, 'plan' | 'components'> {
  /** With the amount that the payee receives. */
  readonly terms: RequestTerms;
}

/**
 * Agrees on the fees of a request with these terms. The payee receives what the fees leave that it
 * bears; the platform's fee is a share of that.
 *
 * Refuses (400) fees that leave the payee nothing, and one that would be paid to the token's own contract;
 * `field` is where the amount stood.
 */
export async function agreeFees(
  ctx: Context,
  terms: RequestTerms,
  { flow, field, rules }: FeesOf,
): Promise<AgreedFees> {
  const { kind, currency, conversion, fee, expectedUnits } = terms;
  const { plan, components, netUnits } = await planFees(ctx, {
    flow: flow === 'incoming' ? 'get_paid' : 'pay',
    currency: (conversion && fiatByCode(conversion.invoiceCurrencyId)) ?? currency,
    decimals: bookDecimals(kind, currency),
    grossUnits: expectedUnits,
    family: terms.chain.network.family,
    field,
    rules,
    ...(fee && { platformFee: fee }),
  });
  checkReceivers(components, terms);
  const netFee = fee && { ...fee, units: shareOf(netUnits, fee.percentage) };
  return { plan, components, terms: { ...terms, expectedUnits: netUnits, fee: netFee } };
}

/** Money that is sent to a token's own contract is lost, whoever agreed on it. */
function checkReceivers(components: readonly FeeDraft[], { currency }: RequestTerms): void {
  const lost = components.find(({ receiverAddress }) => receiverAddress === currency.address);
  if (lost === undefined) return;
  const message = `the receiver of the fee "${lost.label}" is the contract of ${currency.id}; money sent there is lost`;
  throw new Refusal('fee_receiver_is_token', 400, message);
}
