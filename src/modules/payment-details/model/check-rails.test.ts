import { describe, expect, it } from 'vitest';
import type { AccountIdentifiers, Rails } from './bank-account.ts';
import { findRailsProblems } from './check-rails.ts';
import { normalizeIdentifiers } from './identifier-forms.ts';

/** The fields with a problem, for one account. */
function wrongFields(currency: string, given: AccountIdentifiers, rails: Rails = 'local') {
  return findRailsProblems(normalizeIdentifiers(given), { rails, currency }).map(
    ({ field }) => field,
  );
}

const US = { routingNumber: '021000021', accountNumber: '000123456789' };
const BRITISH = { sortCode: '20-20-15', accountNumber: '55555555' };
const GERMAN = 'DE89 3704 0044 0532 0130 00';

describe('an account that money can reach', () => {
  it.each<[string, AccountIdentifiers, Rails?]>([
    ['USD', US],
    ['USD', { ...US, routingNumber: '0260-09593' }],
    ['USD', US, 'wire'],
    ['USD', { swiftBic: 'HDFCINBB', accountNumber: '50100012345678' }, 'wire'],
    ['USD', { swiftBic: 'deutdeff', iban: GERMAN }, 'swift'],
    ['EUR', { iban: GERMAN }],
    ['EUR', { iban: 'fr1420041010050500013m02606', swiftBic: 'PSSTFRPPPAR' }],
    ['GBP', BRITISH],
    ['GBP', { iban: 'GB29NWBK60161331926819' }],
    ['AUD', { bsbNumber: '062-001', accountNumber: '12345678' }],
    ['INR', { ifsc: 'hdfc0001234', accountNumber: '50100012345678' }],
    ['CAD', { bankCode: '003', branchCode: '00012', accountNumber: '1234567' }],
    ['CHF', { iban: 'CH9300762011623852957' }],
    ['NOK', { iban: 'NO9386011117947' }],
    ['MAD', { ribNumber: '230 810 1234567890123456 12' }],
    ['KES', { accountNumber: '0123456789', bankCode: '01', branchCode: '094' }],
  ])('in %s by %j', (currency, given, rails) => {
    expect(wrongFields(currency, given, rails)).toEqual([]);
  });
});

describe('an account that money cannot reach', () => {
  it.each<[string, AccountIdentifiers, readonly string[], Rails?]>([
    // Nothing, and too little.
    ['USD', {}, ['routingNumber']],
    ['USD', { accountNumber: '000123456789' }, ['routingNumber']],
    ['USD', { routingNumber: '021000021' }, ['accountNumber']],
    ['EUR', { accountNumber: '532013000' }, ['iban']],
    ['GBP', { sortCode: '202015' }, ['accountNumber']],
    ['CAD', { bankCode: '003', accountNumber: '1234567' }, ['branchCode']],
    ['KES', {}, ['iban']],
    ['USD', US, ['swiftBic'], 'swift'],
    ['EUR', { iban: GERMAN }, ['swiftBic'], 'swift'],
    ['EUR', { iban: GERMAN }, ['swiftBic'], 'wire'],
    // A BIC of a country with IBANs.
    ['EUR', { swiftBic: 'DEUTDEFF', accountNumber: '532013000' }, ['iban'], 'swift'],
    // Wrong check digits.
    ['USD', { ...US, routingNumber: '021000022' }, ['routingNumber']],
    ['USD', { ...US, routingNumber: '000000000' }, ['routingNumber']],
    ['EUR', { iban: 'DE89370400440532013001' }, ['iban']],
    ['EUR', { iban: 'DE88370400440532013000' }, ['iban']],
    // Digits that changed places.
    ['EUR', { iban: 'DE89370400440532010300' }, ['iban']],
    // Wrong lengths and forms.
    ['USD', { ...US, routingNumber: '02100002' }, ['routingNumber']],
    ['USD', { ...US, routingNumber: '0210000211' }, ['routingNumber']],
    ['USD', { ...US, routingNumber: '02100002A' }, ['routingNumber']],
    ['USD', { ...US, accountNumber: '123' }, ['accountNumber']],
    ['USD', { ...US, accountNumber: '123456789012345678' }, ['accountNumber']],
    ['USD', { ...US, accountNumber: '12345678X' }, ['accountNumber']],
    ['USD', { ...US, accountNumber: '१२३४५६७८' }, ['accountNumber']],
    ['GBP', { ...BRITISH, sortCode: '20201' }, ['sortCode']],
    ['GBP', { ...BRITISH, accountNumber: '5555555' }, ['accountNumber']],
    ['AUD', { bsbNumber: '06200', accountNumber: '12345678' }, ['bsbNumber']],
    ['INR', { ifsc: 'HDFC1001234', accountNumber: '50100012345678' }, ['ifsc']],
    ['INR', { ifsc: 'HDFC0001234', accountNumber: '12345678' }, ['accountNumber']],
    ['EUR', { iban: GERMAN, swiftBic: 'DEUTXXFF' }, ['swiftBic']],
    ['EUR', { iban: GERMAN, swiftBic: 'DEUTDEF' }, ['swiftBic']],
    ['EUR', { iban: 'US64SVBKUS6S3300958879' }, ['iban']],
    // IBANs that are right and of the wrong country.
    ['EUR', { iban: 'SA0380000000608010167519' }, ['iban']],
    ['GBP', { iban: GERMAN }, ['iban']],
    ['CHF', { iban: GERMAN }, ['iban']],
    // A number that these rails do not need must be right all the same.
    ['USD', { ...US, iban: 'DE89370400440532013001', ifsc: 'X' }, ['iban', 'ifsc']],
  ])('in %s by %j, for its %j', (...[currency, given, fields, rails]) => {
    expect(wrongFields(currency, given, rails)).toEqual(fields);
  });

  it('is refused without repeating a number of it', () => {
    const given = {
      ...{ accountNumber: '98765432Z', routingNumber: '987654321', iban: 'DE00987654', ifsc: 'Q9' },
      ...{
        swiftBic: 'Q8',
        sortCode: 'Q7',
        bsbNumber: 'Q6',
        ribNumber: 'Q5',
        ncc: 'Q',
        bankCode: 'W',
      },
    };
    const problems = findRailsProblems(given, { rails: 'local', currency: 'USD' });
    expect(problems).toHaveLength(Object.keys(given).length);
    const said = JSON.stringify(problems);
    for (const number of Object.values(given).filter(({ length }) => length > 1)) {
      expect(said).not.toContain(number);
    }
    const [missing] = findRailsProblems({}, { rails: 'local', currency: 'GBP' });
    expect(missing?.message).toBe(
      'Local transfers in GBP need sortCode and accountNumber, or iban',
    );
  });
});
