import { Client } from 'pg';
import { deviceLimits } from 'contract/accounts/accounts.constants.ts';
import type { Config } from '#platform/config/config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { readCluster } from '#platform/database/embedded-postgres-cluster.ts';
import { joinEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import {
  ownerAdvice,
  readOnlyAdvice,
  schemaAdvice,
  withoutPassword,
} from '#platform/database/database-start-error.ts';
import { compareMigrations } from '#platform/database/migrations.ts';
import { deliversNotifications } from '#platform/database/pg-listener.ts';
import { deriveKeys, keyNameOf, verifyingKeys, keyNamed, signatureFault } from '#auth/keys/keys.ts';
import { unseal } from '#auth/keys/sealing.ts';
import { daysAfter, readClock } from '#platform/database/clock-and-locks.queries.ts';
import { readSecret } from '#platform/process/secret.ts';
import { selectJobFaults, selectServer } from './doctor.queries.ts';
import { failed, type Finding, findingsOr, ok, warning } from './finding.ts';

export interface ProductDatabase {
  database: Database;
  /** A URL without a transaction pooler. */
  directUrl: string;
  place: string;
  close: () => Promise<void>;
}

/** Starts an embedded database that is stopped. Undefined if it does not exist yet. */
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

/** The bypass of a pooler is a setting of its own. */
const adviceOn = (setting: string) =>
  setting === 'DATABASE_DIRECT_URL' ? `Correct ${setting}` : 'Set DATABASE_DIRECT_URL';

export async function checkServer({ database, place }: ProductDatabase): Promise<Finding[]> {
  const [server] = await selectServer(database);
  if (!server) return [ok(place)];
  const { role, missing_grants: grants, foreign_tables: foreign } = server;
  return findingsOr(
    `PostgreSQL ${server.version}, ${place}`,
    server.schema === null &&
      failed(`no schema of its search_path (${server.search_path}) exists. ${schemaAdvice(role)}`),
    grants.length > 0 &&
      failed(
        `its role may not create what the start creates. Run as the owner of the database: ${grants.join('; ')}.`,
      ),
    foreign.length > 0 &&
      failed(
        `only its owner may change a table, and ${foreign.length} belong to others, such as ${foreign[0]}. Make ${role} their owner: ${ownerAdvice(role)}`,
      ),
    server.is_standby && failed('is a standby and accepts no writes. Set DATABASE_URL to the primary.'),
    !server.is_standby &&
      server.is_read_only &&
      failed(`accepts no writes: ${readOnlyAdvice(server.database)}`),
    server.is_superuser &&
      warning(
        'its role is a superuser: a vulnerability of the app would expose the whole server. Use a role without superuser rights.',
      ),
  );
}

export async function checkMigrations(directUrl: string, folder: string): Promise<Finding[]> {
  const { pending, unknown } = await compareMigrations(directUrl, folder);
  return findingsOr(
    'all applied',
    pending.length > 0 && ok(`the next start applies ${pending.join(', ')}`),
    unknown.length > 0 && warning(`a newer version has applied ${unknown.join(', ')}. Start that version.`),
  );
}

/** Checks LISTEN on the direct connection and NOTIFY on the pooled one. `setting` has the URL of the direct one. */
export async function checkNotifications(
  { database, directUrl }: ProductDatabase,
  setting: string,
): Promise<Finding> {
  const listener = new Client({ connectionString: directUrl, connectionTimeoutMillis: 3_000 });
  // Without a listener a broken connection would crash the process. The pending query rejects as well.
  listener.on('error', () => {});
  try {
    await listener.connect();
    return (await deliversNotifications(listener, database.pool))
      ? ok('arrive')
      : failed(
          `do not arrive, for example because of a pooler: jobs start late. ${adviceOn(setting)} to a URL that bypasses it.`,
        );
  } finally {
    await listener.end();
  }
}

export async function checkJobs({ database }: ProductDatabase): Promise<Finding[]> {
  const [{ late, failing } = { late: 0, failing: 0 }] = await selectJobFaults(database);
  return findingsOr(
    'none is late',
    late > 0 &&
      warning(`${late} wait for more than 10 minutes. Start a server, or see the log of those that run.`),
    failing > 0 &&
      warning(`${failing} fail repeatedly. See smtp and store, and last_error in graphile_worker.jobs.`),
  );
}

const createSuperuser = 'npm run user -- create --username … --email … --superuser --verified';

export async function checkSuperuser({ database }: ProductDatabase): Promise<Finding> {
  const active = await database.prisma.user.count({ where: { is_superuser: true, is_active: true } });
  return active > 0 ? ok(`${active} active`) : warning(`none is active. Create one: ${createSuperuser}`);
}

/** Whether the secrets open the last seal of the audit trail, and whether the previous one is still needed. */
export async function checkSecrets(product: ProductDatabase, config: Config): Promise<Finding> {
  const secret = config.jwtSecret ?? readSecret(config.dataDir);
  const { prisma } = product.database;
  const last = await prisma.auditSeal.findFirst({ orderBy: { id: 'desc' } });
  if (secret === undefined) {
    return last
      ? failed(`this machine has no secret yet, and ${missingSecret(last.key_name)}`)
      : ok('none yet');
  }
  const keys = verifyingKeys(deriveKeys(secret, config.jwtSecretPrevious), 'auditSeal');
  const isKnown = !last || keyNamed(last.key_name, keys) !== undefined;
  if (!isKnown) return failed(missingSecret(last.key_name));
  const fault = last ? signatureFault({ ...last, id: String(last.id) }, keys) : undefined;
  if (fault !== undefined) return failed(`${fault} Docs/operations.md, The audit trail, says what to do.`);
  return config.jwtSecretPrevious === undefined
    ? ok('one')
    : checkPreviousSecret(product, secret, config.jwtSecretPrevious);
}

/** The easiest mistake of a move to another machine. */
const missingSecret = (keyName: string) =>
  `the last seal of the audit trail is signed with another secret, whose key is ${keyName}. Set JWT_SECRET to the secret of the installation that wrote this database, or, if that was changed, JWT_SECRET_PREVIOUS. Until then nothing is sealed, and sessions, links and second factors are not valid.`;

/** Whether it is still needed to verify or decrypt anything. */
async function checkPreviousSecret(
  { database: { prisma } }: ProductDatabase,
  secret: string,
  jwtSecretPrevious: string,
): Promise<Finding> {
  const { auditSeal, totpSecret, previous } = deriveKeys(secret, jwtSecretPrevious);
  const now = await readClock(prisma);
  // Everything older than the first seal with the current secret was signed with the previous one.
  const first = await prisma.auditSeal.findFirst({
    where: { key_name: keyNameOf(auditSeal) },
    orderBy: { id: 'asc' },
    select: { sealed_at: true },
  });
  const created_at = first ? { lt: first.sealed_at } : {};
  const expires_at = { gt: now };
  const last_used_at = { gt: daysAfter(now, -deviceLimits.knownDays), ...created_at };
  const sessions = await prisma.session.count({ where: { revoked_at: null, expires_at, created_at } });
  const links = await prisma.accountLink.count({ where: { expires_at, created_at } });
  const devices = await prisma.device.count({ where: { last_used_at } });
  const sealed = await prisma.secondFactor.findMany({ select: { id: true, sealed_secret: true } });
  const factors = sealed.filter(
    ({ id, sealed_secret }) => sealed_secret && !unseal([totpSecret], sealed_secret, id),
  ).length;
  const last = await prisma.auditSeal.findFirst({ orderBy: { id: 'desc' }, select: { key_name: true } });
  if (last && previous && last.key_name === keyNameOf(previous.auditSeal)) {
    return ok(
      'JWT_SECRET_PREVIOUS signed the last seal of the audit trail. The next event is sealed with both',
    );
  }
  return sessions + links + devices + factors === 0
    ? warning('JWT_SECRET_PREVIOUS is no longer needed. Remove it.')
    : ok(
        `JWT_SECRET_PREVIOUS is still needed for ${sessions} sessions, ${links} links, ${devices} devices and ${factors} second factors`,
      );
}
