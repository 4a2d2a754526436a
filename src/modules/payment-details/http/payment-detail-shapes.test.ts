import { describe, expect, it } from 'vitest';
import { CreatePaymentDetailsRequest } from './payment-detail-shapes.ts';

const DETAILS = {
  bankName: 'First Bank',
  accountName: 'Ada Example',
  beneficiaryType: 'individual',
  currency: 'USD',
  accountNumber: '000123456789',
  routingNumber: '021000021',
  addressLine1: '1 Main Street',
  city: 'New York',
  postalCode: '10001',
  country: 'US',
  dateOfBirth: '1990-12-31',
};

const NUMBERS = [
  'accountNumber',
  'routingNumber',
  'iban',
  'swiftBic',
  'sortCode',
  'bsbNumber',
  'ifsc',
  'ribNumber',
  'ncc',
  'bankCode',
  'branchCode',
  'documentNumber',
  'documentType',
];

/** The longest value that each field takes, and one that is a character longer. */
const LONGEST: Readonly<Record<string, readonly [longest: string, longer: string]>> = {
  bankName: textOf(140),
  accountName: textOf(140),
  beneficiaryType: ['individual', 'individuals'],
  currency: ['USD', 'USDC'],
  rails: ['local', 'locals'],
  accountType: ['checking', 'checkings'],
  addressLine1: textOf(255),
  addressLine2: textOf(255),
  city: textOf(140),
  state: textOf(140),
  postalCode: textOf(20),
  country: ['US', 'USA'],
  dateOfBirth: ['1990-12-31', '1990-12-311'],
  ...Object.fromEntries(NUMBERS.map((name) => [name, textOf(64)])),
};

function textOf(max: number): readonly [string, string] {
  return ['1'.repeat(max), '1'.repeat(max + 1)];
}

/** The fields that are refused. */
function wrongFields(change: object): readonly unknown[] {
  const { error } = CreatePaymentDetailsRequest.safeParse({ ...DETAILS, ...change });
  return [...new Set((error?.issues ?? []).map(({ path: [field] }) => field))];
}

// Whether a number is right for its rails is decided behind the shape, by `check-rails.ts`.
describe('bank details', () => {
  it('are limited in the length of every field', () => {
    const fields = Object.keys(CreatePaymentDetailsRequest.shape);
    expect(Object.keys(LONGEST).sort()).toEqual(fields.sort());
  });

  it.each(Object.entries(LONGEST))(
    'are refused for a %s that is a character too long, and for nothing else',
    (field, [longest, longer]) => {
      expect(wrongFields({ [field]: longest })).toEqual([]);
      expect(wrongFields({ [field]: longer })).toEqual([field]);
    },
  );

  it.each(Object.keys(LONGEST))('are refused for a %s of another kind', (field) => {
    for (const value of [7, true, {}, [DETAILS.bankName]]) {
      expect(wrongFields({ [field]: value })).toEqual([field]);
    }
  });
});
