import type { Currency } from '#catalog/currencies.ts';
import type { Hex } from '#kit/hex.ts';
import type { Call, TokenPayment } from './signing.ts';

/** Structured data as a wallet signs it, in the members of the wire; numbers are texts of digits. */
export interface ContentToSign {
  readonly domain: Readonly<Record<string, string | number>>;
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Payments of one wallet in one token that it signs for, and that somebody else sends. */
export interface PaymentsToSign {
  readonly payerAddress: string;
  readonly currency: Currency;
  readonly payments: readonly TokenPayment[];
  /** Any number below 2 to the 256th that the payer has not signed for before. */
  readonly nonce: bigint;
  /** In whole seconds. */
  readonly expiresAt: Date;
}

/** An approval of a token that its holder signs for. */
export interface ApprovalToSign {
  readonly units: bigint;
  /** As the token counts the holder's approvals. */
  readonly nonce: bigint;
  /** In whole seconds. */
  readonly expiresAt: Date;
}

/** An approval with the holder's signature. */
export interface SignedApproval extends ApprovalToSign {
  readonly signature: Hex;
}

/** What a wallet has of a token, and what may be taken of it by its signature. */
export interface SignedPaymentState {
  readonly balanceUnits: bigint;
  readonly allowanceUnits: bigint;
  /** The nonce of the next approval that the wallet signs; undefined where the token takes none from it. */
  readonly approvalNonce: bigint | undefined;
  /** Whether the contracts that make such payments are on the chain. */
  readonly isDeployed: boolean;
}

/** Why signed payments cannot be made: `other` for all that the chain does not say. */
export type SignedPaymentRefusal = 'not_signed_by_payer' | 'used_before' | 'expired' | 'other';

/** Payments by signature, made by the contract that a setting names. All but `readState` is pure. */
export interface SignedPayments {
  /** What is needed before a wallet signs; one round trip. Throws `Outage`. */
  readState(wallet: string, currency: Currency): Promise<SignedPaymentState>;
  /** What the payer signs: payees, amounts, references and fees, and nothing that a sender could choose. */
  paymentContent(payments: PaymentsToSign): ContentToSign;
  /** What the payer signs for the token. The token must take signed approvals. */
  approvalContent(payments: PaymentsToSign, approval: ApprovalToSign): ContentToSign;
  /** The transaction of the payer that approves instead. */
  approvalCall(currency: Currency, units: bigint): Call;
  /** What a contract meant that refused the transaction, by its reason as the sender read it. Pure. */
  readRefusal(reason: string): SignedPaymentRefusal;
  /** The transaction that makes the payments; anybody may send it, and it can be carried out once. */
  paymentCall(payments: PaymentsToSign, signature: Hex, approval: SignedApproval | undefined): Call;
}
