import { describe, expect, it } from 'vitest';
import { languageLinks } from './language-links.ts';

describe('the links to a page in other languages', () => {
  const pathIn = (url: string, wanted: string) =>
    languageLinks(url).find(({ language }) => language === wanted)?.path;

  it('keep all else that its address says', () => {
    const url = '/?token=01K0&view=a%20b&lang=de&view=%3C%22';
    expect(pathIn(url, 'ar')).toBe('/?token=01K0&view=a+b&lang=ar&view=%3C%22');
  });

  it('lead to the page that is named', () => {
    const links = languageLinks('/receipt?token=01K0', '/receipt/');
    expect(links[4]?.path).toBe('/receipt/?token=01K0&lang=de');
  });

  it('lead to no file whose page this is, where that could not be made', () => {
    const url = '/receipt/?token=01K0&payment=0a&format=pdf&lang=de';
    const links = languageLinks(url, '/receipt/', ['payment', 'format']);
    expect(links[0]?.path).toBe('/receipt/?token=01K0&lang=en');
  });

  it('name a language once', () => {
    expect(pathIn('/?lang=de&lang=fr', 'ja')).toBe('/?lang=ja');
    expect(pathIn('/', 'ja')).toBe('/?lang=ja');
  });
});
