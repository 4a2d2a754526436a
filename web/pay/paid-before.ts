import { readKeptJson, writeKept } from './kept.ts';
import type { Link } from './link.ts';

const KEY = 'florin.paid';

/** How many payees are stored, the last paid ones: more are no use against a look-alike. */
const PAYEES_KEPT_MAX = 100;

const ADDRESS = /^(0x[0-9a-f]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$/;

/** The payees of this browser, the last one first. Empty where it stores nothing. */
export function paidBefore(): readonly string[] {
  const kept = readKeptJson(KEY);
  if (!Array.isArray(kept)) return [];
  return kept.filter((one) => typeof one === 'string').filter((one) => ADDRESS.test(one));
}

/** Remembers whom a payment that was sent pays: addresses alone, and no more than a hundred. */
export function rememberPayees({ payments }: Link): void {
  const paid = payments.flatMap(({ payee, amountUnits, paidUnits }) =>
    payee === undefined || (amountUnits === 0n && paidUnits === 0n) ? [] : [keptForm(payee)],
  );
  const all = [...new Set([...paid, ...paidBefore()])];
  writeKept(KEY, JSON.stringify(all.slice(0, PAYEES_KEPT_MAX)));
}

/** Letters of hex mean the same in both cases, those of Base58 do not. */
function keptForm(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address;
}
