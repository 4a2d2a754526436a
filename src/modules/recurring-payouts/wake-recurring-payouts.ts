import type { Context } from '#context.ts';
import { wakePayouts } from './store/payouts.ts';

/** A request that was paid, or whose payment was undone. */
interface ChangedRequest {
  readonly attribution: { readonly recurringPayoutId: string | null };
}

/**
 * Lets a worker look at the recurring payouts of these requests. Code that settles or undoes payments calls it last; it takes no
 * statement where none of them is an instalment.
 */
export async function wakeRecurringPayouts(
  ctx: Context,
  requests: readonly ChangedRequest[],
): Promise<void> {
  const ids = requests.flatMap(({ attribution }) => attribution.recurringPayoutId ?? []);
  if (ids.length > 0) await wakePayouts(ctx, [...new Set(ids)].sort());
}
