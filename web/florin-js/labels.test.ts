import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { labelsIn } from './labels.ts';

describe('the texts that florin.js shows', () => {
  it('are in every language of the pay page', async () => {
    const entries = await readdir(new URL('../ui/messages/', import.meta.url), {
      withFileTypes: true,
    });
    const languages = entries.filter((one) => one.isDirectory()).map(({ name }) => name);
    expect(languages.length).toBeGreaterThan(9);
    const found = languages.map((language) => labelsIn([language]));
    expect(found.map(({ language }) => language)).toEqual(languages);
    expect(new Set(found.map(({ open }) => open)).size).toBe(languages.length);
  });

  it('are in the first language that there is, else in English', () => {
    expect(labelsIn([undefined, '', 'nl', 'de-AT', 'fr']).close).toBe('Schließen');
    expect(labelsIn(['PT_br', 'de']).close).toBe('Fechar');
    expect(labelsIn(['constructor', 'nl', 'x']).close).toBe('Close');
    expect(labelsIn([])).toMatchObject({ language: 'en', title: 'Payment' });
  });
});
