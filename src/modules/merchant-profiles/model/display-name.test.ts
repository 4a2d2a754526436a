import { describe, expect, it } from 'vitest';
import { DISPLAY_NAME_CHARS_MAX, readDisplayName } from './display-name.ts';

describe('a name that may be shown', () => {
  it.each([
    'Corner shop',
    'A',
    '7-Eleven',
    'Müller & Söhne GmbH',
    'O’Neill’s (Dublin) +1',
    '東京ラーメン',
    'Магазин «Весна»',
    'فروشگاه گل',
    'ร้านน้ำชา',
    'Xbox | Kiosk®',
    'Florin Popescu',
    'Paid Media Ltd',
    'Магазин Corner',
    'x'.repeat(DISPLAY_NAME_CHARS_MAX),
  ])('%s', (name) => {
    expect(readDisplayName(name)).toEqual({ name });
  });

  it('is composed, and has single blanks inside and none around', () => {
    expect(readDisplayName('  Cafe\u0301   Noir ')).toEqual({ name: 'Café Noir' });
  });
});

describe('a name that may not be shown', () => {
  it.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['punctuation alone', '…—!'],
    ['one character too many', 'x'.repeat(DISPLAY_NAME_CHARS_MAX + 1)],
    ['a line break', 'Corner\nshop'],
    ['a NUL', 'Corner\0shop'],
    ['a right-to-left override', 'Corner \u202epohs'],
    ['an isolate', 'Corner \u2066shop'],
    ['a right-to-left mark', 'Corner\u200f shop'],
    ['a zero-width space', 'Cor\u200bner'],
    ['a zero-width joiner', 'Cor\u200dner'],
    ['a soft hyphen', 'Cor\u00adner'],
    ['a variation selector', 'Corner\ufe0f'],
    ['a tag character', 'Corner\u{e0041}'],
    ['a filler that is a blank letter', 'Corner\u3164'],
    ['a blank of Braille', 'Corner\u2800shop'],
    ['a no-break space', 'Corner\u00a0shop'],
    ['a line separator', 'Corner\u2028shop'],
    ['a lone surrogate', 'Corner\ud800'],
    ['a private character', 'Corner\ue000'],
    ['a check mark', 'Corner shop ✓'],
    ['a heavy check mark', 'Corner shop ✔'],
    ['a check mark as emoji', 'Corner shop ✅'],
    ['a padlock', '🔒 Corner shop'],
    ['stacked marks', `Corner${'\u0301'.repeat(8)} shop`],
    ['Cyrillic among Latin', 'C\u043erner shop'],
    ['Greek among Latin', 'C\u03bfrner shop'],
    ['a claim of the page', 'Corner shop, verified'],
    ['the claim denied', 'Not Verified'],
    ['the claim in other letters', 'Corner shop ｖｅｒｉｆｉｅｄ'],
    ['the claim in letters of mathematics', 'Corner 𝐯𝐞𝐫𝐢𝐟𝐢𝐞𝐝'],
    ['the claim in digits', 'Corner v3r1f1ed'],
    ['the claim with marks', 'Corner vérïfied'],
    ['a text of the page', 'Payment  Request'],
    ['a heading of the receipt', 'Payment receipt.'],
    ['nobody', 'No name'],
    ['the name of the software', 'FLORIN'],
    ['the name of the software with a capital i', 'FlorIn'],
    ['the service', 'Florin Payments'],
    ['its support', 'Support · Fl0rin'],
  ])('%s', (_what, name) => {
    expect(readDisplayName(name)).toEqual({ problem: expect.stringMatching(/^must /) });
  });
});
