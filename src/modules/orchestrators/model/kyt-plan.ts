import { z } from 'zod';

/** Who can screen wallets, as the public API names them. */
export const KYT_PROVIDERS = ['hypernative', 'merklescience'] as const;
/** One of them. */
export type KytProvider = (typeof KYT_PROVIDERS)[number];

/** How wallets that pay through a client ID are to be screened: the first provider, then its backup. */
export const KytPlan = z.object({
  providers: z.array(
    z.object({
      provider: z.enum(KYT_PROVIDERS),
      policyId: z.string().optional(),
      priority: z.int().min(0).max(1),
    }),
  ),
});
/** A plan as it is stored and answered. */
export type KytPlan = z.infer<typeof KytPlan>;

/** A partner's requirement: providers in the order in which they are tried. */
export interface KytInput {
  readonly providers: readonly {
    readonly provider: KytProvider;
    readonly policyId?: string | undefined;
  }[];
}

/** The plan of a partner's input. The order is the priority, which is not sent. */
export function kytPlanOf(input: KytInput): KytPlan {
  return { providers: input.providers.map((wanted, priority) => ({ ...wanted, priority })) };
}

/** The plan of a platform's own choice; null screens nobody. */
export function planOfChoice(provider: KytProvider | null): KytPlan | null {
  return provider === null ? null : { providers: [{ provider, priority: 0 }] };
}

/** Reads a stored plan. Throws when it is not one, because only we write them. */
export function readPlan(stored: string | null): KytPlan | null {
  return stored === null ? null : KytPlan.parse(JSON.parse(stored));
}

/** Writes a plan for its column. */
export function writePlan(plan: KytPlan | null): string | null {
  return plan === null ? null : JSON.stringify(plan);
}
