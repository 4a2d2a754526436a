import type { Context } from '#context.ts';
import type { LinkScreening } from './model/link-screening.ts';
import { findScreenings } from './store/link-screenings.ts';

/** The results about the wallets of a link that are stored, the oldest first. The caller has checked whose link it is. */
export async function listScreenings(
  ctx: Context,
  { securePaymentToken }: { readonly securePaymentToken: string },
): Promise<readonly LinkScreening[]> {
  return await findScreenings(ctx, securePaymentToken);
}
