import { type Abi, BaseError, encodeFunctionData, prepareEncodeFunctionData } from 'viem';
import { erc20Abi } from '#catalog/abis/erc20.generated.ts';
import { erc20ConversionProxyAbi } from '#catalog/abis/erc20-conversion-proxy.generated.ts';
import { erc20FeeProxyAbi } from '#catalog/abis/erc20-fee-proxy.generated.ts';
import { ethereumFeeProxyAbi } from '#catalog/abis/ethereum-fee-proxy.generated.ts';
import { Bug, invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import type { Call, ConversionPayment, NativePayment, TokenPayment } from '../chain.ts';
import type { PullStep } from '../signing.ts';
import { evmAddress } from './address.ts';

const REFERENCE = /^0x[0-9a-fA-F]{16}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** A function of a contract, its selector computed once: viem hashes the signature at every call otherwise. */
export interface ContractFunction {
  readonly abi: Abi;
  readonly functionName: Hex;
}

/** Prepares a function of an ABI for `encodeCall`. */
export function contractFunction(abi: Abi, functionName: string): ContractFunction {
  return prepareEncodeFunctionData({ abi, functionName });
}

/** The data of a call. Arguments that do not fit the function are our fault. */
export function encodeCall(prepared: ContractFunction, args: readonly unknown[]): Hex {
  try {
    return encodeFunctionData({ ...prepared, args });
  } catch (error) {
    if (error instanceof BaseError) throw new Bug(error.shortMessage, { cause: error });
    throw error;
  }
}

const approve = contractFunction(erc20Abi, 'approve');
const transferFrom = contractFunction(erc20Abi, 'transferFrom');
const payToken = contractFunction(erc20FeeProxyAbi, 'transferFromWithReferenceAndFee');
const payNative = contractFunction(ethereumFeeProxyAbi, 'transferWithReferenceAndFee');
const payConverted = contractFunction(erc20ConversionProxyAbi, 'transferFromWithReferenceAndFee');

/**
 * An address as an argument of a call, in lower case: viem hashes an address of mixed case to check it,
 * and checksums were checked when the address was read.
 */
export function addressArgument(address: string): Hex {
  invariant(ADDRESS.test(address), `${address} is not an EVM address`);
  return `0x${address.slice(2).toLowerCase()}`;
}

/** A payment reference as an argument of a call. */
export function referenceArgument(paymentReference: Hex): Hex {
  invariant(REFERENCE.test(paymentReference), `${paymentReference} is not a reference of 8 bytes`);
  return paymentReference;
}

/** A call of the token that lets a spender take that many units in all. */
export function encodeApproval(tokenAddress: string, spender: string, units: bigint): Call {
  const data = encodeCall(approve, [addressArgument(spender), units]);
  return { to: evmAddress(tokenAddress), data, valueUnits: 0n };
}

/** A call of the token that moves tokens of another wallet to the account that calls. */
export function encodePull({ tokenAddress, from, account, units }: Omit<PullStep, 'type'>): Call {
  const data = encodeCall(transferFrom, [addressArgument(from), addressArgument(account), units]);
  return { to: evmAddress(tokenAddress), data, valueUnits: 0n };
}

/** A call of the fee proxy that pays. */
export function encodePayment(proxy: string, payment: TokenPayment): Call {
  const data = encodeCall(payToken, [
    addressArgument(payment.tokenAddress),
    addressArgument(payment.payeeAddress),
    payment.amountUnits,
    referenceArgument(payment.paymentReference),
    payment.feeUnits,
    addressArgument(payment.feeAddress),
  ]);
  return { to: evmAddress(proxy), data, valueUnits: 0n };
}

/** A call of the native fee proxy; the amount is what is sent along less the fee. */
export function encodeNativePayment(proxy: string, payment: NativePayment): Call {
  const { amountUnits, feeUnits } = payment;
  const data = encodeCall(payNative, [
    addressArgument(payment.payeeAddress),
    referenceArgument(payment.paymentReference),
    feeUnits,
    addressArgument(payment.feeAddress),
  ]);
  return { to: evmAddress(proxy), data, valueUnits: amountUnits + feeUnits };
}

/** A call of the conversion proxy, which computes at the rate of its block how much it takes. */
export function encodeConversion(proxy: string, payment: ConversionPayment): Call {
  const data = encodeCall(payConverted, [
    addressArgument(payment.payeeAddress),
    payment.invoiceUnits,
    payment.path.map(addressArgument),
    referenceArgument(payment.paymentReference),
    payment.feeInvoiceUnits,
    addressArgument(payment.feeAddress),
    payment.maxToSpendUnits,
    BigInt(payment.maxRateAgeSeconds),
  ]);
  return { to: evmAddress(proxy), data, valueUnits: 0n };
}
