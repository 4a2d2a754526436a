import { hasLivePage, isCompliant, type Payer } from './payer.ts';
import type { PayerAgreementStatus, PayerIdentityStatus } from './status.ts';

interface ShownPages {
  readonly agreementUrl?: string;
  readonly kycUrl?: string;
}

/** A payer as `POST /v2/payer` answers it: its states are only done or not. */
export interface ShownPayer extends ShownPages {
  readonly status: {
    readonly agreementStatus: 'not_started' | 'completed';
    readonly kycStatus: 'not_started' | 'completed';
  };
  readonly userId: string;
}

/** Where a payer stands. */
export interface PayerStatus extends ShownPages {
  readonly kycStatus: PayerIdentityStatus;
  readonly agreementStatus: PayerAgreementStatus;
  readonly isCompliant: boolean;
  readonly userId: string;
}

interface Shown {
  readonly settings: { readonly payerAgreementUrl?: string | undefined };
  now(): Date;
  /** The address of the page of a check that goes on. */
  openPage(payer: Payer): string | null;
}

/** The answer about a payer that was named. */
export function showPayer(payer: Payer, ctx: Shown): ShownPayer {
  const { id: userId, identityStatus, agreementStatus } = payer;
  return {
    ...pagesOf(payer, ctx),
    status: {
      agreementStatus: agreementStatus === 'completed' ? 'completed' : 'not_started',
      kycStatus: identityStatus === 'approved' ? 'completed' : 'not_started',
    },
    userId,
  };
}

/** The answer about where a payer stands. */
export function showStatus(payer: Payer, ctx: Shown): PayerStatus {
  const { id: userId, identityStatus: kycStatus, agreementStatus } = payer;
  return {
    kycStatus,
    agreementStatus,
    isCompliant: isCompliant(payer),
    userId,
    ...pagesOf(payer, ctx),
  };
}

/** The pages on which something is left to do. */
function pagesOf(payer: Payer, { settings, now, openPage }: Shown): ShownPages {
  const { payerAgreementUrl: agreementUrl } = settings;
  const { identityStatus, agreementStatus } = payer;
  const isOpen = identityStatus === 'pending' || identityStatus === 'retry_required';
  const kycUrl = isOpen && hasLivePage(payer, now()) ? openPage(payer) : null;
  return {
    ...(agreementUrl !== undefined && agreementStatus !== 'completed' && { agreementUrl }),
    ...(kycUrl !== null && { kycUrl }),
  };
}
