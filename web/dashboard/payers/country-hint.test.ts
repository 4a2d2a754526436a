import { expect, it } from 'vitest';
import { countryHint } from './country-hint.ts';

it('names the country of two letters, in any case', () => {
  expect(countryHint(' de ', 'hint')).toBe('Germany');
});

it.each(['', 'D', 'DEU', '12', 'Q!'])('leaves the hint for %j', (code) => {
  expect(countryHint(code, 'hint')).toBe('hint');
});
