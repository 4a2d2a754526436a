import { describe, expect, it } from 'vitest';
import { maskAccount, maskNumber } from './mask.ts';
import { type PaymentDetailInput, readPaymentDetail } from './read-payment-detail.ts';
import {
  type PaymentDetailEvent,
  type PaymentDetailStatus,
  paymentDetailMachine,
} from './status.ts';

const now = new Date('2026-02-28T12:00:00.000Z');
const INPUT: PaymentDetailInput = {
  bankName: ' First Bank ',
  accountName: 'Ada Łovelace',
  beneficiaryType: 'individual',
  currency: 'usd',
  accountNumber: '0001-2345 6789',
  routingNumber: '021000021',
  addressLine1: '1 Main Street',
  city: 'New York',
  postalCode: '10001',
  country: 'us',
  dateOfBirth: '1990-12-31',
};

/** The fields with a problem after a change. */
function wrongFields(change: Partial<PaymentDetailInput>): readonly string[] {
  const read = readPaymentDetail({ ...INPUT, ...change }, now);
  return 'problems' in read ? read.problems.map(({ field }) => field) : [];
}

describe('bank details', () => {
  it('are stored without separators and blanks, with the currency as it was sent', () => {
    const nothing = { iban: null, addressLine2: '  ', state: null, accountType: null, rails: null };
    expect(readPaymentDetail({ ...INPUT, ...nothing, swiftBic: ' ' }, now)).toEqual({
      rails: 'local',
      currency: 'usd',
      data: {
        bankName: 'First Bank',
        accountName: 'Ada Łovelace',
        beneficiaryType: 'individual',
        accountNumber: '000123456789',
        routingNumber: '021000021',
        addressLine1: '1 Main Street',
        city: 'New York',
        postalCode: '10001',
        country: 'US',
        dateOfBirth: '1990-12-31',
      },
    });
  });

  it('are refused for an unknown country or currency, and for every wrong field at once', () => {
    expect(wrongFields({})).toEqual([]);
    expect(wrongFields({ country: 'XX' })).toEqual(['country']);
    expect(wrongFields({ country: '__' })).toEqual(['country']);
    for (const currency of ['XAU', 'XTS', 'XXX', 'ABC', 'ETH']) {
      expect(wrongFields({ currency })).toEqual(['currency']);
    }
    expect(wrongFields({ currency: 'XOF' })).toEqual([]);
    expect(
      wrongFields({ country: 'XX', dateOfBirth: '2026-03-01', routingNumber: '021000022' }),
    ).toEqual(['country', 'dateOfBirth', 'routingNumber']);
  });

  it('are of a person of age, or of a business whose representative was born', () => {
    expect(wrongFields({ dateOfBirth: '2010-01-01' })).toEqual(['dateOfBirth']);
    expect(wrongFields({ dateOfBirth: '2010-01-01', beneficiaryType: 'business' })).toEqual([]);
    expect(wrongFields({ dateOfBirth: '2027-01-01', beneficiaryType: 'business' })).toEqual([
      'dateOfBirth',
    ]);
  });
});

describe('a number that is shown', () => {
  it('ends in four readable characters at most, and hides two thirds of a short one', () => {
    expect(maskNumber('000123456789')).toBe('********6789');
    expect(maskNumber('12345678')).toBe('******78');
    expect(maskNumber('12')).toBe('**');
    expect(maskAccount({ iban: 'DE89370400440532013000' })).toBe('******************3000');
    expect(maskAccount({ routingNumber: '021000021' })).toBeUndefined();
  });
});

describe('the status of bank details', () => {
  const events: readonly PaymentDetailEvent[] = ['accepted', 'refused', 'deactivated'];
  const moves: Record<PaymentDetailStatus, readonly (PaymentDetailStatus | undefined)[]> = {
    pending: ['approved', 'failed', undefined],
    approved: [undefined, undefined, 'failed'],
    failed: [undefined, undefined, undefined],
  };

  it.each(['pending', 'approved', 'failed'] as const)('moves from %s as its table says', (from) => {
    expect(events.map((event) => paymentDetailMachine[from][event])).toEqual(moves[from]);
  });
});
