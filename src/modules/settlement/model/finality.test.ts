import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FinalityRule } from '#catalog/networks.ts';
import { bandsOf, type ChainView, countsUpTo, isTagFresh } from './finality.ts';

const view = (blockNumber: bigint, finalizedNumber?: bigint, fresh = true): ChainView => ({
  blockNumber,
  finalizedNumber,
  isTagFresh: fresh,
  safeNumber: undefined,
  isSafeFresh: false,
});

describe('a depth', () => {
  it('of one is met by the newest block itself', () => {
    expect(countsUpTo({ by: 'depth', blocks: 1 }, view(10n))).toBe(10n);
  });

  it('counts the block itself: twelve deep is eleven below the newest', () => {
    expect(countsUpTo({ by: 'depth', blocks: 12 }, view(100n))).toBe(89n);
  });

  it('that the chain has not reached yet is met by no block', () => {
    expect(countsUpTo({ by: 'depth', blocks: 12 }, view(5n))).toBeLessThan(0n);
  });
});

describe('a tag', () => {
  const rule = { by: 'finalized_tag', fallbackBlocks: 5 } as const;

  it('decides alone where it is served, at any distance to the head', () => {
    expect(countsUpTo(rule, view(100n, 99n))).toBe(99n);
    expect(countsUpTo(rule, view(100n, 7n))).toBe(7n);
  });

  it('never counts a block that was not scanned', () => {
    expect(countsUpTo(rule, view(100n, 120n))).toBe(100n);
  });

  it('is replaced by a depth where it is not served', () => {
    expect(countsUpTo(rule, view(100n))).toBe(96n);
  });

  it('that is too old must be met together with the depth', () => {
    expect(countsUpTo(rule, view(100n, 99n, false))).toBe(96n);
    expect(countsUpTo(rule, view(100n, 7n, false))).toBe(7n);
  });

  it('is fresh up to its limit, and never where its time is unknown', () => {
    const now = new Date(10_000);
    expect(isTagFresh(new Date(4_000), { now, tagAgeMaxMs: 6_000 })).toBe(true);
    expect(isTagFresh(new Date(3_999), { now, tagAgeMaxMs: 6_000 })).toBe(false);
    expect(isTagFresh(undefined, { now, tagAgeMaxMs: 6_000 })).toBe(false);
  });
});

describe('the word that a block is safe', () => {
  const rule = { by: 'safe_tag', fallbackBlocks: 5 } as const;
  const safe = (safeNumber: bigint, { isSafeFresh = true, final }: SafeView = {}) => ({
    ...view(100n, final),
    safeNumber,
    isSafeFresh,
  });

  it('decides alone, above what is final and up to the newest scanned block', () => {
    expect(countsUpTo(rule, safe(98n))).toBe(98n);
    expect(countsUpTo(rule, safe(98n, { final: 7n }))).toBe(98n);
    expect(countsUpTo(rule, safe(120n, { final: 7n }))).toBe(100n);
    expect(countsUpTo(rule, safe(7n, { final: 9n }))).toBe(9n);
  });

  it('hastens nothing that waits for what is final', () => {
    const final = { by: 'finalized_tag', fallbackBlocks: 5 } as const;
    expect(countsUpTo(final, safe(98n, { final: 7n }))).toBe(7n);
    expect(countsUpTo(final, safe(98n))).toBe(96n);
  });

  it('that is too old must be met together with the depth', () => {
    expect(countsUpTo(rule, safe(99n, { isSafeFresh: false }))).toBe(96n);
    expect(countsUpTo(rule, safe(7n, { isSafeFresh: false }))).toBe(7n);
    expect(countsUpTo(rule, safe(7n, { isSafeFresh: false, final: 6n }))).toBe(7n);
  });

  it('is replaced by that for final where it is not given, and by a depth where neither is', () => {
    expect(countsUpTo(rule, view(100n, 7n))).toBe(7n);
    expect(countsUpTo(rule, view(100n, 99n, false))).toBe(96n);
    expect(countsUpTo(rule, view(100n))).toBe(96n);
  });
});

