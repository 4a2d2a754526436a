import type { Hex } from '#kit/hex.ts';
import { keccak256 } from '#kit/keccak.ts';

interface ReferenceParts {
  readonly requestId: string;
  /** Sixteen hex digits. */
  readonly salt: string;
  /** The address that is paid, in any case. */
  readonly payeeAddress: string;
}

/** A reference has eight bytes: sixteen hex digits. */
const REFERENCE_DIGITS = 16;

/**
 * What a payment carries on the chain to identify its request: the last eight bytes of the
 * keccak-256 of request id, salt and payee address, written together in lower case.
 */
export function paymentReference(parts: ReferenceParts): Hex {
  const text = `${parts.requestId}${parts.salt}${parts.payeeAddress}`.toLowerCase();
  return `0x${keccak256(text).slice(-REFERENCE_DIGITS)}`;
}
