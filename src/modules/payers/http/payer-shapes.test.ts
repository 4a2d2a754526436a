import { describe, expect, it } from 'vitest';
import { CreatePayerRequest } from './payer-shapes.ts';

const PERSON = {
  clientUserId: 'user-42',
  beneficiaryType: 'individual',
  email: 'ada@shop.example',
  firstName: 'Ada',
  lastName: 'Example',
  dateOfBirth: '1990-01-01',
  addressLine1: '1 Example Street',
  city: 'Springfield',
  state: 'IL',
  postcode: '62701',
  country: 'US',
  nationality: 'US',
  phone: '+12025550100',
  ssn: '000000000',
};

/** The longest value that each field takes, and one that is a character longer. */
const LONGEST: Readonly<Record<string, readonly [longest: string, longer: string]>> = {
  clientUserId: textOf(200),
  email: [`${'a'.repeat(241)}@shop.example`, `${'a'.repeat(242)}@shop.example`],
  firstName: textOf(100),
  lastName: textOf(100),
  companyName: textOf(255),
  dateOfBirth: ['1990-01-01', '1990-01-010'],
  addressLine1: textOf(255),
  addressLine2: textOf(255),
  city: textOf(100),
  state: textOf(100),
  postcode: textOf(20),
  country: ['US', 'USA'],
  nationality: ['US', 'USA'],
  phone: ['+123456789012345', '+1234567890123456'],
  ssn: textOf(64),
  sourceOfFunds: textOf(255),
  businessActivity: textOf(255),
  beneficiaryType: ['individual', 'individuals'],
};

function textOf(max: number): readonly [string, string] {
  return ['x'.repeat(max), 'x'.repeat(max + 1)];
}

/** The fields that are refused. */
function wrongFields(change: object): readonly unknown[] {
  const { error } = CreatePayerRequest.safeParse({ ...PERSON, ...change });
  return [...new Set((error?.issues ?? []).map(({ path: [field] }) => field))];
}

describe('a payer', () => {
  it('is limited in the length of every field', () => {
    expect(Object.keys(LONGEST).sort()).toEqual(Object.keys(CreatePayerRequest.shape).sort());
  });

  it.each(Object.entries(LONGEST))(
    'is refused for a %s that is a character too long, and for nothing else',
    (field, [longest, longer]) => {
      expect(wrongFields({ [field]: longest })).toEqual([]);
      expect(wrongFields({ [field]: longer })).toEqual([field]);
    },
  );

  it.each(Object.keys(LONGEST))('is refused for a %s of another kind', (field) => {
    for (const value of [7, true, {}, [PERSON.firstName]]) {
      expect(wrongFields({ [field]: value })).toEqual([field]);
    }
  });
});
