import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#kit/failure.ts';
import { FeePlan, feePlan } from './fee-plan.ts';
import type { FeeRule, PlatformFee } from './fee-rule.ts';
import { type FeeBase, feeUnits, settleFees } from './settle-fees.ts';

const RECEIVER = '0x5555555555555555555555555555555555555555';

function ruleOf(parts: Partial<FeeRule> = {}): FeeRule {
  return {
    type: 'orchestrator_fee',
    bps: 250,
    capUsd: null,
    fixedUsd: null,
    bearer: 'payer',
    bearerSource: 'fee_config',
    configSource: 'orchestrator_default',
    receivers: { evmAddress: RECEIVER },
    ...parts,
  };
}

const platformOf = (percentage: string): PlatformFee => ({
  percentage,
  receivers: { evmAddress: RECEIVER },
  configSource: 'payment',
});

const dollars = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 999_999 }))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(6, '0')}`);
const anyRule = fc.record({
  bps: fc.integer({ min: 0, max: 10_000 }),
  capUsd: fc.option(dollars),
  fixedUsd: fc.option(dollars),
  bearer: fc.constantFrom('payer', 'payee'),
});
const gross = fc.bigInt({ min: 1n, max: 10n ** 33n });
const decimals = fc.constantFrom(6, 18);
const percentage = fc.option(
  fc.integer({ min: 0, max: 100_000_000 }).map((millionths) => String(millionths / 1_000_000)),
  { nil: undefined },
);
const anyBase: fc.Arbitrary<FeeBase> = fc
  .record({ grossUnits: gross, decimals, rules: fc.array(anyRule, { maxLength: 4 }), percentage })
  .map(({ rules, percentage: text, ...base }) => ({
    ...base,
    rules: rules.map(ruleOf),
    platformFee: text === undefined || /e/.test(text) ? undefined : platformOf(text),
  }));

const settled = (base: FeeBase) => {
  try {
    return settleFees(base);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'fees_exceed_amount') return undefined;
    throw error;
  }
};

describe('the fees of a payment', () => {
  it('sum to the whole: what leaves the payer is what the payee and the receivers get', () => {
    fc.assert(
      fc.property(anyBase, (base) => {
        const found = settled(base);
        if (found === undefined) return;
        const { amounts, fees, platformUnits } = found;
        const received = fees.reduce((sum, { units }) => sum + units, platformUnits);
        expect(amounts.totalFeeUnits).toBe(received);
        expect(amounts.payerTotalUnits).toBe(amounts.netUnits + received);
        expect(amounts.payeeBorneUnits + amounts.payerBorneUnits).toBe(received);
        expect(amounts.netUnits + amounts.payeeBorneUnits).toBe(base.grossUnits);
        expect(amounts.netUnits > 0n).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are refused exactly when they leave the payee nothing', () => {
    fc.assert(
      fc.property(anyBase, (base) => {
        const borne = base.rules
          .filter(({ bearer }) => bearer === 'payee')
          .reduce((sum, rule) => sum + feeUnits(rule, base), 0n);
        expect(settled(base) === undefined).toBe(borne >= base.grossUnits);
      }),
    );
  });

  it('are each at most the exact share, and less than a unit below it', () => {
    fc.assert(
      fc.property(gross, fc.integer({ min: 0, max: 10_000 }), (grossUnits, bps) => {
        const units = feeUnits(ruleOf({ bps }), { grossUnits, decimals: 6 });
        const exact = grossUnits * BigInt(bps);
        expect(units * 10_000n <= exact && exact < (units + 1n) * 10_000n).toBe(true);
      }),
    );
  });

  it('never shrink when the amount, the rate or the cap grows', () => {
    fc.assert(
      fc.property(fc.tuple(gross, gross), anyRule, anyRule, ([a, b], rule, other) => {
        const of = (grossUnits: bigint, parts: object) =>
          feeUnits(ruleOf({ ...rule, ...parts }), { grossUnits, decimals: 18 });
        expect(a <= b ? of(a, {}) <= of(b, {}) : of(b, {}) <= of(a, {})).toBe(true);
        const low = Math.min(rule.bps, other.bps);
        expect(of(a, { bps: low }) <= of(a, { bps: low + 1 })).toBe(true);
        expect(of(a, {}) <= of(a, { capUsd: null })).toBe(true);
      }),
    );
  });

  it('are capped before the fixed amount is added', () => {
    const base = { grossUnits: 10_000_000_000n, decimals: 6 };
    expect(feeUnits(ruleOf({ capUsd: '20' }), base)).toBe(20_000_000n);
    expect(feeUnits(ruleOf({ capUsd: '20', fixedUsd: '3.99' }), base)).toBe(23_990_000n);
    expect(feeUnits(ruleOf({ bps: 0, capUsd: '20', fixedUsd: '3.99' }), base)).toBe(3_990_000n);
    expect(feeUnits(ruleOf({ capUsd: '250' }), base)).toBe(250_000_000n);
  });
});

describe('a fee plan', () => {
  const base: FeeBase = {
    grossUnits: 100_000_000n,
    decimals: 6,
    rules: [
      ruleOf({ bearer: 'payee', capUsd: '20' }),
      ruleOf({ type: 'protocol_fee', bps: 5, capUsd: '25', configSource: 'protocol_default' }),
    ],
    platformFee: platformOf('1.25'),
  };
  const terms = { ...base, flow: 'get_paid', defaultBearer: 'payee' } as const;

  it('separates both bearers, and takes the platform’s share of what its own call pays', () => {
    const plan = feePlan(settleFees(base), terms);
    expect(plan).toMatchObject({
      version: 1,
      flow: 'get_paid',
      defaultFeeBearer: 'payee',
      grossAmountUsd: '100',
      netRecipientAmountUsd: '97.5',
      payerTotalAmountUsd: '101.26875',
      totalFeesUsd: '3.76875',
      payeeBorneFeesUsd: '2.5',
      payerBorneFeesUsd: '1.26875',
    });
    expect(plan.fees.map((fee) => [fee.type, fee.calculatedAmountUsd, fee.percentageBps])).toEqual([
      ['orchestrator_fee', '2.5', 250],
      ['protocol_fee', '0.05', 5],
      ['platform_fee', '1.21875', 125],
    ]);
    expect(FeePlan.parse(plan)).toEqual(plan);
  });

  it('shows finer percentages as fractions of a basis point', () => {
    const finest = { ...base, rules: [], platformFee: platformOf('0.000001') };
    const plan = feePlan(settleFees(finest), { ...finest, flow: 'pay', defaultBearer: 'payer' });
    expect(plan.fees[0]).toMatchObject({ percentageBps: 0.0001, calculatedAmountUsd: '0.000001' });
  });
});
