import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { datasetsFolder } from '#root-folders.ts';
import { addReleaseVintages } from '#modules/datasets/release-files.ts';
import { openDatabase } from '#platform/database/database.ts';
import { applyJobMigrations } from '#platform/jobs/jobs.ts';
import { applyMigrations } from '#platform/database/migrations.ts';

const rootFolder = fileURLToPath(new URL('../..', import.meta.url));

/** Tests start the built server as a process, because it starts in half the time of its sources. */
const buildServer = () =>
  promisify(execFile)(process.execPath, ['scripts/build-server.mjs'], { cwd: rootFolder });

/**
 * Creates one migrated template database for the whole run: on the server of TEST_DATABASE_URL, whose role may create
 * databases, or else on an embedded PostgreSQL in a temporary folder.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const built = buildServer();
  const external = process.env['TEST_DATABASE_URL'];
  const { url, stop } = external ? { url: external, stop: async () => {} } : await startEmbedded();
  // The name is random because several runs may share a server.
  const name = `template_${randomUUID().replaceAll('-', '')}`;
  const template = new URL(url);
  template.pathname = `/${name}`;
  await execute(url, `CREATE DATABASE ${name}`);
  await applyMigrations(template.href, join(rootFolder, 'prisma/migrations'));
  await applyJobMigrations(template.href);
  await addDatasets(template.href);
  await built;
  project.provide('templateUrl', template.href);
  return async () => {
    await dropDatabases(url, name);
    await stop();
  };
}

async function startEmbedded(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'declassified-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, disposable: true });
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds the datasets like the first start of the server. */
async function addDatasets(url: string): Promise<void> {
  const database = openDatabase(url);
  try {
    await addReleaseVintages(database, datasetsFolder);
  } finally {
    await database.close();
  }
}

/** The template and its clones, whose names begin with its own. */
async function dropDatabases(url: string, template: string): Promise<void> {
  const database = openDatabase(url);
  try {
    const { rows } = await database.pool.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    );
    for (const { datname } of rows) await database.pool.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  } finally {
    await database.close();
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
