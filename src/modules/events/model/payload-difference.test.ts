import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf, type PayloadDifference } from './payload-difference.ts';

/** As the database puts a payload together, by characters. */
const wholeFrom = (difference: PayloadDifference, other: string) =>
  difference
    .map((part) =>
      typeof part === 'string'
        ? part
        : [...other].slice(part[0] - 1, part[0] - 1 + part[1]).join(''),
    )
    .join('');

describe('the difference of a payload from another', () => {
  it('is what the other does not say', () => {
    const same = { requestId: '01abcdef', amount: '12.50', note: 'a, "quoted" one' };
    const earlier = JSON.stringify({ event: 'confirmed', ...same, final: null });
    const later = JSON.stringify({ event: 'finalized', ...same, final: { at: 'now' } });
    expect(differenceOf(later, earlier)).toEqual([
      '{"event":"finalized",',
      [22, 67],
      '"final":{"at":"now"}}',
    ]);
  });

  it('counts characters of two code units as one', () => {
    const same = { emoji: '💶💶', note: '🙂 a longer text' };
    const earlier = JSON.stringify({ of: '💶', ...same });
    const later = JSON.stringify({ of: '💶💶', ...same });
    const difference = differenceOf(later, earlier);
    expect(difference).toHaveLength(2);
    expect(wholeFrom(difference, earlier)).toBe(later);
  });

  it('gives back any text exactly, from any other', () => {
    const member = fc.oneof(
      fc.constantFrom('"one":"the first member"', '"two":"💶 the second member"', '"three":3'),
      fc.string({ unit: 'grapheme' }),
    );
    const text = fc.array(member).map((members) => members.join(','));
    fc.assert(
      fc.property(text, text, (payload, other) => {
        expect(wholeFrom(differenceOf(payload, other), other)).toBe(payload);
      }),
    );
  });
});
