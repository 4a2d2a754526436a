import { describe, expect, it } from 'vitest';
import { exportedNames } from './exported-names.ts';
import { foldersIn, textOf } from './tree.ts';

/** What a reader can keep in mind of a module; no module is an exception (0059). */
const NAMES_MAX = 25;

const modules = foldersIn('src/modules');

describe('the public interface of a module', () => {
  it.each(modules)('%s exports few names', (name) => {
    const names = exportedNames(textOf(`src/modules/${name}/index.ts`));
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
});
