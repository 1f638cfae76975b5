import { Client } from 'pg';
import type { Config } from '#config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { readCluster } from '#platform/database/embedded-postgres-cluster.ts';
import { joinEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { compareMigrations, withoutPassword } from '#platform/database/migrations.ts';
import { passesNotifications } from '#platform/database/pg-listener.ts';
import { failed, type Finding, findingsOr, ok, skipped, warning, whyNot } from './finding.ts';

/** The database as the server has it. */
export interface ProductDatabase {
  database: Database;
  /** Past a transaction pooler. */
  directUrl: string;
  place: string;
  close: () => Promise<void>;
}

/** An embedded one that is at rest is started for the time; undefined where it is still to be made. */
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

interface ServerFacts {
  version: string;
  is_standby: boolean;
  role: string;
  is_superuser: boolean;
  may_create: boolean | null;
}

const factsQuery = `
  SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS is_standby, rolname AS role,
         rolsuper AS is_superuser, has_schema_privilege(current_schema(), 'CREATE') AS may_create
  FROM pg_roles WHERE rolname = current_user`;

export async function checkServer({ database, place }: ProductDatabase): Promise<Finding[]> {
  try {
    const { rows } = await database.pool.query<ServerFacts>(factsQuery);
    const [facts] = rows;
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

/** Whether LISTEN works, which belongs to one connection to the same database. */
export async function checkNotifications({ database, directUrl }: ProductDatabase): Promise<Finding[]> {
  const listener = new Client({ connectionString: directUrl, connectionTimeoutMillis: 3_000 });
  // Without a listener a connection that breaks would crash the process; the query under way rejects as well.
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

/** A job that has failed so often has done so for 10 minutes: the queue's pauses are e¹, e² … seconds. */
const failingAttempts = 6;

const queueQuery = `
  SELECT count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts
                            AND run_at < now() - interval '10 minutes')::int AS late,
         count(*) FILTER (WHERE attempts > $1 AND attempts < max_attempts)::int AS failing,
         count(*) FILTER (WHERE attempts >= max_attempts)::int AS given_up
  FROM graphile_worker.jobs`;

/** E-mails and clean-up wait in this queue. */
export async function checkJobs({ database: { pool } }: ProductDatabase): Promise<Finding[]> {
  if (!(await hasTable(pool, 'graphile_worker.jobs'))) return [skipped('the first start makes the queue')];
  const { rows } = await pool.query<{ late: number; failing: number; given_up: number }>(queueQuery, [
    failingAttempts,
  ]);
  const { late = 0, failing = 0, given_up = 0 } = rows[0] ?? {};
  return findingsOr(
    'none is late',
    late > 0 &&
      warning(`${late} wait for more than 10 minutes. Start a server, or see the log of those that run.`),
    failing > 0 && warning(`${failing} have failed for 10 minutes. See smtp and store, then the log.`),
    given_up > 0 && warning(`${given_up} were given up. See last_error in graphile_worker.jobs.`),
  );
}

const makeSuperuser = 'npm run user -- create --username … --email … --superuser --verified';

export async function checkSuperuser({ database: { pool } }: ProductDatabase): Promise<Finding[]> {
  if (!(await hasTable(pool, 'users'))) return [skipped('the first start makes one')];
  const { rowCount } = await pool.query('SELECT FROM users WHERE is_superuser AND is_active');
  return [rowCount ? ok(`${rowCount} active`) : warning(`none is active. Make one: ${makeSuperuser}`)];
}

async function hasTable(pool: Database['pool'], name: string): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    name,
  ]);
  return rows[0]?.found ?? false;
}
