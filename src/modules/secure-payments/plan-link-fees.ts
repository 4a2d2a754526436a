import type { Context } from '#context.ts';
import { resolveFees } from '#modules/fees/index.ts';
import { type AgreedFees, agreeFees, type RequestTerms } from '#modules/requests/index.ts';

/**
 * Agrees on the fees of each request of an incoming link with these terms, whether it stands alone or
 * in a batch: putting payments together is no way around a fee, and a cap is one of each payment.
 *
 * Refuses (400) fees that leave a payee nothing.
 */
export async function planLinkFees(
  ctx: Context,
  terms: readonly RequestTerms[],
): Promise<readonly AgreedFees[]> {
  const rules = await resolveFees(ctx, { flow: 'get_paid' });
  return await Promise.all(
    terms.map((one, i) =>
      agreeFees(ctx, one, { flow: 'incoming', field: `requests[${i}].amount`, rules }),
    ),
  );
}
