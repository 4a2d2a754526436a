import { describe, expect, it } from 'vitest';
import { plural } from './plural.ts';

describe('the text for a count', () => {
  it.each([
    ['en', 1, 'one'],
    ['en', 2, 'other'],
    ['fr', 0, 'one'],
    ['de', 0, 'other'],
    ['ja', 1, 'other'],
    ['ar', 0, 'zero'],
    ['ar', 2, 'two'],
    ['ar', 3, 'few'],
    ['ar', 11, 'many'],
    ['ar', 100, 'other'],
  ])('has the form that %s has for %i', (locale, count, form) => {
    const forms = { zero: 'zero', one: 'one', two: 'two', few: 'few', many: 'many' };
    expect(plural(locale, count, { ...forms, other: 'other' })).toBe(form);
  });

  it('is the general one where its own form is left out', () => {
    expect(plural('ar', 2, { one: 'دفعة', other: '2 دفعة' })).toBe('2 دفعة');
  });
});
