import { describe, expect, it } from 'vitest';
import { findBirthDateProblem } from './birth-date.ts';

const now = new Date('2026-02-28T12:00:00Z');

describe('a date of birth', () => {
  it.each([
    ['2008-02-28', undefined],
    ['2008-02-29', 'must be at least 18 years ago'],
    ['2026-02-28', 'must be at least 18 years ago'],
    ['2026-03-01', 'must not be in the future'],
    ['2000-02-29', undefined],
    ['2001-02-29', 'must be a date of the calendar, such as 1990-12-31'],
    ['1990-13-01', 'must be a date of the calendar, such as 1990-12-31'],
    ['1990-1-1', 'must be a date of the calendar, such as 1990-12-31'],
    ['1896-02-29', undefined],
    ['1896-02-28', 'must not be more than 130 years ago'],
    ['0001-01-01', 'must not be more than 130 years ago'],
  ])('%s is judged on 2026-02-28: %s', (text, problem) => {
    expect(findBirthDateProblem(text, { now, isAdult: true })).toBe(problem);
  });
});
