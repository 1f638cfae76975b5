import { defineConfig } from 'vitest/config';

const node = { environment: 'node' as const, testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { ...node, name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      {
        test: {
          ...node,
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/start.test.ts'],
          globalSetup: ['test/database-template.ts'],
        },
      },
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
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['src/test-setup.ts'],
        },
      },
    ],
  },
});
