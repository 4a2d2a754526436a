import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Hooks start databases, nodes and worlds: on a machine full of others that takes minutes, not seconds. */
const hookTimeout = 300_000;
/** Ends what hangs, and no test that is merely slow: at a load of 20 a test takes ten times as long. */
const slow = { testTimeout: 180_000, hookTimeout };
/** The same for tests in a browser. */
export const slowest = { testTimeout: 300_000, hookTimeout };
/** Loading the program anew for each of some 350 files took as long as all of their tests. */
export const shared = { isolate: false };

/** One more than there are cores: tests wait for the program, its database and a browser, which need the cores too. With three more a run was longer (decision 0203). */
const WORKERS = Math.min(availableParallelism() + 1, 10);

/** What all kinds of tests have in common. */
export const common = {
  globalSetup: ['tests/support/global-setup.ts'],
  setupFiles: ['tests/support/load-pages.ts', 'tests/support/print-diagnosis.ts'],
  // Modules are imported by Node itself, as in production; nothing is replaced in tests, so nothing needs the test runner's loader.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // The code of Node in large pages: a worker takes about a tenth less processor time (decision 0131).
  execArgv: ['--use-largepages=silent'],
  maxWorkers: WORKERS,
  // A second, which is the default, passes by without anything being wrong on a machine full of others.
  expect: { poll: { timeout: 150_000 } },
};

/** One project per kind of test, so that `vitest --project unit` runs what is quick. */
export default defineConfig({
  test: {
    ...common,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'sdk/**/*.test.ts'],
          ...shared,
          ...slow,
        },
      },
      {
        extends: true,
        test: { name: 'house', include: ['tests/house/**/*.test.ts'], ...shared, ...slow },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          ...shared,
          ...slow,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: ['tests/conformance/**/*.test.ts'],
          ...shared,
          ...slow,
        },
      },
      { extends: true, test: { name: 'soak', include: ['tests/soak/**/*.test.ts'], ...slow } },
      {
        extends: true,
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          ...shared,
          ...slow,
        },
      },
      {
        extends: true,
        test: {
          name: 'storm',
          include: ['tests/storm/**/*.test.ts'],
          ...slow,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          ...shared,
          ...slowest,
        },
      },
    ],
  },
});
