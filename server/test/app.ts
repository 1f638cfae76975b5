import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '#app.ts';
import { type Config, readConfig } from '#config.ts';
import type { Dependencies } from '#dependencies.ts';
import { deriveKeys } from '#domain/keys.ts';
import { createPasswordHashing } from '#domain/passwords.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

export interface TestApp {
  app: FastifyInstance;
  config: Config;
  dependencies: Dependencies;
  database: TestDatabase;
}

/** The whole app on a database of its own, listening on a free port; started and stopped with the test file. */
export function useTestApp(environment: NodeJS.ProcessEnv = {}): TestApp {
  const test = {} as TestApp;
  beforeAll(async () => {
    test.database = await createTestDatabase();
    test.config = readConfig({
      PORT: '0',
      DATABASE_URL: test.database.url,
      LOG_LEVEL: 'silent',
      ...environment,
    });
    test.dependencies = {
      database: test.database,
      keys: deriveKeys('a secret that only the tests use'),
      hashing: createPasswordHashing(test.config),
      clientFolder: '/nonexistent',
      logger: { level: test.config.logLevel },
    };
    test.app = await buildApp(test.config, test.dependencies);
    await test.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await test.app.close();
    await test.database.close();
  });
  return test;
}
