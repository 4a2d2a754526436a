import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { openPage } from './open-payout.ts';
import { signPayout } from './sign-payout.ts';

/** Lets the recurring payout of a page begin, by its payer's signature. Refuses (404) unknown tokens, and as `signPayout` does. */
export async function signRecurringPayoutPage(
  ctx: Context,
  { token, permitSignature }: { readonly token: string; readonly permitSignature: Hex },
) {
  await signPayout(ctx, await openPage(ctx, token), permitSignature);
  return { status: 'active' as const };
}
