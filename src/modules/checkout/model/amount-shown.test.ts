import { describe, expect, it } from 'vitest';
import type { ViewedRequest } from './payment-view.ts';
import { amountShown } from './payment-view.ts';

const AT = new Date('2026-01-02T03:04:05.000Z');

type Parts = Partial<ViewedRequest['request']>;

/** A request over 100 with a fee of 2 on top, of which a payee-borne 3 and a payer-borne 5 go to others. */
function input(kind: 'token' | 'conversion', parts: Parts = {}): ViewedRequest {
  const scale = kind === 'conversion' ? 10n ** 8n : 10n ** 6n;
  const fee = (bearer: 'payer' | 'payee', units: bigint) => ({ bearer, units: units * scale });
  const request = {
    kind,
    expectedUnits: 97n * scale,
    paidUnits: 0n,
    feeUnits: 2n * scale,
    feePercentage: '2',
    ...parts,
  };
  const quote = {
    sourceUnits: 214_000_000n,
    maxUnits: 0n,
    isStale: false,
    rate: { outUnits: 0n, oldestAt: AT, readAt: AT },
  };
  const fees = [fee('payee', 3n), fee('payer', 5n)];
  // Only what the amount is made of is given.
  return Object.assign(Object.create(null), {
    request,
    fees,
    ...(kind === 'conversion' && { quote }),
  });
}

describe('the amount that is shown of a payment', () => {
  it('is the amount requested for the payee, without the fees that the payer bears', () => {
    expect(amountShown(input('token'))).toBe('100000000');
  });

  it('means the same of a conversion, at the rate of the moment', () => {
    // 107 with all fees make 214 tokens.
    expect(amountShown(input('conversion'))).toBe('200000000');
  });
});
