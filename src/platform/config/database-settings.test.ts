import { expect, it } from 'vitest';
import { loadConfig } from './load.ts';

function problemsOf(environment: Readonly<Record<string, string>>) {
  const loaded = loadConfig({ FLORIN_MODE: 'sandbox', ...environment }, ['base']);
  return loaded.ok ? [] : loaded.problems.map(({ setting }) => setting);
}

it('watches the folder of a database of the operator only', () => {
  const DATABASE_FOLDER = '/var/lib/postgresql';
  expect(problemsOf({ DATABASE_FOLDER })).toEqual(['DATABASE_FOLDER']);
  expect(problemsOf({ DATABASE_FOLDER, DATABASE_URL: 'postgres://127.0.0.1/florin' })).toEqual([]);
});
