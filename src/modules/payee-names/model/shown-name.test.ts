import { expect, it } from 'vitest';
import { isShownName } from './shown-name.ts';

it.each(['shop.eth', 'corner-shop.pay.eth', 'example.com', 'bücher.eth', 'вася.eth', '7.eth'])(
  'is shown: %s',
  (name) => {
    expect(isShownName(name)).toBe(true);
  },
);

it.each([
  ['alphabets that look alike in one label', 'pаypal.eth'],
  ['a change of direction', 'pay\u202elap.eth'],
  ['an invisible character', 'pay\u200dpal.eth'],
  ['a check mark', 'shop✅.eth'],
  ['a picture', '🏪.eth'],
  ['a word of the page', 'verified.shop.eth'],
  ['a word of the page in other letters', 'ver1f1ed-shop.eth'],
  ['markup', '<b>shop</b>.eth'],
  ['two dots', 'shop..eth'],
  ['a dot at its end', 'shop.eth.'],
  ['a name that is read as an address', '0x5290840009.eth'],
  ['61 letters', `${'a'.repeat(57)}.eth`],
  ['300 letters', `${'a'.repeat(296)}.eth`],
])('is not shown with %s', (_what, name) => {
  expect(isShownName(name)).toBe(false);
});

it('is shown with 60 letters', () => {
  expect(isShownName(`${'a'.repeat(56)}.eth`)).toBe(true);
});
