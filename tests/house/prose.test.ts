import { describe, expect, it } from 'vitest';
import { bannedProseIn } from './banned-prose.ts';
import { filesBelow, textOf } from './tree.ts';

/** What is written in plain words; a folder is only ever added. Decision records quote the old words. */
const FOLDERS = [
  'src',
  'web',
  'sdk',
  'tests',
  'bench',
  'scripts',
  'docs/operate',
  'docs/integrate',
  'docs/reference',
];
const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/README.md',
  'docs/start.md',
  'docs/glossary.md',
];

/** Files that name the words in order to refuse them. */
const LISTS = /^tests\/house\/(banned-(words|prose)|words\.test|prose\.test)\.?/;

/** Texts in which a banned word is the right one, and why. */
const ALLOWED: readonly (readonly [text: string, why: string])[] = [
  ['focus ring', 'the term of WCAG for the outline of the focused control'],
  ['focus rings', 'the same'],
  ['Telling the recipient', 'the page speaks to a payer'],
];

const files = [...FOLDERS.flatMap(filesBelow), ...DOCUMENTS].filter(
  (path) => /\.(tsx?|md)$/.test(path) && !LISTS.test(path),
);

describe('comments, titles, messages and documents', () => {
  it('use no word that the language of this repository replaced', () => {
    expect(files.length).toBeGreaterThan(1_000);
    const allowed = ALLOWED.map(([text]) => text);
    expect(files.flatMap((path) => bannedProseIn(path, textOf(path), allowed))).toEqual([]);
  });

  it('contain every allowed text, so that the list stays short', () => {
    const all = files.map(textOf).join('\n');
    expect(ALLOWED.filter(([text]) => !all.includes(text))).toEqual([]);
  });
});

describe('a banned word', () => {
  const PLANTED = `
    /** Tells nobody: the first. */
    // A second line that a stranger owed.
    it('is not heard of by %s', () => {});
    log.warn({ wish: 'wish' }, 'a bell rings');
    const title = \`what \${one} was told\`;
    const element = <p>In doubt nothing happened.</p>;
  `;

  it('is found in comments, titles, messages and the text of elements', () => {
    const found = bannedProseIn('src/planted.tsx', PLANTED);
    expect(found.map(({ at, word }) => [at, word])).toEqual([
      ['src/planted.tsx:2', 'tells'],
      ['src/planted.tsx:3', 'stranger'],
      ['src/planted.tsx:4', 'heard'],
      ['src/planted.tsx:5', 'bell'],
      ['src/planted.tsx:6', 'told'],
      ['src/planted.tsx:7', 'doubt'],
    ]);
    expect(found[0]?.use).toContain('report');
  });

  it('is found in documents, but not in their code', () => {
    const source = ['It was told.', '```sh', 'told', '```', 'Call `told`.', 'It hears.'].join('\n');
    const found = bannedProseIn('docs/planted.md', source);
    expect(found.map(({ at }) => at)).toEqual(['docs/planted.md:1', 'docs/planted.md:6']);
  });

  it('is not refused in an allowed text, a name or a statement', () => {
    const source = "/** The focus ring. */ const told = sql`select told from wish`; f('told');";
    expect(bannedProseIn('src/planted.ts', source, ['focus ring'])).toEqual([]);
  });
});
