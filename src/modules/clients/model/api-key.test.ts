import fc from 'fast-check';
import { expect, it } from 'vitest';
import { systemRandom } from '#kit/secret.ts';
import { isApiKey, makeApiKey, shownPrefix } from './api-key.ts';

it('an API key has a prefix for its kind and a checksum', () => {
  const key = makeApiKey('sandbox', systemRandom);
  expect(key).toMatch(/^florin_sandbox_[0-9A-Za-z]{38}$/);
  expect(makeApiKey('production', systemRandom)).toMatch(/^florin_live_/);
  expect(isApiKey(key)).toBe(true);
});

it('a key with one character mistyped is detected without a look-up', () => {
  const key = makeApiKey('production', systemRandom);
  const character = fc.constantFrom(...'0123456789ABCxyz_-é ');
  fc.assert(
    fc.property(fc.nat(key.length - 1), character, (at, replacement) => {
      fc.pre(key[at] !== replacement);
      expect(isApiKey(key.slice(0, at) + replacement + key.slice(at + 1))).toBe(false);
    }),
  );
});

it.each(['', 'florin_live_', `${makeApiKey('sandbox', systemRandom)}\n`, 'rn_v1_0123456789abcdef'])(
  'what is no key of ours is detected without a look-up: %j',
  (text) => {
    expect(isApiKey(text)).toBe(false);
  },
);

it('the part that is kept for people opens nothing', () => {
  const key = makeApiKey('sandbox', systemRandom);
  expect(shownPrefix(key)).toBe(key.slice(0, 19));
  expect(isApiKey(shownPrefix(key))).toBe(false);
});

it('a key is made of characters that are equally likely', () => {
  // Bytes of 248 and above are thrown away; taking them modulo 62 would favour eight characters.
  const high = makeApiKey('sandbox', (bytes) =>
    Buffer.from(Array.from({ length: bytes }, (_, i) => (i % 2 === 0 ? 255 : 61))),
  );
  expect(high).toMatch(/^florin_sandbox_z{32}/);
});
