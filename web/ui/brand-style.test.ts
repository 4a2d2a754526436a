import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BRAND_COLORS, type BrandPalette, brandPalette, brandStyle } from './brand-style.ts';
import { BLACK, contrast, type Rgb, writeColor } from './colors.ts';

const part = fc.integer({ min: 0, max: 255 });
const hex = fc.tuple(part, part, part).map(writeColor);
const colors = fc
  .record(
    Object.fromEntries(BRAND_COLORS.map((name) => [name, fc.option(hex, { nil: undefined })])),
  )
  .filter((requestedColors) => Object.values(requestedColors).some((color) => color !== undefined));

function colorIn({ card }: BrandPalette, name: string): Rgb {
  const color = card[name];
  if (color === undefined) throw new Error(`the palette has no ${name}`);
  return color;
}

describe('whatever a brand sets', () => {
  it('every text can be read on everything it may stand on', () => {
    fc.assert(
      fc.property(colors, (requestedColors) => {
        const palette = brandPalette(requestedColors);
        if (palette === undefined) throw new Error('a colour makes a palette');
        const of = (name: string) => colorIn(palette, name);
        for (const [text, ground] of [
          [of('--text'), of('--card')],
          [of('--text'), of('--soft')],
          [of('--muted'), of('--card')],
          [of('--muted'), of('--soft')],
          [of('--on-accent'), of('--accent')],
          [of('--on-accent'), of('--accent-strong')],
          [palette.ground.text, of('--ground')],
        ] as const) {
          expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
        }
        for (const [control, ground] of [
          [of('--accent-line'), of('--card')],
          [of('--focus'), of('--card')],
          [palette.ground.focus, of('--ground')],
          [palette.ground.progress, of('--ground')],
        ] as const) {
          expect(contrast(control, ground)).toBeGreaterThanOrEqual(3);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('its backgrounds and its button are as they were set', () => {
    fc.assert(
      fc.property(hex, hex, hex, (page, card, accent) => {
        const palette = brandPalette({
          pageBackgroundColor: page,
          cardBackgroundColor: card,
          primaryActionColor: accent,
        });
        expect(palette?.card).toMatchObject({ '--ground': read(page), '--card': read(card) });
        expect(palette?.card['--accent']).toEqual(read(accent));
      }),
    );
  });

  it('nothing but colours gets into the style', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const style = brandStyle({ primaryActionColor: text, cardBackgroundColor: '#fff' });
        if (style !== undefined) expect(style).toMatch(STYLE);
      }),
    );
    expect(brandStyle({ primaryActionColor: '#fff}</style><script>' })).toBeUndefined();
  });
});

const STYLE =
  /^@media screen\{:root:root\{color-scheme:(light|dark)(;--[a-z-]+:#[0-9a-f]{6})+\}body :is\(footer,\.merchant,#progress,\.receipt-link\)\{color:#[0-9a-f]{6}(;--[a-z-]+:#[0-9a-f]{6}){5}\}\}$/;

describe('a brand', () => {
  it('without a colour leaves the page as it is, in light and in dark', () => {
    expect(brandStyle({})).toBeUndefined();
  });

  it('that leaves colours out takes the documented ones, which then can be read', () => {
    const palette = brandPalette({ primaryActionColor: '#00d395' });
    expect(palette?.scheme).toBe('light');
    expect(palette?.card).toMatchObject({
      '--ground': [0xf3, 0xf4, 0xf6],
      '--text': [0x47, 0x55, 0x69],
      '--on-accent': BLACK,
    });
    expect(palette?.card['--muted']).not.toEqual([0x94, 0xa3, 0xb8]);
  });

  it('is dark where its card is', () => {
    expect(brandPalette({ cardBackgroundColor: '#101828' })?.scheme).toBe('dark');
    expect(brandStyle({ cardBackgroundColor: '#101828' })).toContain('--stop-text:#ffc9c4');
  });
});

function read(text: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
}
