import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BLACK,
  contrast,
  inkOn,
  mix,
  type Rgb,
  readableOn,
  readColor,
  WHITE,
  writeColor,
} from './colors.ts';

const part = fc.integer({ min: 0, max: 255 });
const color: fc.Arbitrary<Rgb> = fc.tuple(part, part, part);

describe('a colour', () => {
  it('is read in both documented forms, and in no other', () => {
    expect(readColor('#0aF')).toEqual([0x00, 0xaa, 0xff]);
    expect(readColor('#12aBff')).toEqual([0x12, 0xab, 0xff]);
    for (const text of [
      '',
      '#',
      '12abff',
      '#12',
      '#1234',
      '#12345',
      '#1234567',
      '#ggg',
      '#fff;',
      'red',
    ]) {
      expect(readColor(text)).toBeUndefined();
    }
  });

  it('is written as it is read', () => {
    fc.assert(
      fc.property(color, (one) => {
        expect(readColor(writeColor(one))).toEqual(one);
      }),
    );
  });
});

describe('contrast', () => {
  // Known pairs of the documentation of WCAG and of the palette that the API documents.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#00d395', '#ffffff', 1.95],
    ['#94a3b8', '#ffffff', 2.56],
  ])('of %s on %s is %d', (one, other, expected) => {
    const [a, b] = [readColor(one) ?? BLACK, readColor(other) ?? BLACK];
    expect(contrast(a, b)).toBeCloseTo(expected, 2);
    expect(contrast(b, a)).toBe(contrast(a, b));
  });

  it('is least of a colour with itself', () => {
    fc.assert(
      fc.property(color, (one) => {
        expect(contrast(one, one)).toBe(1);
      }),
    );
  });
});

describe('what stands on a ground', () => {
  it('can be read in black or in white, on any background', () => {
    fc.assert(
      fc.property(color, (ground) => {
        expect(contrast(inkOn(ground), ground)).toBeGreaterThan(4.58);
      }),
    );
  });

  it('can be read in the colour that is nearest to a wanted one, and keeps one that can', () => {
    fc.assert(
      fc.property(color, color, (wantedColor, ground) => {
        const found = readableOn(wantedColor, [ground]);
        expect(contrast(found, ground)).toBeGreaterThanOrEqual(4.5);
        if (contrast(wantedColor, ground) >= 4.5) expect(found).toEqual(wantedColor);
      }),
    );
  });
});

describe('a mixture', () => {
  it('begins and ends with what is mixed', () => {
    expect(mix(BLACK, WHITE, 0)).toEqual(BLACK);
    expect(mix(BLACK, WHITE, 1)).toEqual(WHITE);
    expect(mix([10, 20, 30], [20, 40, 60], 0.5)).toEqual([15, 30, 45]);
  });
});
