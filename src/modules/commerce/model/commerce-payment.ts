import { type Currency, currencyById } from '#catalog/currencies.ts';
import type { NetworkId } from '#catalog/networks.ts';
import type { EscrowCollection, EscrowTerms } from '#chains/chain.ts';
import { invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';
import type { CommerceExpiries } from './position.ts';
import type { CommerceStatus } from './status.ts';

/** A payment as it was agreed on, and where it stands. */
export interface CommercePayment extends CommerceExpiries {
  readonly id: string;
  readonly accountId: string;
  /** The public id. */
  readonly requestId: string;
  readonly clientIdId: string | null;
  readonly status: CommerceStatus;
  readonly network: NetworkId;
  readonly currencyId: string;
  readonly merchantId: string;
  readonly operatorAddress: string;
  readonly payerAddress: string;
  readonly receiverAddress: string;
  readonly maxUnits: bigint;
  readonly feeBps: number;
  readonly feeAddress: string | null;
  readonly paymentReference: Hex;
  readonly referenceKey: Hex;
  readonly paymentHash: Hex;
  readonly amountUnits: bigint;
  readonly collection: EscrowCollection;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The public id, in the form of a request's: `01` and a keccak-256. */
export function commerceIdOf(accountId: string, nonce: Hex): string {
  return `01${keccak256(`commerce payment ${accountId} ${nonce}`).slice(2)}`;
}

/** The token that is held. */
export function currencyOf({ currencyId }: Pick<CommercePayment, 'currencyId'>): Currency {
  const currency = currencyById(currencyId);
  invariant(currency !== undefined, 'payments are held in listed currencies');
  return currency;
}

/** What the payer agreed to, as the chain's port takes it. */
export function termsOf(
  payment: Omit<CommercePayment, 'status' | 'id' | 'updatedAt' | 'paymentHash'>,
): EscrowTerms {
  const { operatorAddress, payerAddress, receiverAddress, maxUnits, feeBps } = payment;
  const { preApprovalExpiresAt, authorizationExpiresAt, refundExpiresAt } = payment;
  return {
    operatorAddress,
    payerAddress,
    receiverAddress,
    maxUnits,
    feeBps,
    preApprovalExpiresAt,
    authorizationExpiresAt,
    refundExpiresAt,
    currency: currencyOf(payment),
    feeAddress: payment.feeAddress ?? undefined,
    paymentReference: payment.paymentReference,
  };
}
