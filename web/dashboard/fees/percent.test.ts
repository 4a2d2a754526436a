import { describe, expect, it } from 'vitest';
import { readPercent, writePercent } from './percent.ts';

describe('a share in percent', () => {
  it.each([
    ['0', 0],
    ['2.5', 250],
    [' 0.05 ', 5],
    ['1.1', 110],
    ['100', 10_000],
    ['100.00', 10_000],
  ])('%s is read exactly', (text, bps) => {
    expect(readPercent(text)).toBe(bps);
  });

  it.each(['', '-1', '100.01', '1000', '1.005', '1,5', '1e1', '2.5 %', '.5'])(
    '%s is none',
    (text) => {
      expect(readPercent(text)).toBeUndefined();
    },
  );

  it('is written as it was meant', () => {
    expect([0, 5, 110, 250, 10_000, 0.5].map(writePercent)).toEqual([
      '0',
      '0.05',
      '1.1',
      '2.5',
      '100',
      '0.005',
    ]);
  });
});
