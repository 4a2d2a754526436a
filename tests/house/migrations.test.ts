import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './tree.ts';

/**
 * What takes something from the release before, which may still be running: a name that it reads, a
 * value that it may write, an insert that does not know a new column. Such a step is a release of its
 * own, once nobody uses what goes. Widening is free: dropping a `not null` or a check that is added
 * again wider.
 */
const TAKING: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['drops a table', /\bdrop\s+table\b/],
  ['drops a column', /\bdrop\s+column\b/],
  ['renames', /\brename\s+(to|column|constraint)\b/],
  ['changes a type', /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/],
  ['forbids null in a column that stands', /\bset\s+not\s+null\b/],
  [
    'adds a column that old inserts leave out',
    /\badd\s+column\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/,
  ],
];

/**
 * A migration without its comments, and without renaming a table whose name a view takes in the same file:
 * whoever knows the name reads the view.
 */
function statementsOf(text: string): string {
  const statements = text.replaceAll(/--.*$/gm, '').toLowerCase();
  return statements.replaceAll(/alter table (\w+) rename to \w+;/g, (renamed, name: string) =>
    new RegExp(`create view ${name} as\\s`).test(statements) ? '' : renamed,
  );
}

function takenBy(text: string): string[] {
  const statements = statementsOf(text);
  return TAKING.flatMap(([what, pattern]) => (pattern.test(statements) ? [what] : []));
}

describe('a migration', () => {
  it.each(filesBelow('migrations').map((file) => [file]))(
    '%s leaves the release before it working',
    (file) => {
      expect(takenBy(textOf(file))).toEqual([]);
    },
  );

  it.each([
    'drop table payment;',
    'alter table payment drop column late;',
    'alter table payment rename to paid;',
    'alter table payment rename to paid; create view payments as select id from paid;',
    'alter table payment alter column late type text;',
    'alter table payment alter column late set not null;',
    'alter table payment add column why text not null;',
  ])('would be caught at: %s', (text) => {
    expect(takenBy(text)).not.toEqual([]);
  });

  it.each([
    'alter table payment add column why text;',
    "alter table payment add column why text not null default '';",
    'alter table payment alter column late drop not null;',
    'alter table payment rename to paid; create view payment as select id from paid;',
    '-- drop table payment;',
  ])('may say: %s', (text) => {
    expect(takenBy(text)).toEqual([]);
  });
});
