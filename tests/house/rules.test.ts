import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '#catalog/networks.ts';
import { exportsOf, repeatsName } from './docstrings.ts';
import { exportedNames } from './exported-names.ts';
import { shows401 } from './shows-401.ts';
import { filesBelow, foldersIn, linesMatching, root, textOf } from './tree.ts';

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const source = filesBelow('src').filter((path) => path.endsWith('.ts') && !isTest(path));
const modules = foldersIn('src/modules');
const endpointFiles = source.filter((path) =>
  /^src\/(modules|hosts)\/[^/]+\/http\/(?!index\.ts$)/.test(path),
);
const operationIds = (path: string) =>
  [...textOf(path).matchAll(/operationId: '([A-Za-z0-9]+)'/g)].map((match) => match[1] ?? '');
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe('1: one thing has one name', () => {
  it('and an endpoint, its operation, its file and its function share it', () => {
    const endpoints = endpointFiles.filter((path) => operationIds(path).length > 0);
    expect(endpoints.length).toBeGreaterThan(0);
    for (const path of endpoints) {
      const [owner = '', file = ''] = path.split('/http/');
      // An operation that both hosts serve has a second endpoint, whose name ends in the path's version.
      const names = operationIds(path).map((id) => `${kebab(id.replace(/V1$/, ''))}.ts`);
      expect([...new Set(names)]).toEqual([file]);
      expect(existsSync(join(root, owner, file)), `${owner}/${file}`).toBe(true);
    }
  });
});

describe('2: a module has the same parts as all others', () => {
  const parts =
    /^(README\.md|index\.ts|model|http|store|store(\.test)?\.ts|sweeps(\.test)?\.ts|[a-z]+(-[a-z0-9]+)+(\.test)?\.ts)$/;

  it.each(modules)('%s', (module) => {
    const fragments = readdirSync(join(root, 'src/modules', module));
    expect(fragments.filter((fragment) => !parts.test(fragment))).toEqual([]);
    expect(fragments).toContain('README.md');
    // A module that no other calls has its endpoints only.
    expect(fragments.includes('index.ts') || fragments.includes('http')).toBe(true);
  });

  it.each(modules)('%s has a README of one screen with the fixed headings', (module) => {
    const readme = textOf(`src/modules/${module}/README.md`);
    expect(readme.split('\n').length).toBeLessThanOrEqual(40);
    for (const heading of ['Terms', 'Interface', 'Tables', 'Events', 'Never']) {
      expect(readme).toContain(`*${heading}:*`);
    }
  });
});

describe('3: domain rules are pure', () => {
  it('and wait for nothing', () => {
    const rules = source.filter((path) => path.includes('/model/'));
    expect(rules.length).toBeGreaterThan(0);
    expect(linesMatching(rules, /\b(async|await|Promise)\b(?!.*\*)/)).toEqual([]);
  });
});

describe('10: networks are rows', () => {
  it('so no module names one', () => {
    const inModules = source.filter((path) => path.startsWith('src/modules/'));
    const named = new RegExp(`['"\`](${NETWORK_IDS.join('|')})['"\`]|family === |chainId ===`);
    expect(linesMatching(inModules, named)).toEqual([]);
  });
});

/** The files of tests that several endpoints share, by the function that describes them. */
const shared = new Map(
  filesBelow('tests/support').flatMap((path) => {
    const text = textOf(path);
    const names = [...text.matchAll(/^export function (describe[A-Z]\w*)/gm)];
    return names.map(([, name = '']) => [name, text] as const);
  }),
);

