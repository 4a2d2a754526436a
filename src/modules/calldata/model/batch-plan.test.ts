import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BatchItem, planBatches } from './batch-plan.ts';

const LIMITS = {
  base: { gas: 60_000n, bytes: 1_300n },
  perToken: { gas: 90_000n },
  max: { gas: 15_000_000n, bytes: 120_000n },
};
const item = (parts: Partial<BatchItem> = {}): BatchItem => ({
  feeAddress: undefined,
  resources: { gas: 65_000n, bytes: 384n },
  tokenAddress: '0xA',
  ...parts,
});
const many = (count: number, parts: Partial<BatchItem> = {}) => Array(count).fill(item(parts));
const addressesOf = (items: readonly BatchItem[]) =>
  planBatches(items, LIMITS).map(({ indexes }) => indexes);

describe('a batch', () => {
  it('is one transaction for two hundred payees of one token', () => {
    expect(planBatches(many(200), LIMITS)).toEqual([
      {
        indexes: [...Array(200).keys()],
        feeAddress: undefined,
        resources: { gas: 13_150_000n, bytes: 78_100n },
      },
    ]);
  });

  it('becomes several where it would take too much gas or too many bytes', () => {
    expect(addressesOf(many(1_000)).map(({ length }) => length)).toEqual([228, 228, 228, 228, 88]);
    const short = addressesOf(many(400, { resources: { gas: 1n, bytes: 384n } })).map(
      ({ length }) => length,
    );
    expect(short).toEqual([309, 91]);
  });

  it('pays each token’s own gas once', () => {
    const [mixed] = planBatches(
      [item(), item({ tokenAddress: '0xb' }), item({ tokenAddress: '0xa' })],
      LIMITS,
    );
    expect(mixed?.resources['gas']).toBe(60_000n + 2n * 90_000n + 3n * 65_000n);
    const [coins] = planBatches([item({ tokenAddress: undefined })], LIMITS);
    expect(coins?.resources['gas']).toBe(125_000n);
  });

  it('has only the limits that its network names, whatever they are called', () => {
    const limits = { base: { energy: 10n }, perToken: {}, max: { energy: 30n } };
    const children = many(5, { resources: { energy: 9n, bandwidth: 10n ** 9n } });
    expect(planBatches(children, limits).map(({ indexes }) => indexes)).toEqual([
      [0, 1],
      [2, 3],
      [4],
    ]);
  });

  it('keeps fees of different receivers apart, and takes those without along with the first', () => {
    const orders = [
      item(),
      item({ feeAddress: '0xF' }),
      item({ feeAddress: '0xE' }),
      item({ feeAddress: '0xf' }),
      item(),
    ];
    expect(planBatches(orders, LIMITS)).toMatchObject([
      { indexes: [0, 1, 3, 4], feeAddress: '0xF' },
      { indexes: [2], feeAddress: '0xE' },
    ]);
  });

  it('holds every order once, in its order, and never more than a transaction may', () => {
    const anyItem = fc.record({
      feeAddress: fc.option(fc.constantFrom('0xE', '0xF'), { nil: undefined }),
      resources: fc.record({
        gas: fc.bigInt({ min: 50_000n, max: 900_000n }),
        bytes: fc.bigInt({ min: 352n, max: 5_000n }),
      }),
      tokenAddress: fc.option(fc.constantFrom('0xA', '0xB', '0xC'), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 300 }), (items) => {
        const batches = planBatches(items, LIMITS);
        const positions = batches.flatMap(({ indexes }) => indexes);
        expect(positions.toSorted((a, b) => a - b)).toEqual([...items.keys()]);
        for (const { indexes, resources, feeAddress } of batches) {
          const mine = indexes.map((index) => items[index] ?? item());
          expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
          expect(resources['gas']).toBeLessThanOrEqual(LIMITS.max.gas);
          expect(resources['bytes']).toBeLessThanOrEqual(LIMITS.max.bytes);
          expect(
            mine.filter((one) => one.feeAddress !== undefined && one.feeAddress !== feeAddress),
          ).toEqual([]);
          const tokens = new Set(mine.flatMap(({ tokenAddress }) => tokenAddress ?? []));
          const sumOf = (kind: 'gas' | 'bytes', base: bigint) =>
            mine.reduce((sum, one) => sum + (one.resources[kind] ?? 0n), base);
          const ofTokens = BigInt(tokens.size) * LIMITS.perToken.gas;
          expect(resources).toEqual({
            gas: sumOf('gas', LIMITS.base.gas) + ofTokens,
            bytes: sumOf('bytes', LIMITS.base.bytes),
          });
        }
      }),
    );
  });
});
