import { z } from 'zod';
import { WALLET_SCREENERS } from '#catalog/wallet-screeners.ts';

/** The vendor that judges the wallets of a link, then its backup. */
const ScreeningPlan = z.object({
  providers: z
    .array(
      z.object({
        provider: z.enum(WALLET_SCREENERS),
        /** Null is the default of the operator's account. */
        policyId: z.string().nullable(),
      }),
    )
    .min(1)
    .max(2),
  /** Set by the partner of the account, whose vendors the account cannot do without. */
  isOfPartner: z.literal(true).optional(),
});

/** Who judges the wallets of a link; fixed when it is created. */
export type ScreeningPlan = z.output<typeof ScreeningPlan>;

/** Reads a stored plan. Throws when it is not one, because only we write them. */
export function readScreeningPlan(stored: string | null): ScreeningPlan | null {
  return stored === null ? null : ScreeningPlan.parse(JSON.parse(stored));
}

/** Writes a plan for its column. */
export function writeScreeningPlan(plan: ScreeningPlan | null): string | null {
  return plan === null ? null : JSON.stringify(plan);
}
