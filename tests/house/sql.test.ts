// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the planted violations are TypeScript with templates
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXCEPTIONS } from './sql-exceptions.ts';
import { OF_PLATFORM, OWNERS } from './sql-owners.ts';
import { tablesNamedIn, tablesOfSql } from './sql-tables.ts';
import { filesBelow, foldersIn, root, textOf } from './tree.ts';

const Rules = z.object({
  forbidden: z.array(
    z.object({
      name: z.string(),
      from: z.object({ path: z.string().optional() }),
      to: z.object({ path: z.union([z.string(), z.array(z.string())]).optional() }),
    }),
  ),
});

const orderRules = Rules.parse(
  createRequire(import.meta.url)(`${root}.dependency-cruiser.cjs`),
).forbidden.filter(({ name }) => name.startsWith('module-order-'));

/** The modules that a path of a rule names. */
const modulesIn = (path: unknown) => (/\(([^)]*)\)/.exec(String(path))?.[1] ?? '').split('|');

/** How high each module stands in the order that imports keep, from the lowest on; no rule is about the highest. */
const height = new Map([
  ...modulesIn(orderRules.at(-1)?.to.path).map((module) => [module, orderRules.length] as const),
  ...orderRules.flatMap(({ from }, step) =>
    modulesIn(from.path).map((module) => [module, step] as const),
  ),
]);

const ownerOf = new Map<string, string>();
const views = new Set<string>();
for (const [module, { tables, views: published = [] }] of Object.entries(OWNERS)) {
  for (const name of [...tables, ...published]) ownerOf.set(name, module);
  for (const name of published) views.add(name);
}

const migrations = filesBelow('migrations').map((path) => textOf(path).replaceAll(/--.*$/gm, ''));

/** The views of the migrations, each with its newest text. */
const viewTexts = new Map(
  migrations
    .flatMap((text) => [
      ...text.matchAll(/create (?:or replace )?view (\w+) as\s+(select[\s\S]*?);/gi),
    ])
    .map(([, name = '', text = '']) => [name, text]),
);

/** Whether SQL of a module may name a table or a view. */
function mayName(module: string, name: string): boolean {
  const owner = ownerOf.get(name);
  if (owner === undefined || owner === module) return true;
  return views.has(name) && (height.get(owner) ?? Infinity) < (height.get(module) ?? -1);
}

/** What a module's SQL names against the rule. */
function foreignIn(module: string, names: Iterable<string>): string[] {
  return [...new Set(names)].filter((name) => !mayName(module, name)).sort();
}

const sources = foldersIn('src/modules').flatMap((module) =>
  filesBelow(`src/modules/${module}`)
    .filter((path) => /\/store(\.ts$|\/)/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => ({ module, path, names: tablesNamedIn(textOf(path)) })),
);

describe("a module's SQL names its own tables, and views of modules below it", () => {
  it('in every store, but for the exceptions that say why', () => {
    const found = sources.flatMap(({ module, path, names }) =>
      foreignIn(module, names).map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual(
      EXCEPTIONS.map(({ path, table }) => `src/modules/${path}: ${table}`).sort(),
    );
  });

  it('and the stores were really read', () => {
    expect(sources.length).toBeGreaterThan(40);
    const named = new Set(sources.flatMap(({ names }) => [...names]));
    const unread = [...ownerOf.keys()].filter((name) => !named.has(name));
    // A view that nobody reads, or a table that nobody writes, is one that the reader did not see.
    expect(unread).toEqual([]);
  });

  it('which stand in store.ts or in store/, and never in both', () => {
    const paths = sources.map(({ path }) => path);
    const both = foldersIn('src/modules').filter(
      (module) =>
        paths.includes(`src/modules/${module}/store.ts`) &&
        paths.some((path) => path.startsWith(`src/modules/${module}/store/`)),
    );
    expect(both).toEqual([]);
  });

  it('and each exception says why', () => {
    for (const { because } of EXCEPTIONS) expect(because.length).toBeGreaterThan(20);
  });

  it('in every view', () => {
    const found = [...viewTexts].flatMap(([view, text]) =>
      foreignIn(ownerOf.get(view) ?? '', tablesOfSql(text)).map((name) => `${view}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});

describe('each table and view', () => {
  it('has one owner', () => {
    const created = migrations.flatMap((text) => [
      ...text.matchAll(/create (?:unlogged )?table (\w+)|alter table \w+ rename to (\w+)/gi),
    ]);
    const all = [...created.map((match) => match[1] ?? match[2] ?? ''), ...viewTexts.keys()];
    const owned = [
      ...Object.values(OWNERS).flatMap((one) => [...one.tables, ...(one.views ?? [])]),
    ];
    expect([...owned, ...OF_PLATFORM].sort()).toEqual([...new Set(all)].sort());
  });

  it('stands in the README of its module', () => {
    const missing = [...ownerOf].filter(
      ([name, module]) => !textOf(`src/modules/${module}/README.md`).includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });
});

describe('the rule would catch', () => {
  const caught = (module: string, text: string) => foreignIn(module, tablesNamedIn(text));

  it.each([
    ['a table of a module below', 'checkout', 'sql`select id from payment where id = ${id}`'],
    ['one behind a comma', 'checkout', 'sql`select 1 from mine, payment p`'],
    [
      'one behind a comma and a condition',
      'checkout',
      'sql`select 1 from a join b on a.id = b.id, payment`',
    ],
    ['one that is joined', 'checkout', 'sql`left join payment on true`'],
    ['one in a lateral query', 'checkout', 'sql`cross join lateral (select 1 from payment) paid`'],
    ['one in parentheses', 'checkout', 'sql`select 1 from (mine join payment using (id))`'],
    ['one in a part of a statement', 'checkout', 'sql`seen as (select 1 from "payment")`'],
    ['one behind its schema', 'checkout', 'sql`select 1 from public.payment`'],
    ['one that is written', 'settlement', 'sql`insert into payment (id) values (1)`'],
    ['one that is changed', 'settlement', 'sql`update only payment set late = true`'],
    ['one that is emptied', 'settlement', 'sql`delete from mine using payment`'],
    ['one of the query builder', 'checkout', "db.selectFrom('payment as p')"],
    ['one in a list of the query builder', 'checkout', "db.selectFrom(['mine', 'payment'])"],
    ['one that the query builder joins', 'checkout', "query.innerJoin('payment', 'a', 'b')"],
    ['one that is named by itself', 'checkout', "sql`select 1 from ${sql.table('payment')}`"],
    ['one that rows are inserted into', 'settlement', "insertRows({ into: 'payment', rows })"],
    ['a fragment within a value', 'checkout', 'sql`select ${sql`(select 1 from payment)`}`'],
  ])('%s', (_what, module, text) => {
    expect(caught(module, text)).toEqual(['payment']);
  });

  it('a view of a module above', () => {
    expect(caught('ledger', 'sql`select 1 from payment_progress`')).toEqual(['payment_progress']);
  });

  it.each([
    ['its own table', 'ledger', 'sql`select 1 from payment`'],
    ['a view from below', 'checkout', 'sql`select 1 from active_payment payment`'],
    ['a column called so', 'checkout', 'sql`select payment.id from active_payment payment`'],
    ['a text and a comment', 'checkout', "sql`select 'from payment' -- from payment\n`"],
    [
      'a time taken from a column',
      'checkout',
      'sql`select extract(epoch from payment.at) from mine`',
    ],
  ])('but not %s', (_what, module, text) => {
    expect(caught(module, text)).toEqual([]);
  });
});
