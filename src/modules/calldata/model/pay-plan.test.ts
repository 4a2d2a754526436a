import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPayment } from './pay-plan.ts';

const facts = (allowanceUnits: bigint) => ({
  balanceUnits: 0n,
  allowanceUnits,
  nativeBalanceUnits: 0n,
  gasPriceUnits: 1n,
});
const due = { amountUnits: 100n, feeUnits: 5n };
const plan = (allowance: bigint | undefined, resetsAllowance = false) =>
  planPayment({
    due,
    facts: allowance === undefined ? undefined : facts(allowance),
    resetsAllowance,
  }).steps;

const pay = { type: 'pay' };
const approve = (allowanceUnits: bigint) => ({ type: 'approve', allowanceUnits });

describe('a payment is planned', () => {
  it('with an approval of exactly amount and fee where the allowance falls short', () => {
    expect(plan(0n)).toEqual([approve(105n), pay]);
    expect(plan(104n)).toEqual([approve(105n), pay]);
  });

  it('without one where the allowance covers amount and fee', () => {
    expect(plan(105n)).toEqual([pay]);
    expect(plan(2n ** 256n - 1n)).toEqual([pay]);
  });

  // Tether's contract on Ethereum reverts when an allowance changes from one number to another.
  it('with the old allowance cleared first where the token demands it', () => {
    expect(plan(1n, true)).toEqual([approve(0n), approve(105n), pay]);
    expect(plan(0n, true)).toEqual([approve(105n), pay]);
    expect(plan(105n, true)).toEqual([pay]);
  });

  it('alone while no wallet is known', () => {
    expect(plan(undefined, true)).toEqual([pay]);
  });

  it('so that after its approvals the allowance always covers what is required', () => {
    const units = fc.bigInt({ min: 0n, max: 2n ** 128n });
    fc.assert(
      fc.property(
        units,
        units,
        fc.tuple(units, fc.boolean()),
        (amountUnits, feeUnits, [had, resets]) => {
          const planned = planPayment({
            due: { amountUnits, feeUnits },
            facts: facts(had),
            resetsAllowance: resets,
          });
          let allowance = had;
          for (const step of planned.steps) {
            if (step.type === 'pay') continue;
            const refused = resets && allowance > 0n && step.allowanceUnits > 0n;
            expect(refused).toBe(false);
            allowance = step.allowanceUnits;
          }
          expect(allowance >= planned.requiredUnits).toBe(true);
          expect(planned.requiredUnits).toBe(amountUnits + feeUnits);
          expect(planned.steps.at(-1)).toEqual(pay);
        },
      ),
    );
  });
});
