import { defineConfig } from 'vitest/config';

const slow = { testTimeout: 60_000, hookTimeout: 60_000 };
const slowest = { testTimeout: 120_000, hookTimeout: 120_000 };

/** One project per kind of test, so that `vitest --project unit` runs what is quick. */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'sdk/**/*.test.ts'],
          ...slow,
        },
      },
      { extends: true, test: { name: 'house', include: ['tests/house/**/*.test.ts'], ...slow } },
      {
        extends: true,
        test: { name: 'journeys', include: ['tests/journeys/**/*.test.ts'], ...slow },
      },
      {
        extends: true,
        test: { name: 'conformance', include: ['tests/conformance/**/*.test.ts'], ...slow },
      },
      { extends: true, test: { name: 'soak', include: ['tests/soak/**/*.test.ts'], ...slow } },
      {
        extends: true,
        test: { name: 'simulation', include: ['tests/simulation/**/*.test.ts'], ...slow },
      },
      { extends: true, test: { name: 'storm', include: ['tests/storm/**/*.test.ts'], ...slow } },
      {
        extends: true,
        test: { name: 'browser', include: ['tests/browser/**/*.test.ts'], ...slowest },
      },
    ],
  },
});
