import type { Context } from '#context.ts';
import type { FeesPlanned } from '#modules/fees/index.ts';
import { agreeFees, type RequestTerms } from '#modules/requests/index.ts';

/** What a link asks for once its fees are agreed. */
interface LinkFees extends Pick<FeesPlanned, 'plan' | 'components'> {
  /** With the amounts that the payees receive. */
  readonly terms: readonly RequestTerms[];
}

/**
 * Agrees on the fees of an incoming link with these terms. A batch has no fees but the platform's:
 * it is one transaction, with nothing after it. Refuses (400) fees that leave the payee nothing.
 */
export async function planLinkFees(
  ctx: Context,
  terms: readonly RequestTerms[],
): Promise<LinkFees> {
  const [one] = terms;
  if (one === undefined || terms.length > 1) return { plan: null, components: [], terms };
  const agreed = await agreeFees(ctx, one, { flow: 'incoming', field: 'requests[0].amount' });
  return { ...agreed, terms: [agreed.terms] };
}
