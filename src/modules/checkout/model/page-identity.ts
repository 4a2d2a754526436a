import type { ShownMerchant } from '#modules/merchant-profiles/index.ts';
import type { ShownBranding } from '#modules/orchestrators/index.ts';

/** Whose page a payment is shown on, in every answer about it that can be shown. */
export interface PageIdentity {
  /** Its partner's branding of the page; null without one, or where it set nothing. */
  readonly branding: ShownBranding | null;
  /** Undefined where the merchant gave no name. */
  readonly merchant?: ShownMerchant | undefined;
  /** Only of a payout to a bank account; whose account it is stays unsaid. */
  readonly bankPayout?: BankPayoutShown | undefined;
}

/** Who is paid for the owner of a bank account. */
interface BankPayoutShown {
  /** The provider that gets the tokens and pays the bank account. */
  readonly provider: string;
}

/** Whose page it is, as answers say it. */
export function identityShown({ branding, merchant, bankPayout }: PageIdentity) {
  return { branding, ...(merchant && { merchant }), ...(bankPayout && { bankPayout }) };
}
