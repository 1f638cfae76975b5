import type { FastifyInstance } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { buildApp, type httpLimits } from '#app.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import type { Dependencies } from '#dependencies.ts';
import { deriveKeys } from '#auth/keys/keys.ts';
import { createPasswordHashing } from '#auth/credentials/passwords.ts';
import { openDependencies } from '#open-dependencies.ts';
import { weakHashes } from '#test/factories.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { datasets } from '#test/read-publisher-file.ts';

export interface TestApp {
  app: FastifyInstance;
  config: Config;
  dependencies: Dependencies;
  database: TestDatabase;
}

interface AppOptions {
  config?: Partial<Config>;
  dependencies?: Partial<Dependencies>;
  limits?: typeof httpLimits;
  /** Called before the app listens. */
  prepare?: (app: FastifyInstance) => void;
}

/** Another app on the same database, for the current test. */
export async function startSecondApp(
  { config, dependencies }: TestApp,
  options: AppOptions = {},
): Promise<FastifyInstance> {
  const app = await buildApp(
    { ...config, ...options.config },
    { ...dependencies, ...options.dependencies },
    options.limits,
  );
  onTestFinished(() => app.close());
  options.prepare?.(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

export interface LogLine {
  level: number;
  msg: string;
  [field: string]: unknown;
}

/** Like `startSecondApp`, and collects the lines that it logs after the start. */
export async function startAppWithLog(test: TestApp, options: AppOptions = {}) {
  const lines: LogLine[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) };
  const dependencies = { ...options.dependencies, logger: { level: 'info', stream } };
  const app = await startSecondApp(test, { ...options, dependencies });
  lines.length = 0;
  return { app, lines };
}

/** The JWT_SECRET of every test app. */
export const testSecret = 'a secret that only the tests use';

/** The whole app with a separate database, on a free port. It is started and stopped with the test file. */
export function useTestApp(environment: NodeJS.ProcessEnv = {}, hashSettings = weakHashes): TestApp {
  const test = {} as TestApp;
  let dataDir: string;
  beforeAll(async () => {
    test.database = await createTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'declassified-'));
    test.config = readConfig({
      PORT: '0',
      DATABASE_URL: test.database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...environment,
    });
    const keys = deriveKeys(testSecret);
    test.dependencies = await openDependencies(test.config, {
      database: test.database,
      keys,
      hashing: createPasswordHashing(test.config, hashSettings),
      makeRenderer: async () => undefined,
      releaseDatasets: datasets,
      clientFolder: '/nonexistent',
      // The figures of the release age, and tests must not.
      today: () => '2026-11-27',
      logger: { level: test.config.logLevel },
    });
    test.app = await buildApp(test.config, test.dependencies);
    await test.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await test.app.close();
    await test.database.close();
    await rm(dataDir, { recursive: true });
  });
  return test;
}
