import type { PayoutImportRowStatus, PayoutImportStatus } from './status.ts';

/** Who asked for an import. */
type ImportCreator =
  | { readonly kind: 'api_key'; readonly apiKeyId: string }
  | {
      readonly kind: 'session';
      readonly sessionId: string;
      readonly loginId: string;
      readonly personId: string;
    };

/** A list of payouts that is created in the background. */
export interface PayoutImport {
  readonly id: string;
  readonly accountId: string;
  readonly status: PayoutImportStatus;
  readonly fileName: string | null;
  readonly creatorWalletAddress: string;
  readonly makesBundles: boolean;
  /** The import that this one knowingly pays again. */
  readonly repeatOf: string | null;
  readonly creator: ImportCreator;
  /** Why it waits, or why a payout is in no bundle; for a person. */
  readonly problem: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** How many rows of an import stand where. */
export interface ImportCounts {
  readonly total: number;
  readonly waiting: number;
  readonly created: number;
  readonly refused: number;
  readonly stopped: number;
  /** When the first of those that wait is due; null where none waits. */
  readonly delayedUntil: Date | null;
}

/** A row of an import, with what became of it. */
export interface ImportedRow {
  readonly position: number;
  readonly line: number;
  readonly status: PayoutImportRowStatus;
  readonly recipient: string;
  readonly network: string;
  readonly currencyId: string;
  readonly amountUnits: bigint;
  readonly reference: string | null;
  readonly securePaymentToken: string | null;
  readonly bundleToken: string | null;
  /** Why no payout was created. */
  readonly problem: { readonly code: string; readonly message: string } | null;
}
