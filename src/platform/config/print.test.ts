import { describe, expect, it } from 'vitest';
import { loadConfig } from './load.ts';
import { NETWORK_SETTINGS } from './network-schema.ts';
import { printConfigTable, printEnvExample, printProblems } from './print.ts';
import { SETTINGS } from './schema.ts';
import { settingDescriptions } from './setting.ts';

describe('printing settings', () => {
  it('finds words for every one of them', () => {
    const wordless = Object.entries(SETTINGS.shape).filter(
      ([, schema]) => settingDescriptions.get(schema) === undefined,
    );
    expect(wordless).toEqual([]);
  });

  // An example that is refused would mislead everybody who copies it.
  it('shows examples that are right', () => {
    for (const [name, schema] of Object.entries(SETTINGS.shape)) {
      const example = settingDescriptions.get(schema)?.example;
      if (example !== '') expect(schema.safeParse(example).success, name).toBe(true);
    }
  });

  it('lists each setting in the example file, commented out', () => {
    const text = printEnvExample(['mainnet', 'arbitrum-one']);
    for (const name of [...Object.keys(SETTINGS.shape), 'RPC_URL_ARBITRUM_ONE']) {
      expect(text).toContain(`\n# ${name}=`);
    }
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });

  it('makes one row a setting in the table', () => {
    const rows = printConfigTable().split('\n');
    const settings = [...Object.keys(SETTINGS.shape), ...Object.keys(NETWORK_SETTINGS)];
    expect(rows.length).toBe(2 + settings.length);
    expect(rows.every((row) => row.split(/(?<!\\)\|/).length === 6)).toBe(true);
  });

  it('shows every problem in one table', () => {
    const loaded = loadConfig({ API_PORT: 'x', HOST: '-' }, []);
    const text = printProblems(loaded.ok ? [] : loaded.problems);
    expect(text).toContain('2 settings are wrong');
    expect(text).toMatch(/\n {2}API_PORT {2}x {6}must be a whole number/);
  });
});
