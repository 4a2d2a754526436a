import { describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { unitsOfWorth, worthOf } from './worth.ts';

const ONE = 10n ** 18n;
const RATE = { code: 'EUR', units: ONE, dollarUnits: (ONE * 108n) / 100n };

function currency(id: string) {
  const found = currencyById(id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

describe('the worth of an amount', () => {
  it.each([
    ['USDC-base', 1_500_000n, (ONE * 3n) / 2n],
    ['USDT-bsc', ONE, ONE],
    ['DAI-base', ONE, ONE],
    ['EURC-base', 1_000_000n, (ONE * 108n) / 100n],
  ])('in %s is in dollars, whatever its decimals', (id, units, worth) => {
    expect(worthOf(currency(id), units, RATE)).toBe(worth);
    expect(unitsOfWorth(currency(id), worth, RATE)).toBe(units);
  });

  it.each([
    ['EURC-base', undefined],
    ['EURC-base', { ...RATE, code: 'GBP' }],
    ['EURC-base', { ...RATE, units: 0n }],
    ['ETH-mainnet', RATE],
  ])('in %s is not known without its rate', (id, rate) => {
    expect(worthOf(currency(id), 1n, rate)).toBeUndefined();
    expect(unitsOfWorth(currency(id), 1n, rate)).toBeUndefined();
  });

  it('is rounded up to units, so that what is needed is never too little', () => {
    expect(unitsOfWorth(currency('USDC-base'), 1n, undefined)).toBe(1n);
    expect(unitsOfWorth(currency('EURC-base'), ONE, RATE)).toBe(925_926n);
  });
});
