import { expect, it } from 'vitest';
import { usableLanguage } from './usable-language.ts';

it.each([
  ['de-CH', 'de-CH'],
  ['en', 'en'],
  ['en-US@posix', 'en'],
  ['C.UTF-8', 'en'],
  ['', 'en'],
])('takes %s for %s', (language, usable) => {
  expect(usableLanguage(language)).toBe(usable);
  expect(() => new Intl.NumberFormat(usableLanguage(language))).not.toThrow();
});
