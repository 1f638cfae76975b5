/**
 * The app on an embedded PostgreSQL in a temporary folder, on a free port, with the parts of it that a measurement
 * needs. `stop` removes everything.
 */
import { openSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { devNull } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { buildApp } from 'server/src/app.ts';
import { insertPeople } from 'server/src/commands/demo/people.queries.ts';
import { demoPassword } from 'server/src/commands/demo/people.ts';
import { readConfig } from 'server/src/platform/config/config.ts';
import type { Dependencies } from 'server/src/dependencies.ts';
import { deriveKeys } from 'server/src/auth/keys/keys.ts';
import { openDatabase } from 'server/src/platform/database/database.ts';
import { openDependencies } from 'server/src/open-dependencies.ts';
import { openLog } from 'server/src/platform/observability/logger.ts';
import { startEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import { applyJobMigrations } from 'server/src/platform/jobs/jobs.ts';
import { applyMigrations } from 'server/src/platform/database/migrations.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

/** The origin of passkeys. */
export const benchOrigin = 'http://localhost:3000';

export interface BenchServer {
  url: string;
  deps: Dependencies;
  /** Adds verified users, who have the password of the demonstration. */
  createUsers: (count: number) => Promise<{ id: string; username: string }[]>;
  stop: () => Promise<void>;
}

export async function startBenchServer(
  extend: (app: FastifyInstance, deps: Dependencies) => void = () => {},
  parts: Partial<Dependencies> = {},
): Promise<BenchServer> {
  const dataDir = createTemporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir });
  await applyMigrations(postgres.url, 'prisma/migrations');
  await applyJobMigrations(postgres.url);
  const config = readConfig({
    PORT: '0',
    PUBLIC_URL: benchOrigin,
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '1000000',
    TRUST_PROXY: '127.0.0.1/32',
  });
  const database = openDatabase(postgres.url);
  // Only warnings are displayed, but every line is written, so that logging costs what it costs in production.
  const log = openLog(config.logLevel, (line) => process.stdout.write(line), openSync(devNull, 'w'));
  const deps = await openDependencies(config, {
    database,
    keys: deriveKeys('a secret that only the bench uses'),
    clientFolder: '/nonexistent',
    makeRenderer: async () => undefined,
    logger: log.options,
    ...parts,
  });
  const app = await buildApp(config, deps);
  extend(app, deps);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    deps,
    createUsers: async (count) => {
      const people = Array.from({ length: count }, (_, n) => ({ username: `bench-${n}` }));
      const hash = await deps.hashing.hash(demoPassword, '127.0.0.1');
      return (await insertPeople(database.pool, people, hash)).rows;
    },
    stop: async () => {
      await app.close();
      await deps.database.close();
      await postgres.stop();
    },
  };
}
