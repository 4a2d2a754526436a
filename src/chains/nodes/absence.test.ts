import { describe, expect, it } from 'vitest';
import {
  ABSENT_AFTER_MS,
  ABSENT_QUESTIONS_MIN,
  openAbsence,
  QUESTIONS_GAP_MS_MAX,
} from './absence.ts';

/** A node that left questions at these times without an answer. */
function absentAfter(...timesMs: readonly number[]) {
  const absence = openAbsence();
  for (const atMs of timesMs) absence.unanswered(atMs);
  return absence;
}

describe('a node counts as absent', () => {
  it('only after enough questions without an answer, over long enough a time', () => {
    expect(openAbsence().isAbsent(ABSENT_AFTER_MS)).toBe(false);
    const many = Array.from({ length: 50 }, (_, i) => i);
    expect(absentAfter(...many).isAbsent(ABSENT_AFTER_MS - 1)).toBe(false);
    expect(absentAfter(...many).isAbsent(ABSENT_AFTER_MS)).toBe(true);
    const few = many.slice(0, ABSENT_QUESTIONS_MIN - 1);
    expect(absentAfter(...few).isAbsent(ABSENT_AFTER_MS)).toBe(false);
  });

  it('no more after any answer', () => {
    const absence = absentAfter(0, 1, ABSENT_AFTER_MS);
    expect(absence.isAbsent(ABSENT_AFTER_MS)).toBe(true);
    absence.answered();
    expect(absence.isAbsent(ABSENT_AFTER_MS)).toBe(false);
    absence.unanswered(ABSENT_AFTER_MS + 1);
    expect(absence.isAbsent(ABSENT_AFTER_MS * 2)).toBe(false);
  });

  it('not after a pause in queries in which it may have been back', () => {
    const gap = QUESTIONS_GAP_MS_MAX + 1;
    expect(absentAfter(0, 1, 2).isAbsent(2 + gap)).toBe(false);
    const again = absentAfter(0, 1, 2, 2 + gap, 3 + gap);
    expect(again.isAbsent(2 + gap + ABSENT_AFTER_MS)).toBe(false);
    again.unanswered(4 + gap);
    expect(again.isAbsent(2 + gap + ABSENT_AFTER_MS)).toBe(true);
  });
});
