import { defineConfig } from 'vitest/config';

const node = { environment: 'node' as const, testTimeout: 20_000, hookTimeout: 60_000 };

const mockingTests = 'src/**/*.mocked.test.ts';

export default defineConfig({
  test: {
    // The tests wait for the database as much as they compute: a core left free would be idle.
    maxWorkers: '100%',
    projects: [
      { test: { ...node, name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'server',
          root: 'server',
          // Each file has a database and an app of its own, so they may share what they import: loading it took
          // longer than many of them run.
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/start.test.ts', mockingTests],
          globalSetup: ['test/database-template.ts'],
        },
      },
      // What puts something in the place of one of Node's modules does so for all that shares its imports.
      { test: { ...node, name: 'mocked', root: 'server', include: [mockingTests] } },
      // The real `npm start` builds and binds: alone, after everything that shares the machine.
      {
        test: {
          ...node,
          name: 'start',
          root: 'server',
          include: ['test/start.test.ts'],
          testTimeout: 180_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: 'client/vite.config.ts',
        test: {
          name: 'client',
          root: 'client',
          environment: 'jsdom',
          testTimeout: node.testTimeout,
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['src/test-setup.ts'],
        },
      },
    ],
  },
});
