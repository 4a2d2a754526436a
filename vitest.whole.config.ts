import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { common, shared, slowest } from './vitest.config.ts';

/**
 * What waits for blocks and browsers first, the largest files before the others, and with it the simulations, which only compute
 * and so use the time in which the former wait; the many quick ones fill the end.
 */
class ProductFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const kinds = Object.groupBy(sorted, ({ moduleId }) => kindOf(moduleId));
    const { waiting = [], computing = [], quick = [] } = kinds;
    return [...spread(computing, waiting), ...quick];
  }
}

/** What a test file mostly does, by its folder. */
function kindOf(path: string): 'waiting' | 'computing' | 'quick' {
  const file = relative(import.meta.dirname, path);
  if (!/^tests\/(?!house\/)/.test(file)) return 'quick';
  return file.startsWith('tests/simulation/') ? 'computing' : 'waiting';
}

/** Puts the few at even distances among the many; both keep their order. */
function spread<T>(few: readonly T[], many: readonly T[]): T[] {
  const distance = many.length / Math.max(few.length, 1);
  const placed = [
    ...few.map((item, index) => ({ item, at: index * distance })),
    ...many.map((item, index) => ({ item, at: index })),
  ];
  return placed.toSorted((a, b) => a.at - b.at).map(({ item }) => item);
}

/**
 * Every test in one project: workers go on from one kind to the next, where with a project for each kind a worker began anew
 * for each of them and loaded the program again.
 */
export default defineConfig({
  test: {
    ...common,
    ...shared,
    ...slowest,
    include: ['{src,web,sdk,tests}/**/*.test.ts'],
    sequence: { sequencer: ProductFirst },
  },
});
