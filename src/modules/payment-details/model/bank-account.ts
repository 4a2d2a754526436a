/** How money reaches an account: within a country, over SWIFT, or by a wire transfer. */
export const RAILS = ['local', 'swift', 'wire'] as const;
/** One of them. */
export type Rails = (typeof RAILS)[number];

/** What identifies an account at its bank; which are needed depends on rails and currency. */
export interface AccountIdentifiers {
  readonly accountNumber?: string | undefined;
  readonly routingNumber?: string | undefined;
  readonly iban?: string | undefined;
  readonly swiftBic?: string | undefined;
  readonly sortCode?: string | undefined;
  readonly bsbNumber?: string | undefined;
  readonly ifsc?: string | undefined;
  readonly ribNumber?: string | undefined;
  /** A national clearing code. */
  readonly ncc?: string | undefined;
  readonly bankCode?: string | undefined;
  readonly branchCode?: string | undefined;
}

/** The name of one of them, as the wire has it. */
export type IdentifierName = keyof AccountIdentifiers;

/** Everything that is stored of a bank account and its owner, encrypted as one value. */
export interface BankAccountData extends AccountIdentifiers {
  readonly bankName: string;
  readonly accountName: string;
  readonly beneficiaryType: 'individual' | 'business';
  readonly accountType?: 'checking' | 'savings' | undefined;
  readonly addressLine1: string;
  readonly addressLine2?: string | undefined;
  readonly city: string;
  readonly state?: string | undefined;
  readonly postalCode: string;
  /** Two letters of ISO 3166 in upper case. */
  readonly country: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
  readonly documentNumber?: string | undefined;
  readonly documentType?: string | undefined;
}
