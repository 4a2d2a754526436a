import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLanguage, LANGUAGES, localeOf } from '../../src/kit/languages.ts';
import { messagesIn } from '../../src/modules/receipts/index.ts';
import { PRINT_ONLY, RECEIPT_LANGUAGES } from '../../web/dashboard/payment/receipt-files.ts';
import { root, textOf } from './tree.ts';

/** Where the texts of the pay page and of the frame are, a folder for each language. */
const CATALOGUES = ['web/pay/messages', 'web/ui/messages'] as const;

/** It says how numbers and times are written, and has no texts. */
const UNCHECKED = 'language.ts';

const namesIn = (path: string) =>
  [...textOf(path).matchAll(/^export const (\w+)/gm)].map(([, name]) => name);

const partsIn = (folder: string) =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'));

describe.each(Object.keys(LANGUAGES).filter(isLanguage))('the texts in %s', (language) => {
  it('are written on the server as on the pages', () => {
    const text = textOf(`web/ui/messages/${language}/${UNCHECKED}`);
    const { tag, direction } = localeOf(language);
    expect(text).toContain(`LANGUAGE: string = '${language}'`);
    expect(text).toContain(`LOCALE: string = '${tag}'`);
    expect(text).toMatch(new RegExp(`DIRECTION: .* = '${direction}'`));
  });

  it.each(CATALOGUES)('are as many files in %s as the English ones', (catalogue) => {
    expect(partsIn(`${catalogue}/${language}`).sort()).toEqual(partsIn(`${catalogue}/en`).sort());
  });

  it.each(CATALOGUES)(
    'have in %s the names of the English ones, each checked by its type',
    (catalogue) => {
      for (const part of partsIn(`${catalogue}/en`)) {
        const path = `${catalogue}/${language}/${part}`;
        const names = namesIn(path);
        expect(names, path).toEqual(namesIn(`${catalogue}/en/${part}`));
        if (language === 'en' || part === UNCHECKED) continue;
        const checked = [...textOf(path).matchAll(/satisfies Translation</g)];
        expect(checked.length, path).toBeGreaterThanOrEqual(names.length);
      }
    },
  );
});

it('the dashboard offers receipts in every language, and says which have no PDF', () => {
  expect(RECEIPT_LANGUAGES).toEqual(LANGUAGES);
  const languages = Object.keys(LANGUAGES).filter(isLanguage);
  const lacking = languages.filter((language) => messagesIn(language).leftOut === null);
  expect([...PRINT_ONLY].sort()).toEqual(lacking.sort());
});
