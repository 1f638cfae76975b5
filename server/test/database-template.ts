import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { applyJobMigrations } from '#platform/jobs.ts';
import { applyMigrations } from '#platform/migrations.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that every test file's own database is cloned from. */
    templateUrl: string;
  }
}

const migrationsFolder = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** One PostgreSQL for the whole run, in a temporary folder, with one migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'declassified-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, disposable: true });
  const template = new URL(postgres.url);
  template.pathname = '/template_migrated';
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query('CREATE DATABASE template_migrated');
  await admin.end();
  await applyMigrations(template.href, migrationsFolder);
  await applyJobMigrations(template.href);
  project.provide('templateUrl', template.href);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
