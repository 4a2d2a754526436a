import type { PreparedCall, SecurePaymentCalldata } from '../api/shapes.ts';
import type { Asset, TrustedContracts } from '../wallet/trusted-network.ts';
import { INVOICE_DECIMALS, type Link, type Payment } from './link.ts';
import type { Plan } from './plan.ts';

/** The calls that pay, once they were found to be what the page shows. */
export interface Checked
  extends Omit<
    Plan,
    | 'lookAlikes'
    | 'hasEnoughBalance'
    | 'hasEnoughGas'
    | 'shortages'
    | 'networkFee'
    | 'networkFeeUsd'
  > {
  /** The contract that takes tokens from the wallet; undefined where nothing is taken. */
  readonly spender: string | undefined;
  /** Whether an approval must be of exactly what is taken; otherwise it may be of more. */
  readonly isExact?: boolean;
}

/** What the forms are checked with. */
export interface Answered {
  readonly link: Link;
  readonly answer: SecurePaymentCalldata;
  readonly contracts: TrustedContracts;
  /** The calls behind the approvals. */
  readonly calls: readonly PreparedCall[];
}

/** A call as it goes to the wallet. */
export function callOf(call: PreparedCall) {
  const value = `0x${(coinOf(call) ?? 0n).toString(16)}`;
  return { to: call.to ?? '', data: call.data ?? '', value };
}

/** The coin that a call sends along; undefined where that cannot be read. */
export function coinOf({ value }: PreparedCall): bigint | undefined {
  const text = String(typeof value === 'object' ? value.hex : (value ?? 0));
  return /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(text) ? BigInt(text) : undefined;
}

/**
 * How far a rate may rise above the shown one between two calls, as a
 * share of 100: feeds are updated when they have moved by less.
 */
const RATE_DRIFT = 5n;

/** Whether the most that a conversion may take is near what is shown as the most. */
export function isNearRate(maxToSpendUnits: bigint, shownMaxUnits: bigint): boolean {
  return maxToSpendUnits * 100n <= shownMaxUnits * (100n + RATE_DRIFT);
}

/** In what a payment's amount and fee are reckoned: its asset, or the invoice's currency. */
export function convertedFrom({ asset, conversion }: Payment): Asset {
  if (conversion === undefined) return asset;
  return { symbol: conversion.currency, decimals: INVOICE_DECIMALS, address: undefined };
}
