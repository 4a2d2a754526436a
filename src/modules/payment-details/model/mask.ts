import type { AccountIdentifiers } from './bank-account.ts';

const SHOWN_MAX = 4;

/** A number of an account of which the last four characters can be read, and never more than a third of it. */
export function maskNumber(text: string): string {
  const shown = Math.min(SHOWN_MAX, Math.floor(text.length / 3));
  const hidden = text.length - shown;
  return `${'*'.repeat(hidden)}${text.slice(hidden)}`;
}

/** What identifies the account for people, masked: its number, or what stands in its place. */
export function maskAccount(identifiers: AccountIdentifiers): string | undefined {
  const { accountNumber, iban, ribNumber } = identifiers;
  const number = accountNumber ?? iban ?? ribNumber;
  return number === undefined ? undefined : maskNumber(number);
}
