import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { openPayoutToChange } from './open-payout.ts';
import { signPayout } from './sign-payout.ts';

/** Lets the caller's own recurring payout begin; refuses as `signPayout` does, (403) public client IDs and (404) all others. */
export async function activateRecurringPayout(
  ctx: Context,
  { id, permitSignature }: { readonly id: string; readonly permitSignature: Hex },
) {
  await signPayout(ctx, await openPayoutToChange(ctx, id), permitSignature);
  const message = 'Recurring payment activated successfully';
  return { message, id, status: 'active' as const };
}
