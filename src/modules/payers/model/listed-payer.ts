import type { IdentityLevel } from '#providers/identity-provider.ts';
import type { PayerAgreementStatus, PayerIdentityStatus } from './status.ts';

/** By what payers of an account are found. */
export interface PayerFilters {
  readonly kycStatus?: PayerIdentityStatus | undefined;
  /** How the integrator's id begins. */
  readonly clientUserId?: string | undefined;
}

/** A payer in a list: where it stands, and nothing of who it is. */
export interface ListedPayer {
  readonly clientUserId: string;
  readonly userId: string;
  readonly beneficiaryType: IdentityLevel;
  readonly kycStatus: PayerIdentityStatus;
  readonly agreementStatus: PayerAgreementStatus;
  readonly createdAt: Date;
}
