import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf } from '#kit/percentage.ts';
import { amountDue } from './order-of-request.ts';

const request = (expectedUnits: bigint, paidUnits: bigint, feePercentage: string | null) => ({
  expectedUnits,
  feeUnits: feePercentage === null ? 0n : shareOf(expectedUnits, feePercentage),
  feePercentage,
  paidUnits,
});

describe('what is due', () => {
  it('is everything while nothing was paid', () => {
    expect(amountDue(request(1_000n, 0n, '1.5'))).toEqual({ amountUnits: 1_000n, feeUnits: 15n });
  });

  it('is the rest, and the fee’s share of it, after a part was paid', () => {
    expect(amountDue(request(1_000n, 400n, '1.5'))).toEqual({ amountUnits: 600n, feeUnits: 9n });
    expect(amountDue(request(1_000n, 999n, '1.5'))).toEqual({ amountUnits: 1n, feeUnits: 0n });
    expect(amountDue(request(1_000n, 400n, null))).toEqual({ amountUnits: 600n, feeUnits: 0n });
  });

  it('is the part that the payer chose, with the fee’s share of it', () => {
    expect(amountDue(request(1_000n, 400n, '1.5'), 100n)).toEqual({
      amountUnits: 100n,
      feeUnits: 1n,
    });
  });

  it('in two parts is never more of a fee than in one', () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 30n });
    const percentage = fc.constantFrom('0', '0.000001', '1.5', '33.333333', '100');
    fc.assert(
      fc.property(units, units, percentage, (whole, part, text) => {
        fc.pre(part < whole);
        const first = shareOf(part, text);
        const rest = amountDue(request(whole, part, text)).feeUnits;
        expect(first + rest <= shareOf(whole, text)).toBe(true);
      }),
    );
  });
});
