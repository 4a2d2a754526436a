import { defineConfig } from 'vitest/config';
import { findPureTests } from './tests/support/pure-tests.ts';

/** The unit tests that need nothing but themselves: without a server, in one process, in a few seconds. */
export default defineConfig({
  test: {
    include: findPureTests(import.meta.dirname),
    isolate: false,
    // One alone: to load the same modules in several takes longer than the tests.
    maxWorkers: 1,
    testTimeout: 60_000,
  },
});
