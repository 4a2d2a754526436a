import type { ShownMerchant } from '#modules/merchant-profiles/index.ts';
import type { ShownBranding } from '#modules/orchestrators/index.ts';

/** Whose page a payment is shown on, in every answer about it that can be shown. */
export interface PageIdentity {
  /** Its partner's branding of the page; null without one, or where it set nothing. */
  readonly branding: ShownBranding | null;
  /** Undefined where the merchant gave no name. */
  readonly merchant?: ShownMerchant | undefined;
}

/** Whose page it is, as answers say it. */
export function identityShown({ branding, merchant }: PageIdentity) {
  return { branding, ...(merchant && { merchant }) };
}
