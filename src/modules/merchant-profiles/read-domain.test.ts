import { describe, expect, it } from 'vitest';
import { readDomain } from './read-domain.ts';

describe('a domain', () => {
  it.each([
    ['shop.example', 'shop.example'],
    ['  Shop.EXAMPLE. ', 'shop.example'],
    ['www.shop-2.co.uk', 'www.shop-2.co.uk'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['ｓｈｏｐ.example', 'shop.example'],
  ])('is stored in lower case and punycode: %s', (text, domain) => {
    expect(readDomain(text)).toBe(domain);
  });

  // All of its letters are Cyrillic, so that the label is no mixture: nobody is shown them.
  it('is shown in punycode where it looks like another', () => {
    expect(readDomain('\u0440\u0430\u0443.example')).toMatch(/^xn--[a-z0-9-]+\.example$/);
  });

  it.each([
    '',
    ' ',
    'com',
    'localhost',
    'LOCALHOST.',
    'shop.localhost',
    'https://shop.example',
    'shop.example/',
    'shop.example/path',
    'shop.example\\path',
    'shop.example:443',
    'shop.example?a',
    'shop.example#a',
    'user@shop.example',
    'shop.example..',
    '.shop.example',
    'shop..example',
    '-shop.example',
    'shop-.example',
    '_shop.example',
    '*.example',
    'shop%2eexample',
    'shop\u200b.example',
    'shop\u202e.example',
    'shop example.com',
    'shop.example\nevil.example',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '169.254.169.254',
    '[::1]',
    '::1',
    'shop.123',
    'xn--.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(125)}example`,
  ])('is nothing else: %j', (text) => {
    expect(() => readDomain(text)).toThrow('domain must be a domain name');
  });

  it('mixes no alphabets that look alike, however it is written', () => {
    const written = 'p\u0430ypal.example';
    expect(() => readDomain(written)).toThrow('must not mix alphabets');
    expect(() => readDomain(new URL(`https://${written}`).hostname)).toThrow(
      'must not mix alphabets',
    );
  });
});
