import type { MerchantWebsite } from './website.ts';

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
  /** Its website, while the proof of the domain is found. */
  readonly verifiedDomain?: string;
}

/** A profile as everybody is shown it. */
export function showMerchant({
  displayName,
  logoPath,
  supportUrl,
  website,
}: MerchantProfile & { readonly website: MerchantWebsite | null }): ShownMerchant {
  return {
    displayName,
    ...(logoPath !== null && { logoPath }),
    ...(supportUrl !== null && { supportUrl }),
    ...(website !== null && website.verifiedAt !== null && { verifiedDomain: website.domain }),
  };
}
