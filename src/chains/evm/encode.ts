import { UNITS_MAX } from '#kit/amount.ts';
import { invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { Call, TokenPayment } from '../chain.ts';
import { evmAddress } from './address.ts';

/** `approve(address,uint256)` */
const APPROVE = '0x095ea7b3';
/** `transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)` */
const PAY = '0xc219a14d';

const WORD_DIGITS = 64;
const REFERENCE = /^0x[0-9a-fA-F]{16}$/;
/** Checksums were checked at the door; hashing them again would take most of the time here. */
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Where the reference's bytes start: behind the six words of the head. */
const REFERENCE_OFFSET = unitsWord(6n * 32n);
const REFERENCE_LENGTH = unitsWord(8n);

/** A call of the token that lets the fee proxy take that many units in all. */
export function encodeApproval(tokenAddress: string, spender: string, units: bigint): Call {
  const data: Hex = `${APPROVE}${addressWord(spender)}${unitsWord(units)}`;
  return { to: evmAddress(tokenAddress), data, valueUnits: 0n };
}

/**
 * A call of the fee proxy that pays, written out word by word: the layout never changes, and this
 * takes a fraction of the time that a general encoder takes.
 */
export function encodePayment(proxy: string, payment: TokenPayment): Call {
  const { paymentReference } = payment;
  invariant(REFERENCE.test(paymentReference), `${paymentReference} is not a reference of 8 bytes`);
  const words = [
    addressWord(payment.tokenAddress),
    addressWord(payment.payeeAddress),
    unitsWord(payment.amountUnits),
    REFERENCE_OFFSET,
    unitsWord(payment.feeUnits),
    addressWord(payment.feeAddress),
    REFERENCE_LENGTH,
    paymentReference.slice(2).toLowerCase().padEnd(WORD_DIGITS, '0'),
  ];
  return { to: evmAddress(proxy), data: `${PAY}${words.join('')}`, valueUnits: 0n };
}

function addressWord(address: string): string {
  invariant(ADDRESS.test(address), `${address} is not an EVM address`);
  return address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0');
}

function unitsWord(units: bigint): string {
  invariant(units >= 0n && units <= UNITS_MAX, `${units} does not fit a uint256`);
  return units.toString(16).padStart(WORD_DIGITS, '0');
}
