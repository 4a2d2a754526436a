import type { Currency } from '#catalog/currencies.ts';
import type { Hex } from '#kit/hex.ts';

/** Whose tokens an account is to take for payments that it makes as one, and until when. */
export interface PermitQuery {
  /** A key without code. */
  readonly holder: string;
  readonly account: string;
  readonly currency: Currency;
  /** Of the payments, eight bytes each; at least one. */
  readonly paymentReferences: readonly Hex[];
  /** In whole seconds. */
  readonly expiresAt: Date;
}

/** How a holder can sign for a token now. */
export interface PermitTerms {
  /** `eip2612` sets an allowance, of which the account takes tokens; carrying out a `permit2` takes them. */
  readonly kind: 'eip2612' | 'permit2';
  readonly nonce: bigint;
  /** Whether a permit with this nonce was carried out. */
  readonly isUsed: boolean;
  /** Undefined where a permit may be of any amount. */
  readonly unitsMax: bigint | undefined;
}

/** A holder's permission to take exactly these units of a token, which it signs and an account submits. */
export interface Permit extends PermitQuery, PermitTerms {
  readonly units: bigint;
}

/** Structured data as wallets take it for signing, the type of its domain included; numbers are texts of digits. */
export interface PermitContent {
  readonly domain: Readonly<Record<string, string | number>>;
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, unknown>>;
}

/** What a signature of a permit is worth. */
export type PermitCheck = 'valid' | 'used_before' | 'not_signed';

/** Approvals by signature, which an account submits as a part of its own transaction. */
export interface TokenPermits {
  /** One round trip, shared with other reads of the same tick; undefined where the token takes no permit of an amount. Throws `Outage`. */
  readTerms(query: PermitQuery): Promise<PermitTerms | undefined>;
  /** Pure. */
  content(permit: Permit): PermitContent;
  /** Whether the holder's key signed exactly this permit, or signed it for a nonce that is used. Pure. */
  check(permit: Permit, signature: Hex): Promise<PermitCheck>;
}
