import { sha256, stringToBytes } from 'viem';
import { list, texts } from '../../engine/members.ts';
import { unitsOf } from '../../ui/amount.ts';
import { INVOICE_DECIMALS, type Link, type Payment } from '../link.ts';
import { netUnitsOf } from '../read-fees.ts';

/** What a link is to pay, as whoever made it has written behind `#expect=`. */
export type Expected =
  /** Of one payment: its canonical text. */
  | { readonly text: string }
  /** Of any link: the SHA-256 of its canonical text, `0x` and 64 lower-case digits. */
  | { readonly hash: string };

const HASH = /^sha256:([0-9a-f]{64})$/i;
const PAYEE = /^[0-9A-Za-z]{1,100}$/;
const TOKEN = /^[0-9A-Za-z.]{1,20}$/;
const NETWORK = /^[a-z0-9-]{1,40}$/;
const AMOUNT = /^[0-9]{1,78}(\.[0-9]{1,30})?$/;
const INVOICE = /^[A-Z]{3}$/;

/**
 * Reads what a fragment expects: `#expect=payee,token,network,amount`, for an invoice in another currency with that
 * currency behind it, or `#expect=sha256:…`. `none` where it says nothing of it, `unreadable` for what is repeated,
 * incomplete or anything else.
 */
export function readExpected(fragment: string): Expected | 'none' | 'unreadable' {
  const values = fragment
    .replace(/^#/, '')
    .split('&')
    .filter((part) => /^expect(=|$)/i.test(part))
    .map((part) => part.slice('expect='.length));
  const [value] = values;
  if (value === undefined) return 'none';
  return (values.length === 1 ? readValue(decode(value)) : undefined) ?? 'unreadable';
}

function readValue(value: string): Expected | undefined {
  const hash = HASH.exec(value)?.[1];
  if (hash !== undefined) return { hash: `0x${hash.toLowerCase()}` };
  const [payee = '', token = '', network = '', amount = '', invoice, ...rest] = value.split(',');
  const readable =
    PAYEE.test(payee) && TOKEN.test(token) && NETWORK.test(network) && AMOUNT.test(amount);
  if (!readable || rest.length > 0 || (invoice !== undefined && !INVOICE.test(invoice)))
    return undefined;
  return { text: lineOf({ payee, token, network, amount, invoice }) };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

/**
 * Compares a link with what is expected of it: payees, tokens, network, and the amounts that payees receive, less the fees that they
 * bear and without those on top. `hidden` while a payee is masked.
 */
export function compareExpected(expected: Expected, link: Link): 'same' | 'different' | 'hidden' {
  const lines = link.payments.map((payment) => lineOfPayment(link, payment));
  if (lines.includes(undefined)) return 'hidden';
  const text = lines.join('\n');
  const isSame =
    'text' in expected ? expected.text === text : expected.hash === sha256(stringToBytes(text));
  return isSame ? 'same' : 'different';
}

function lineOfPayment({ kind, networkId, feePlan }: Link, payment: Payment): string | undefined {
  const { payee, asset, conversion, amountUnits, paidUnits, fullUnits } = payment;
  if (payee === undefined) return undefined;
  const decimals = conversion === undefined ? asset.decimals : INVOICE_DECIMALS;
  const fullAmountUnits = fullUnits ?? (conversion?.invoiceUnits ?? amountUnits) + paidUnits;
  const plan = kind === 'single' ? feePlan : payment.feePlan;
  return lineOf({
    payee,
    token: asset.symbol,
    network: networkId,
    amount: decimalOf(receivedUnits(fullAmountUnits, plan, decimals), decimals),
    invoice: conversion?.currency,
  });
}

/**
 * What a plan leaves the payee of an amount, by its fees and by its own word, whichever is less; below zero where it cannot be read.
 * Whose fee it is not said to be is taken from the payee, so that nothing unreadable passes.
 */
function receivedUnits(amountUnits: bigint, plan: unknown, decimals: number): bigint {
  let left = amountUnits;
  for (const fee of list(plan, 'fees')) {
    const { feeBearer, calculatedAmountUsd } = texts(fee, ['feeBearer', 'calculatedAmountUsd']);
    if (feeBearer !== 'payer')
      left -= unitsOf(calculatedAmountUsd ?? '', decimals) ?? amountUnits + 1n;
  }
  const said = netUnitsOf(plan, decimals);
  return said !== undefined && said < left ? said : left;
}

interface Line {
  readonly payee: string;
  readonly token: string;
  readonly network: string;
  readonly amount: string;
  readonly invoice: string | undefined;
}

/** A payment's line of the canonical text; `docs/integrate/pay-page.md` has its rules. */
function lineOf({ payee, token, network, amount, invoice }: Line): string {
  const who = payee.startsWith('0x') ? payee.toLowerCase() : payee;
  const line = [who, token.toUpperCase(), network, plainDecimal(amount)];
  return (invoice === undefined ? line : [...line, invoice]).join(',');
}

/** A decimal without zeros that say nothing. */
function plainDecimal(amount: string): string {
  const [integer = '', fraction = ''] = amount.split('.');
  const digits = fraction.replace(/0+$/, '');
  const whole = integer.replace(/^0+(?=[0-9])/, '');
  return digits === '' ? whole : `${whole}.${digits}`;
}

function decimalOf(units: bigint, decimals: number): string {
  if (units < 0n) return '';
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
