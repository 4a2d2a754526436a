import type { Hex } from '#kit/hex.ts';
import type { Call, ConversionPayment, NativePayment, TokenPayment } from '../chain.ts';
import { evmAddress } from './address.ts';
import {
  addressesWords,
  addressWord,
  countWord,
  referenceWords,
  unitsWord,
  WORD_BYTES,
} from './words.ts';

/** `approve(address,uint256)` */
const APPROVE = '0x095ea7b3';
/** `transferFromWithReferenceAndFee(address,address,uint256,bytes,uint256,address)` */
const PAY = '0xc219a14d';
/** `transferWithReferenceAndFee(address,bytes,uint256,address)` */
const PAY_NATIVE = '0xb868980b';
/**
 * `transferFromWithReferenceAndFee(address,uint256,address[],bytes,uint256,address,uint256,uint256)`
 */
const PAY_CONVERTED = '0x3af2c012';

// Where the first thing of no fixed size starts: behind the words of each call's head.
const PAY_TAIL = countWord(6 * WORD_BYTES);
const NATIVE_TAIL = countWord(4 * WORD_BYTES);
const CONVERTED_HEAD_WORDS = 8;
const CONVERTED_TAIL = countWord(CONVERTED_HEAD_WORDS * WORD_BYTES);

/** A call of the token that lets a spender take that many units in all. */
export function encodeApproval(tokenAddress: string, spender: string, units: bigint): Call {
  const data: Hex = `${APPROVE}${addressWord(spender)}${unitsWord(units)}`;
  return { to: evmAddress(tokenAddress), data, valueUnits: 0n };
}

/**
 * A call of the fee proxy that pays, written out word by word as all calls here: the layouts never
 * change, and this takes a fraction of the time that a general encoder takes.
 */
export function encodePayment(proxy: string, payment: TokenPayment): Call {
  const words = [
    addressWord(payment.tokenAddress),
    addressWord(payment.payeeAddress),
    unitsWord(payment.amountUnits),
    PAY_TAIL,
    unitsWord(payment.feeUnits),
    addressWord(payment.feeAddress),
    referenceWords(payment.paymentReference),
  ];
  return { to: evmAddress(proxy), data: `${PAY}${words.join('')}`, valueUnits: 0n };
}

/** A call of the native fee proxy; the amount is what is sent along less the fee. */
export function encodeNativePayment(proxy: string, payment: NativePayment): Call {
  const { amountUnits, feeUnits } = payment;
  const words = [
    addressWord(payment.payeeAddress),
    NATIVE_TAIL,
    unitsWord(feeUnits),
    addressWord(payment.feeAddress),
    referenceWords(payment.paymentReference),
  ];
  const data: Hex = `${PAY_NATIVE}${words.join('')}`;
  return { to: evmAddress(proxy), data, valueUnits: amountUnits + feeUnits };
}

/** A call of the conversion proxy, which works out at the rate of its block how much it takes. */
export function encodeConversion(proxy: string, payment: ConversionPayment): Call {
  const { path } = payment;
  const words = [
    addressWord(payment.payeeAddress),
    unitsWord(payment.invoiceUnits),
    CONVERTED_TAIL,
    countWord((CONVERTED_HEAD_WORDS + 1 + path.length) * WORD_BYTES),
    unitsWord(payment.feeInvoiceUnits),
    addressWord(payment.feeAddress),
    unitsWord(payment.maxToSpendUnits),
    unitsWord(BigInt(payment.maxRateAgeSeconds)),
    addressesWords(path),
    referenceWords(payment.paymentReference),
  ];
  return { to: evmAddress(proxy), data: `${PAY_CONVERTED}${words.join('')}`, valueUnits: 0n };
}
