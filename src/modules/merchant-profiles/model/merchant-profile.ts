/** How an account, or one of its client IDs, introduces itself to those who pay it; null is not set. */
export interface MerchantProfile {
  /** What it calls itself; nobody has checked it. */
  readonly displayName: string;
  /** Below `/branding/` on the host of the pay page. */
  readonly logoPath: string | null;
  /** A page behind HTTPS or a mailbox. */
  readonly supportUrl: string | null;
}

/** What everybody who opens a payment is shown of its merchant; what is not set is left out. */
export interface ShownMerchant {
  readonly displayName: string;
  readonly logoPath?: string;
  readonly supportUrl?: string;
}

/** A profile as everybody is shown it. */
export function showMerchant({
  displayName,
  logoPath,
  supportUrl,
}: MerchantProfile): ShownMerchant {
  return {
    displayName,
    ...(logoPath !== null && { logoPath }),
    ...(supportUrl !== null && { supportUrl }),
  };
}
