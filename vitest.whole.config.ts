import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { common, shared, slowest } from './vitest.config.ts';

/** What waits for blocks and browsers first, the largest files before the others; the many quick ones fill the end. */
class ProductFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isQuick = ({ moduleId }: TestSpecification) =>
      !/^tests\/(?!house\/)/.test(relative(import.meta.dirname, moduleId));
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isQuick(file)), ...sorted.filter(isQuick)];
  }
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
