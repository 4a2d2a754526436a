import { describe, expect, it } from 'vitest';
import { readSupportUrl } from './support-url.ts';

describe('where a customer asks', () => {
  it.each([
    ['https://shop.example/help', 'https://shop.example/help'],
    ['https://SHOP.example', 'https://shop.example/'],
    ['https://shop.example/a?b=c@d#e', 'https://shop.example/a?b=c@d#e'],
    ['https://xn--mller-kva.example/', 'https://xn--mller-kva.example/'],
    ['mailto:help@shop.example', 'mailto:help@shop.example'],
  ])('%s is a page or a mailbox', (text, stored) => {
    expect(readSupportUrl(text)).toBe(stored);
  });

  it.each([
    'http://shop.example/',
    'javascript:alert(1)',
    'https:shop.example',
    'https://user@shop.example/',
    'https://pay.example@evil.example/',
    'https://pay.example\\@evil.example/',
    'https://shop.example/ a',
    'https://shop.example/\u202egnp',
    'https://müller.example/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://shop/',
    'data:text/html,x',
    'mailto:help@shop.example?bcc=a@evil.example',
    'mailto:a@shop.example,b@evil.example',
    'mailto:help@shop',
    'help@shop.example',
    '',
  ])('%s is neither', (text) => {
    expect(readSupportUrl(text)).toBeUndefined();
  });
});
