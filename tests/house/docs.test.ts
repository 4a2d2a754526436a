import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printErrors, printRoutes } from '../../scripts/print-reference.ts';
import { filesBelow, foldersIn, root, textOf } from './tree.ts';

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...filesBelow('docs').filter((path) => path.endsWith('.md')),
  ...filesBelow('src').filter((path) => path.endsWith('.md')),
  ...filesBelow('bench').filter((path) => path.endsWith('.md')),
  ...filesBelow('sdk').filter((path) => path.endsWith('.md')),
  ...filesBelow('sandbox').filter((path) => path.endsWith('.md')),
];

/** The first folder of a path decides whether a word in backticks is meant as a path of ours. */
const folders = [...foldersIn('.'), '.ci'].filter((name) => !name.startsWith('node_modules'));
const ours = new RegExp(
  `^(${folders.map((name) => name.replace('.', '\\.')).join('|')})/[^\\s*{}<>…]+$`,
);
/** Made when something runs, so not in a checkout. */
const made = /^(dist|\.florin|node_modules|bench\/results|tests\/browser\/screenshots)\//;

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf('package.json')));

describe('the page about capacity', () => {
  it('says of every table what ends its rows, or why nothing does', () => {
    const tables = [
      ...textOf('src/platform/db/tables.generated.ts').matchAll(/^ {2}(\w+): \w+Table;$/gm),
    ].map(([, table]) => table);
    const page = textOf('docs/operate/capacity.md');
    const [, list = ''] = page.split('## What ends what is stored');
    expect(tables.length).toBeGreaterThan(100);
    expect(tables.filter((table) => !list.includes(`\`${table}\``))).toEqual([]);
  });
});

describe('the documents', () => {
  it.each(pages)('%s names only paths that exist', (page) => {
    const text = textOf(page);
    const quoted = [...text.matchAll(/`([^`\n]+)`/g)]
      .map((match) => match[1] ?? '')
      .filter((word) => ours.test(word) && !made.test(word));
    const linked = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) =>
      join(dirname(page), match[1] ?? ''),
    );
    const shown = [...text.matchAll(/<img src="([^"]+)"/g)].map((match) =>
      join(dirname(page), match[1] ?? ''),
    );
    const missing = [...quoted, ...linked, ...shown].filter(
      (path) => !existsSync(join(root, path)),
    );
    expect(missing).toEqual([]);
  });

  it.each(pages)('%s names only npm scripts that exist', (page) => {
    const named = [...textOf(page).matchAll(/npm (?:run ([a-z:-]+)|(start|test))\b/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('keep the map short enough to be read whole', () => {
    expect(textOf('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(250);
  });
});

describe('the reference', () => {
  it('names the file of every endpoint, also of those that both hosts serve', () => {
    expect(printRoutes()).toContain('`src/modules/clients/http/create-client-id.ts`');
    expect(printRoutes()).not.toContain('``');
  });

  it('holds the codes of invitations, which the public API writes in capitals', () => {
    expect(printErrors()).toContain('| `LINK_INTENT_USED` | 403 |');
  });
});
