import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { overviewOf } from '../../../scripts/picture-states.ts';
import { SAMPLES } from './samples.ts';

const names = SAMPLES.map(({ name }) => name);
const listed = SAMPLES.map((one) => ({
  ...{
    name: one.name,
    at: one.whole?.at ?? one.state.at,
    when: one.when,
    isMain: one.isMain ?? false,
  },
}));

describe('the gallery of the pay page', () => {
  it('names each picture once', () => {
    expect(new Set(names).size).toBe(names.length);
  });

  it('is the overview in the documents', () => {
    const overview = readFileSync('docs/design/pay-page-states.md', 'utf8');
    expect(overviewOf(listed)).toBe(overview);
  });

  it('has a picture of every sample, and of the main ones in the dark and on a desktop, and no other', () => {
    const pictures = listed.flatMap(({ name, isMain }) => [
      `${name}.webp`,
      ...(isMain ? [`${name}.dark.webp`, `${name}.desktop.webp`] : []),
    ]);
    expect(readdirSync('docs/pictures/pay-states').toSorted()).toEqual(pictures.toSorted());
  });
});
