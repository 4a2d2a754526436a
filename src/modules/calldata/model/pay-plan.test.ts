import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxToSpend, planApprovals } from './pay-plan.ts';

const plan = (allowanceUnits: bigint | undefined, resetsAllowance = false) =>
  planApprovals({ requiredUnits: 105n, allowanceUnits, resetsAllowance });

describe('the approvals of a payment', () => {
  it('allow exactly what is required where the allowance falls short', () => {
    expect(plan(0n)).toEqual([105n]);
    expect(plan(104n)).toEqual([105n]);
  });

  it('are none where the allowance covers amount and fee', () => {
    expect(plan(105n)).toEqual([]);
    expect(plan(2n ** 256n - 1n)).toEqual([]);
  });

  // Tether's contract on Ethereum reverts when an allowance changes from one number to another.
  it('clear the old allowance first where the token demands it', () => {
    expect(plan(1n, true)).toEqual([0n, 105n]);
    expect(plan(0n, true)).toEqual([105n]);
    expect(plan(105n, true)).toEqual([]);
  });

  it('are all of them while no wallet is known', () => {
    expect(plan(undefined)).toEqual([105n]);
    expect(plan(undefined, true)).toEqual([0n, 105n]);
  });

  it('always leave an allowance that covers what is required', () => {
    const units = fc.bigInt({ min: 0n, max: 2n ** 128n });
    fc.assert(
      fc.property(units, units, fc.boolean(), (requiredUnits, had, resetsAllowance) => {
        const asked = { requiredUnits, allowanceUnits: had, resetsAllowance };
        let allowance = had;
        for (const next of planApprovals(asked)) {
          expect(resetsAllowance && allowance > 0n && next > 0n).toBe(false);
          allowance = next;
        }
        expect(allowance >= requiredUnits).toBe(true);
      }),
    );
  });
});

describe('the most that a conversion may spend', () => {
  it('is the rate’s amount and the slippage on top, rounded up to the unit', () => {
    expect(maxToSpend(1_000_000n, 100)).toBe(1_010_000n);
    expect(maxToSpend(1_000_000n, 0)).toBe(1_000_000n);
    expect(maxToSpend(1n, 1)).toBe(2n);
    expect(maxToSpend(0n, 100)).toBe(0n);
  });
});
