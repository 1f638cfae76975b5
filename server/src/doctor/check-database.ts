import { Client } from 'pg';
import type { Config } from '#config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { readCluster } from '#platform/database/embedded-postgres-cluster.ts';
import { joinEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { compareMigrations, withoutPassword } from '#platform/database/migrations.ts';
import { passesNotifications } from '#platform/database/pg-listener.ts';
import { selectJobFaults, selectServer, selectTable } from './doctor.queries.ts';
import { failed, type Finding, findingsOr, ok, skipped, warning, whyNot } from './finding.ts';

export interface ProductDatabase {
  database: Database;
  /** Without a transaction pooler. */
  directUrl: string;
  place: string;
  close: () => Promise<void>;
}

/** Starts an embedded database that is stopped; undefined if it does not exist yet. */
export async function openProductDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Config,
  onProgress: (message: string) => void,
): Promise<ProductDatabase | undefined> {
  if (databaseUrl !== undefined && databaseDirectUrl !== undefined) {
    const database = openDatabase(databaseUrl, { isPooled: databaseUrl !== databaseDirectUrl });
    const place = withoutPassword(databaseUrl);
    return { database, directUrl: databaseDirectUrl, place, close: database.close };
  }
  if (!readCluster(dataDir)) return undefined;
  const embedded = await joinEmbeddedPostgres({ dataDir, onProgress });
  const database = openDatabase(embedded.url);
  const close = () => database.close().then(embedded.stop);
  return { database, directUrl: embedded.url, place: 'embedded', close };
}

export async function checkServer({ database, place }: ProductDatabase): Promise<Finding[]> {
  try {
    const [facts] = await selectServer(database);
    if (!facts) return [failed(`${place} does not know its own role`)];
    const { version, role } = facts;
    return findingsOr(
      `PostgreSQL ${version}, ${place}`,
      facts.is_standby && failed('is a standby and takes no writes. Let DATABASE_URL lead to the primary.'),
      !facts.may_create &&
        failed(`${role} may make no tables. GRANT CREATE on its schema, or correct its search_path.`),
      facts.is_superuser &&
        warning(
          `${role} is a superuser: a hole in the app would open the server. Give the app a plain role.`,
        ),
    );
  } catch (error) {
    return [failed(`${place} ${whyNot(error, 'DATABASE_URL')}`)];
  }
}

export async function checkMigrations(directUrl: string, folder: string): Promise<Finding[]> {
  const { pending, unknown } = await compareMigrations(directUrl, folder);
  return findingsOr(
    'all applied',
    pending.length > 0 && ok(`the next start applies ${pending.join(', ')}`),
    unknown.length > 0 &&
      warning(
        `a newer version has applied ${unknown.join(', ')}. This one is for the minutes of an upgrade.`,
      ),
  );
}

/** Checks LISTEN over the direct connection, NOTIFY over the pooled one. */
export async function checkNotifications({ database, directUrl }: ProductDatabase): Promise<Finding[]> {
  const listener = new Client({ connectionString: directUrl, connectionTimeoutMillis: 3_000 });
  // Without a listener a broken connection would crash the process; the pending query rejects as
  // well.
  listener.on('error', () => {});
  try {
    await listener.connect();
    const isHeard = await passesNotifications(listener, database.pool);
    const problem =
      'do not come through, as with a transaction pooler or in another database: jobs start late. ';
    return [isHeard ? ok('come through') : failed(`${problem}Correct DATABASE_DIRECT_URL.`)];
  } catch (error) {
    return [failed(`${withoutPassword(directUrl)} ${whyNot(error, 'DATABASE_DIRECT_URL')}`)];
  } finally {
    await listener.end();
  }
}

export async function checkJobs({ database }: ProductDatabase): Promise<Finding[]> {
  if (!(await hasTable(database, 'graphile_worker.jobs')))
    return [skipped('the first start makes the queue')];
  const [faults] = await selectJobFaults(database);
  const { late = 0, failing = 0, given_up = 0 } = faults ?? {};
  return findingsOr(
    'none is late',
    late > 0 &&
      warning(`${late} wait for more than 10 minutes. Start a server, or see the log of those that run.`),
    failing > 0 && warning(`${failing} have failed for 10 minutes. See smtp and store, then the log.`),
    given_up > 0 && warning(`${given_up} were given up. See last_error in graphile_worker.jobs.`),
  );
}

const makeSuperuser = 'npm run user -- create --username … --email … --superuser --verified';

export async function checkSuperuser({ database }: ProductDatabase): Promise<Finding[]> {
  if (!(await hasTable(database, 'users'))) return [skipped('the first start makes one')];
  const active = await database.prisma.user.count({ where: { is_superuser: true, is_active: true } });
  return [active > 0 ? ok(`${active} active`) : warning(`none is active. Make one: ${makeSuperuser}`)];
}

const hasTable = async (database: Database, name: string) =>
  (await selectTable(database, name))[0]?.is_there ?? false;
