import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const node = {
  environment: 'node' as const,
  // Ends what hangs, on slow machines too: nothing is meant to take so long.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

// Real commands, which need no database of the tests.
const startTests = ['test/start.test.ts', 'test/fresh-clone.test.ts'];
/** Installs all packages again, so it runs only where the whole command decides: see `.ci/run`. */
const runsInCiOnly = (file: string) => file === 'test/fresh-clone.test.ts';
// Replaces a module, which other files of the same worker would import, too.
const isolatedTests = ['test/golden-mutated.test.ts'];

// Each project names it: the one of this file would run after theirs.
const setUp = '../scripts/test-set-up.mjs';

export default defineConfig({
  test: {
    // The tests wait as much as they compute: with a worker more than cores no core is idle. Of many cores not all: each
    // worker takes up to two dozen of the database's connections.
    maxWorkers: Math.min(availableParallelism() + 1, 12),
    projects: [
      {
        test: {
          ...node,
          name: 'contract',
          root: 'contract',
          include: ['src/**/*.test.ts'],
          globalSetup: [setUp],
        },
      },
      {
        test: {
          ...node,
          name: 'engine',
          root: 'engine',
          include: ['test/**/*.test.ts', 'conformance/**/*.test.ts'],
          globalSetup: [setUp],
        },
      },
      {
        test: {
          ...node,
          name: 'server',
          root: 'server',
          // Each file has an app of its own and an empty database, so they may share what they import: loading it took
          // longer than many of them run.
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...startTests, ...isolatedTests],
          globalSetup: [setUp, 'test/database-template.ts'],
        },
      },
      {
        test: {
          ...node,
          // Projects run in the order of their names. The longest files come first, so that no worker is left with one.
          name: 'boot',
          root: 'server',
          include: [
            ...startTests.filter((file) => process.env['CI'] || !runsInCiOnly(file)),
            ...isolatedTests,
          ],
          testTimeout: 180_000,
          globalSetup: [setUp],
        },
      },
      {
        extends: 'client/vite.config.ts',
        test: {
          name: 'client',
          root: 'client',
          environment: 'jsdom',
          // Making an environment and loading React for each file took longer than its tests.
          isolate: false,
          // Where a reader is: a day there is not the same as in UTC.
          env: { TZ: 'Australia/Sydney' },
          testTimeout: node.testTimeout,
          hookTimeout: node.hookTimeout,
          include: ['{src,test}/**/*.test.{ts,tsx}'],
          setupFiles: ['test/setup.ts'],
          globalSetup: [setUp],
        },
      },
    ],
  },
});
