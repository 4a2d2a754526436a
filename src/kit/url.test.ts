import { describe, expect, it } from 'vitest';
import { isLoopbackHost, parseHttpUrl, URL_CHARACTERS_MAX, urlKey } from './url.ts';

/** The key of an address that must be one. */
function keyOf(text: string): string | undefined {
  const url = parseHttpUrl(text);
  return url === undefined ? undefined : urlKey(url);
}

describe('an address', () => {
  it.each([
    'https://HOOK.example/a',
    'https://hook.example:443/a',
    'https://hook.example./a',
    'https://hook.example/a/',
    'https://hook.example/a#part',
    'HTTPS://hook.example/./a',
  ])('spelled %s is the same address', (text) => {
    expect(keyOf(text)).toBe('https://hook.example/a');
  });

  it('spelled in letters or in punycode is the same', () => {
    expect(keyOf('https://bücher.example/')).toBe(keyOf('https://xn--bcher-kva.example'));
    expect(keyOf('https://hook.example/%c3%a4')).toBe(keyOf('https://hook.example/ä'));
  });

  it.each([
    'http://hook.example/a',
    'https://hook.example:8443/a',
    'https://hook.example/A',
    'https://hook.example/a?b=1',
  ])('with another scheme, port, path or query is another: %s', (text) =>
    expect(keyOf(text)).not.toBe('https://hook.example/a'),
  );

  it.each([
    '',
    'hook.example',
    'ftp://hook.example',
    'javascript:alert(1)',
    'https://me:pw@hook.example',
    `https://hook.example/${'a'.repeat(URL_CHARACTERS_MAX)}`,
  ])('is not made from %j', (text) => expect(parseHttpUrl(text)).toBeUndefined());
});

describe('this machine', () => {
  it.each([
    'http://localhost',
    'http://localhost.',
    'http://a.localhost',
    'http://127.1',
    'http://0x7f.0.0.9',
    'http://[::1]',
  ])('is recognised in %s', (text) =>
    expect(isLoopbackHost(parseHttpUrl(text)?.hostname ?? '')).toBe(true),
  );

  it.each([
    'http://localhost.example',
    'http://128.0.0.1',
    'http://127.0.0.1.example',
    'http://[::2]',
  ])('is not recognised in %s', (text) =>
    expect(isLoopbackHost(parseHttpUrl(text)?.hostname ?? '')).toBe(false),
  );
});
