import { describe, expect, it } from 'vitest';
import { feePlan } from './fee-plan.ts';
import type { FeeRule } from './fee-rule.ts';
import { settleFees } from './settle-fees.ts';
import { type PlannedPart, sumOfPlans } from './sum-of-plans.ts';

const RULE: FeeRule = {
  type: 'orchestrator_fee',
  bps: 250,
  capUsd: '4',
  fixedUsd: null,
  bearer: 'payee',
  bearerSource: 'fee_config',
  configSource: 'orchestrator_default',
  receivers: { evmAddress: '0x5555555555555555555555555555555555555555' },
};

const DECIMALS = 6;

function part(grossUnits: bigint, rules: readonly FeeRule[] = [RULE]): PlannedPart {
  const settled = settleFees({ grossUnits, decimals: DECIMALS, rules });
  const terms = { flow: 'get_paid', defaultBearer: 'payee', decimals: DECIMALS } as const;
  return { plan: feePlan(settled, terms), currency: 'USDC-base', amount: '7' };
}

describe('the plan of payments together', () => {
  it('caps each by itself, and lists a fee with equal terms once', () => {
    expect(sumOfPlans([part(100_000_000n), part(200_000_000n)])).toMatchObject({
      grossAmountUsd: '300',
      netRecipientAmountUsd: '293.5',
      payerTotalAmountUsd: '300',
      fees: [{ capUsd: '4', calculatedAmountUsd: '6.5' }],
    });
  });

  it('keeps fees apart that were agreed otherwise, and counts what has none', () => {
    const plain = { plan: null, currency: 'USDC-base', amount: '7' };
    const other = part(100_000_000n, [{ ...RULE, bearer: 'payer', bps: 100 }]);
    expect(sumOfPlans([part(100_000_000n), plain, other])).toMatchObject({
      grossAmountUsd: '207',
      netRecipientAmountUsd: '204.5',
      payerTotalAmountUsd: '208',
      totalFeesUsd: '3.5',
      fees: [{ calculatedAmountUsd: '2.5' }, { calculatedAmountUsd: '1' }],
    });
  });

  it('is its own for one alone, and none for several currencies or without any fee', () => {
    const one = part(100_000_000n);
    expect(sumOfPlans([one])).toBe(one.plan);
    expect(sumOfPlans([one, { ...one, currency: 'DAI-base' }])).toBeNull();
    expect(sumOfPlans([{ ...one, plan: null }])).toBeNull();
  });
});
