/** Whether a wallet of a link pays or is paid. */
export type WalletRole = 'payer' | 'recipient';

/** A wallet of a link that was screened. */
export interface LinkScreening {
  readonly role: WalletRole;
  readonly walletAddress: string;
  readonly walletType: 'eoa' | 'smart_account';
  readonly parentWalletAddress: string | null;
  readonly status: 'approved' | 'rejected';
  readonly reasonCode: string;
  readonly provider: string;
  readonly policyId: string | null;
  readonly evaluatedAt: Date;
  /** How much risk there is and why, in the words of a vendor; null of a list. */
  readonly level: string | null;
  readonly categories: readonly string[] | null;
  /** By which the vendor knows what it judged by. */
  readonly reference: string | null;
}

/** What is said of a wallet that a provider approved. */
export const SCREENING_APPROVED = 'approved';

/** Why a wallet may not pay, or not be paid: the public word for what a provider decided. */
export const SCREENING_REJECTED = 'screening_rejected';

/** Why nothing is decided yet: a provider is still at work. */
export const SCREENING_RUNNING = 'screening_running';

/** Why nothing is decided: a provider gave no answer. */
export const PROVIDER_ERROR = 'provider_error';
