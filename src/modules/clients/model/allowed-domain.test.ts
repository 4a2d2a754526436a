import { describe, expect, it } from 'vitest';
import { parseAllowedDomains } from './allowed-domain.ts';

const strict = { plainHttp: false };

describe('an allowed domain', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['https://shop.example/', 'https://shop.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('%s is accepted', (text, origin) => {
    expect(parseAllowedDomains([text], strict)).toEqual([origin]);
  });

  it.each([
    'shop.example',
    'http://shop.example',
    'https://shop.example/path',
    'https://shop.example?x',
    'https://shop.example#x',
    'https://user@shop.example',
    'https://Shop.example',
    'https://shop.example:443',
    'https://*.shop.example',
    'http://localhost.evil.example',
    'ftp://shop.example',
    'null',
    '',
  ])('%s is refused', (text) => {
    const refused = expect.objectContaining({ status: 400 });
    expect(() => parseAllowedDomains([text], strict)).toThrow(refused);
  });

  it('is listed once, and at most ten are', () => {
    const eleven = Array.from({ length: 11 }, (_, i) => `https://${i}.example`);
    expect(() => parseAllowedDomains(eleven, strict)).toThrow(/at most 10/);
    expect(() => parseAllowedDomains(['https://a.example', 'https://a.example/'], strict)).toThrow(
      /repeat/,
    );
  });

  it('may use plain http from anywhere only where the rule allows it', () => {
    const text = 'http://192.168.0.7:8082';
    expect(parseAllowedDomains([text], { plainHttp: true })).toEqual([text]);
    expect(() => parseAllowedDomains([text], strict)).toThrow(/https/);
  });
});
