import { describe, expect, it } from 'vitest';
import { isButtonLabel, isRedirectUrl } from './redirect-rules.ts';

describe('a redirect URL', () => {
  it.each([
    'https://shop.example',
    'http://localhost:3000/done?order=9&x=%20#end',
    'https://bücher.example/zurück?x=ü',
    'http://[::1]:8080/',
    'https://shop.example/@me',
    'https://shop.example/?at=a@b',
    'https://shop.example#@',
  ])('may be %s', (url) => {
    expect(isRedirectUrl(url)).toBe(true);
  });

  it.each([
    'ftp://shop.example',
    'https://',
    'https://shop.example@evil.example/',
    'https://shop.example:secret@evil.example/',
    'https://@evil.example/',
    'HTTPS://shop.example@evil.example?',
    'https://evil.example\\@shop.example/',
    'https:\\\\evil.example',
    'https://shop.example/\\..',
    'https://a.example/\u0000',
    'https://a.example/\u0007',
    'https://a.example/\u202egnp.exe',
    'https://a.example/\u2028',
  ])('may not be %j', (url) => {
    expect(isRedirectUrl(url)).toBe(false);
  });
});

describe('the label of its button', () => {
  it.each(['Back', 'Zurück – zum Laden', '店へ戻る', 'חזרה', '←', '🛒', 'e\u0301', 'a\u200db'])(
    'may be %s',
    (text) => {
      expect(isButtonLabel(text)).toBe(true);
    },
  );

  it.each([
    ...['', ' ', '\u00a0\u3000', '\u200b\u2060', '\u3164', '\u2800', '\u00ad'],
    ...['a\tb', 'a\u0000b', 'a\u0085b', 'a\u001bb', 'a\nb', 'a\rb', 'a\u2028b', 'a\u2029b'],
    ...['a\u202eb', 'a\u202ab', 'a\u2066b', 'a\u2069b', 'a\u200eb', 'a\u200fb', 'a\u061cb'],
  ])('may not be %j', (text) => {
    expect(isButtonLabel(text)).toBe(false);
  });
});