interface SafeView {
  readonly isSafeFresh?: boolean;
  readonly final?: bigint;
}

const anyRule: fc.Arbitrary<FinalityRule> = fc.oneof(
  fc.integer({ min: 1, max: 300 }).map((blocks) => ({ by: 'depth' as const, blocks })),
  fc.record({
    by: fc.constantFrom('safe_tag' as const, 'finalized_tag' as const),
    fallbackBlocks: fc.integer({ min: 1, max: 300 }),
  }),
);
const anyTag = fc.option(fc.bigInt({ min: 0n, max: 1_000n }), { nil: undefined });
const anyView = fc.record({
  blockNumber: fc.bigInt({ min: 0n, max: 1_000n }),
  finalizedNumber: anyTag,
  isTagFresh: fc.boolean(),
  safeNumber: anyTag,
  isSafeFresh: fc.boolean(),
});
const anySteps = fc.uniqueArray(
  fc.record({ fromDollars: fc.bigInt({ min: 1n, max: 10_000n }), rule: anyRule }),
  { selector: ({ fromDollars }) => fromDollars, maxLength: 5 },
);

describe('amounts', () => {
  const bandAt = (bands: ReturnType<typeof bandsOf>, dollars: bigint) =>
    bands.filter(
      ({ fromDollars, belowDollars }) =>
        dollars >= fromDollars && (belowDollars === undefined || dollars < belowDollars),
    );

  it('lie in one band each, and a larger one never counts earlier', () => {
    const amount = fc.bigInt({ min: 0n, max: 20_000n });
    const rules = fc.record({ rule: anyRule, steps: anySteps, at: anyView });
    fc.assert(
      fc.property(rules, fc.tuple(amount, amount), ({ rule, steps, at }, amounts) => {
        const bands = bandsOf(rule, steps, at);
        const [small = -1n, large = -1n] = amounts[0] < amounts[1] ? amounts : amounts.toReversed();
        const [first, ...more] = bandAt(bands, small);
        const [second, ...others] = bandAt(bands, large);
        expect([more, others]).toEqual([[], []]);
        expect(second?.upTo).toBeLessThanOrEqual(first?.upTo ?? -1n);
      }),
    );
  });

  it('without steps follow the rule for all', () => {
    fc.assert(
      fc.property(anyRule, anyView, (rule, at) => {
        const upTo = countsUpTo(rule, at);
        expect(bandsOf(rule, [], at)).toEqual([{ fromDollars: 0n, belowDollars: undefined, upTo }]);
      }),
    );
  });

  it('count no block earlier because a tag is distrusted, and none that was not scanned', () => {
    fc.assert(
      fc.property(anyRule, anyView, (rule, at) => {
        const upTo = countsUpTo(rule, at);
        expect(upTo).toBeLessThanOrEqual(at.blockNumber);
        const trusted = countsUpTo(rule, { ...at, isTagFresh: true, isSafeFresh: true });
        for (const mistrust of [{ isTagFresh: false }, { isSafeFresh: false }]) {
          const mistrusted = countsUpTo(rule, {
            ...at,
            isTagFresh: true,
            isSafeFresh: true,
            ...mistrust,
          });
          expect(mistrusted).toBeLessThanOrEqual(trusted);
        }
      }),
    );
  });

  it('count no later for being safe than for being final, where nodes report final blocks', () => {
    const depths = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(depths, anyView, (fallbackBlocks, at) => {
        fc.pre(at.finalizedNumber !== undefined);
        const safe = countsUpTo({ by: 'safe_tag', fallbackBlocks }, at);
        const final = countsUpTo({ by: 'finalized_tag', fallbackBlocks }, at);
        expect(safe).toBeGreaterThanOrEqual(final);
      }),
    );
  });
});