describe('12: every endpoint says who may call it, and a test shows who may not', () => {
  it.each(endpointFiles.filter((path) => operationIds(path).length > 0))('%s', (path) => {
    expect(textOf(path)).toMatch(/accepts: \[/);
    const test = path.replace(/\.ts$/, '.test.ts');
    expect(existsSync(join(root, test)), test).toBe(true);
    const isPublic = /accepts: \['none'\]/.test(textOf(path));
    expect(shows401({ test: textOf(test), shared, isPublic }), test).toBe(true);
  });

  it.each([
    ['words alone', `describe('401', () => {\n  it('answers 401', () => undefined);\n});`],
    ['a comment', `describe('401', () => {\n  // expect(await ask()).toBe(401)\n});`],
    [
      'another status',
      `describe('401', () => {\n  it('is 401', async () => {\n    expect(await ask()).toBe(403);\n  });\n});`,
    ],
    ['a title elsewhere', `describe('404', () => {\n  expect(await ask()).toBe(401);\n});`],
  ])('and %s do not show it', (_what, test) => {
    expect(shows401({ test, shared, isPublic: false })).toBe(false);
  });

  it('and a call of which 401 is expected does', () => {
    const test = `describe('401', () => {\n  it('is', async () => {\n    expect(await ask()).toBe(401);\n  });\n});`;
    expect(shows401({ test, shared, isPublic: false })).toBe(true);
  });
});

describe('13: time, ids and randomness are handed in', () => {
  it('and only the kit reads the clock and random bytes', () => {
    const outside = source.filter((path) => !path.startsWith('src/kit/'));
    const reach = /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\brandomBytes\(|\brandomUUID\(/;
    expect(linesMatching(outside, reach)).toEqual([]);
  });
});

describe('14: tests hold on a machine that is full of others', () => {
  const tests = ['tests', 'src', 'web', 'sdk']
    .flatMap(filesBelow)
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('tests/house/'))
    .filter((path) => isTest(path) || path.startsWith('tests/'));

  it('so none is tried again until it passes', () => {
    expect(linesMatching(tests, /\bretry: \d{1,2}\b/)).toEqual([]);
  });

  it('and those of the product read the feed by what waits until it shows an event', () => {
    const readers = ['tests/support/read-feed.ts', 'tests/support/feed-host.ts'];
    const others = tests.filter((path) => path.startsWith('tests/') && !readers.includes(path));
    expect(linesMatching(others, /\/v2\/events\b(?!\/)/)).toEqual([]);
    expect(linesMatching(readers, /\/v2\/events\b/)).toHaveLength(readers.length);
  });
});

describe('15: what a name cannot say is written down', () => {
  const isPublished = (path: string) =>
    /\/model\/|^src\/(kit\/|context\.ts|chains\/chain\.ts|providers\/[^/]+\.ts)/.test(path);

  it('in a docstring on every domain rule, port and shared type, and on public interfaces', () => {
    const exported = source.flatMap((path) => exportsOf(path));
    const published = new Set(
      filesBelow('src/modules')
        .filter((path) => path.endsWith('/index.ts') && !path.includes('/http/'))
        .flatMap((path) => exportedNames(textOf(path))),
    );
    const missing = exported.filter(
      ({ at, name, docstring }) =>
        docstring === undefined &&
        (isPublished(at) || (at.startsWith('src/modules/') && published.has(name))),
    );
    expect(published.size).toBeGreaterThan(100);
    expect(missing.map(({ at, name }) => `${at} ${name}`)).toEqual([]);
  });

  it('in a docstring on every operation that an endpoint calls', () => {
    const operations = endpointFiles
      .filter((path) => operationIds(path).length > 0)
      .flatMap((path) => exportsOf(path.replace('/http/', '/')));
    expect(operations.length).toBeGreaterThan(50);
    const missing = operations.filter(({ docstring }) => docstring === undefined);
    expect(missing.map(({ at, name }) => `${at} ${name}`)).toEqual([]);
  });

  it('and never in one that repeats the name', () => {
    const code = ['src', 'web', 'sdk'].flatMap(filesBelow).filter((path) => /\.tsx?$/.test(path));
    const all = code.flatMap((path) => exportsOf(path));
    expect(all.length).toBeGreaterThan(2000);
    expect(all.filter(repeatsName).map(({ at, name }) => `${at} ${name}`)).toEqual([]);
  });

  it.each([
    ['ShownLink', 'A link as it is shown.', true],
    ['ShownLink', 'A link as its payer sees it.', false],
    ['countUnits', undefined, false],
  ])('which %s with "%s" does: %j', (name, docstring, expected) => {
    expect(repeatsName({ name, docstring })).toBe(expected);
  });

  it('and no file hides behind a name that lets anything in', () => {
    // A Safe Transaction Service is what the vendor calls a server of theirs.
    const vague =
      /(^|[/-])(utils?|helpers?|common|misc|manager|types|constants|(?<!safe-)services?)(\.|\/|-|$)/;
    const all = ['src', 'web', 'tests', 'sdk'].flatMap(filesBelow);
    expect(all.filter((path) => vague.test(path))).toEqual([]);
  });

  it('and nothing is left lying about', () => {
    const beside = ['web', 'scripts', 'bench', 'sdk'].flatMap(filesBelow);
    const all = [...source, ...beside];
    const code = all.filter((path) => /\.tsx?$/.test(path));
    expect(linesMatching(code, /\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
  });
});
