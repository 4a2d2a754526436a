import { describe, expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

describe('a length of time', () => {
  it.each([
    ['31d', 31 * 86_400_000],
    ['1d12h', 36 * 3_600_000],
    ['2w', 14 * 86_400_000],
    ['1w2d3h4m5s', ((9 * 24 + 3) * 3_600 + 4 * 60 + 5) * 1_000],
    ['90s', 90_000],
    ['0d1s', 1_000],
  ])('%s is read', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    '',
    '0',
    '0d',
    '31',
    'd',
    '12h1d',
    '1d1d',
    '-1d',
    '1.5d',
    '1 d',
    '1D',
    '1y',
    '1234567d',
  ])('"%s" is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
