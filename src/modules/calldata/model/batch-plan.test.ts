import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BatchItem,
  planBatches,
  TRANSACTION_BYTES_MAX,
  TRANSACTION_GAS_MAX,
} from './batch-plan.ts';

const GAS = { base: 60_000n, perToken: 90_000n };
const item = (parts: Partial<BatchItem> = {}): BatchItem => ({
  feeAddress: undefined,
  gas: 65_000n,
  bytes: 384,
  tokenAddress: '0xA',
  ...parts,
});
const many = (count: number, parts: Partial<BatchItem> = {}) => Array(count).fill(item(parts));
const placesOf = (items: readonly BatchItem[]) =>
  planBatches(items, GAS).map(({ indexes }) => indexes);

describe('a batch', () => {
  it('is one transaction for two hundred payees of one token', () => {
    expect(planBatches(many(200), GAS)).toEqual([
      { indexes: [...Array(200).keys()], feeAddress: undefined, gas: 13_150_000n },
    ]);
  });

  it('becomes several where it would take too much gas or too many bytes', () => {
    expect(placesOf(many(1_000)).map(({ length }) => length)).toEqual([228, 228, 228, 228, 88]);
    const short = placesOf(many(400, { gas: 1n })).map(({ length }) => length);
    expect(short).toEqual([309, 91]);
  });

  it('pays each token’s own gas once', () => {
    const [mixed] = planBatches(
      [item(), item({ tokenAddress: '0xb' }), item({ tokenAddress: '0xa' })],
      GAS,
    );
    expect(mixed?.gas).toBe(60_000n + 2n * 90_000n + 3n * 65_000n);
    const [coins] = planBatches([item({ tokenAddress: undefined })], GAS);
    expect(coins?.gas).toBe(125_000n);
  });

  it('keeps fees of different receivers apart, and takes those without along with the first', () => {
    const orders = [
      item(),
      item({ feeAddress: '0xF' }),
      item({ feeAddress: '0xE' }),
      item({ feeAddress: '0xf' }),
      item(),
    ];
    expect(planBatches(orders, GAS)).toMatchObject([
      { indexes: [0, 1, 3, 4], feeAddress: '0xF' },
      { indexes: [2], feeAddress: '0xE' },
    ]);
  });

  it('holds every order once, in its order, and never more than a transaction may', () => {
    const anyItem = fc.record({
      feeAddress: fc.option(fc.constantFrom('0xE', '0xF'), { nil: undefined }),
      gas: fc.bigInt({ min: 50_000n, max: 900_000n }),
      bytes: fc.integer({ min: 352, max: 5_000 }),
      tokenAddress: fc.option(fc.constantFrom('0xA', '0xB', '0xC'), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 300 }), (items) => {
        const batches = planBatches(items, GAS);
        const places = batches.flatMap(({ indexes }) => indexes);
        expect(places.toSorted((a, b) => a - b)).toEqual([...items.keys()]);
        for (const { indexes, gas, feeAddress } of batches) {
          const mine = indexes.map((index) => items[index] ?? item());
          expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
          expect(gas).toBeLessThanOrEqual(TRANSACTION_GAS_MAX);
          expect(mine.reduce((sum, one) => sum + one.bytes, 0)).toBeLessThan(TRANSACTION_BYTES_MAX);
          expect(
            mine.filter((one) => one.feeAddress !== undefined && one.feeAddress !== feeAddress),
          ).toEqual([]);
          const tokens = new Set(mine.flatMap(({ tokenAddress }) => tokenAddress ?? []));
          const all = mine.reduce((sum, one) => sum + one.gas, GAS.base);
          expect(gas).toBe(all + BigInt(tokens.size) * GAS.perToken);
        }
      }),
    );
  });
});
