import { describe, expect, it } from 'vitest';
import { KNOWN_CURRENCIES, numbersFor } from './account-fields.ts';

describe('the numbers of a bank account', () => {
  it.each([
    ['local', 'USD', ['routingNumber', 'accountNumber']],
    ['wire', 'USD', ['routingNumber', 'accountNumber']],
    ['local', 'EUR', ['iban']],
    ['local', 'CAD', ['bankCode', 'branchCode', 'accountNumber']],
  ] as const)('by %s in %s are all needed', (rails, currency, needed) => {
    expect(numbersFor(rails, currency)).toEqual({ needed, oneOf: [] });
  });

  it.each([
    ['swift', 'USD'],
    ['swift', 'EUR'],
    ['wire', 'EUR'],
    ['wire', 'BRL'],
  ] as const)('by %s in %s name the bank and the account', (rails, currency) => {
    expect(numbersFor(rails, currency)).toEqual({
      needed: ['swiftBic'],
      oneOf: ['iban', 'accountNumber'],
    });
  });

  it('are one of several where the currency is not known', () => {
    expect(numbersFor('local', 'BRL').needed).toEqual([]);
    expect(numbersFor('local', 'BRL').oneOf).toContain('iban');
    expect(KNOWN_CURRENCIES).not.toContain('BRL');
  });
});
