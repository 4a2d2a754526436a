import { describe, expect, it } from 'vitest';
import { rateOf } from './route-cost.ts';

const tokenOf = (symbol: string, decimals: number) => ({ symbol, decimals, address: '0x01' });

describe('the rate of a route', () => {
  it('is what one whole of the source token pays, whatever decimals both have', () => {
    const [eurc, dai] = [tokenOf('EURC', 6), tokenOf('DAI', 18)];
    const one = 10n ** 18n;
    expect(rateOf({ asset: eurc, units: 94_000000n }, { asset: dai, units: 100n * one })).toBe(
      10_638n,
    );
    expect(rateOf({ asset: dai, units: 107n * one }, { asset: eurc, units: 100_000000n })).toBe(
      9_345n,
    );
    expect(rateOf({ asset: eurc, units: 1n }, { asset: eurc, units: 1n })).toBe(10_000n);
  });
});
