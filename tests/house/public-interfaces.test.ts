import { describe, expect, it } from 'vitest';
import { exportedNames } from './exported-names.ts';
import { findUnusedNames } from './public-users.ts';
import { filesBelow, textOf } from './tree.ts';

/** What a reader can keep in mind of a module; no module is an exception (0059). */
const NAMES_MAX = 25;

const program = filesBelow('src').filter((path) => /(?<!\.test)\.ts$/.test(path));
const interfaces = program.filter((path) => /^src\/modules\/[^/]+\/index\.ts$/.test(path));

describe('the public interface of a module', () => {
  it.each(interfaces)('%s exports few names', (path) => {
    const names = exportedNames(textOf(path));
    expect(names).not.toContain('*');
    expect(names.length, names.join(', ')).toBeLessThanOrEqual(NAMES_MAX);
  });

  it('is counted with its types, constants and declarations', () => {
    const text = `
      export { type One, two as three } from './one.ts';
      export type { Four } from './four.ts';
      export * from './five.ts';
      export const six = 6, seven = 7;
      export function eight() {}
      export interface Nine {}
      const ten = 10;`;
    const names = ['One', 'three', 'Four', '*', 'six', 'seven', 'eight', 'Nine'];
    expect(exportedNames(text)).toEqual(names);
  });

  it('exports only what the program uses outside of the module', () => {
    const files = program.map((path) => ({ path, text: textOf(path) }));
    expect(files.length).toBeGreaterThan(500);
    // Tests and benchmarks import the file that they are about.
    expect(findUnusedNames(files)).toEqual([]);
  });

  it('is used by imports of values and types, at once or late, and by exports', () => {
    const names = ['one', 'Two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
    const files = {
      'src/modules/shops/index.ts': `export { ${names.join()} } from './all.ts';`,
      // A module is no user of itself.
      'src/modules/shops/open.ts': "import { seven } from './index.ts';",
      'src/modules/malls/build.ts': `
        import { one, type Two } from '../shops/index.ts';
        export { three as another } from '#modules/shops/index.ts';`,
      'src/processes/work.ts': `
        const { four: other } = await import('#modules/shops/index.ts');
        await (await import('#modules/shops/index.ts')).five();
        import { six as renamed } from '../modules/shops/index.ts';
        // eight of another module
        import { eight } from '../modules/malls/index.ts';`,
    };
    const found = findUnusedNames(Object.entries(files).map(([path, text]) => ({ path, text })));
    expect(found).toEqual(['shops: seven', 'shops: eight']);
  });
});
