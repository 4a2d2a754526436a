import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './languages.ts';

describe('the language of a page', () => {
  it.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE', 'de'],
    ['zh-Hant-TW', 'zh'],
    ['en-US,en;q=0.9', 'en'],
    ['fr;q=0.5, ja;q=0.9, en;q=0.1', 'ja'],
    ['it;q=0.8,es;q=0.8', 'it'],
    ['nl,pt;q=0.7', 'pt'],
    ['nl, *;q=0.3', 'en'],
    ['tr;q=0.001', 'tr'],
    ['de;q=0, fr;q=0.2', 'fr'],
    ['ar ; q=1.000', 'ar'],
  ])('of a browser that accepts "%s" is %s', (accepted, language) => {
    expect(chooseLanguage({ query: {}, accepted })).toBe(language);
  });

  it.each([
    ...[undefined, '', '*', 'nl', 'de;q=0', 'de;q=2', 'de;q=high', 'de;q=-1', 'de;level=1', ';;,'],
    ...['constructor', '__proto__', `${'nl,'.repeat(1000)}de`, 'd'.repeat(100_000)],
  ])('is English for %s', (accepted) => {
    expect(chooseLanguage({ query: {}, accepted })).toBe('en');
  });

  it('is the one that the address names, whatever the browser accepts', () => {
    expect(chooseLanguage({ query: { lang: 'ja' }, accepted: 'de' })).toBe('ja');
    expect(chooseLanguage({ query: { lang: 'pt-BR' }, accepted: undefined })).toBe('pt');
    expect(chooseLanguage({ query: { lang: 'en' }, accepted: 'de' })).toBe('en');
  });

  it.each(['', 'nl', 'toString', '../de', ['ja', 'fr'], { lang: 'ja' }])(
    'is that of the browser where the address names %j',
    (lang) => {
      expect(chooseLanguage({ query: { lang }, accepted: 'de' })).toBe('de');
    },
  );
});
