import { setTimeout as delay } from 'node:timers/promises';
import { type Config, configFaults, readConfig } from '#platform/config/config.ts';
import { reasonOf } from '#platform/database/database-start-error.ts';
import { StartError } from '#platform/process/start-error.ts';
import {
  checkJobs,
  checkMigrations,
  checkNotifications,
  checkServer,
  checkSuperuser,
  openProductDatabase,
  type ProductDatabase,
  checkSecrets,
} from './check-database.ts';
import { checkBackups, checkTestMail } from './check-backups.ts';
import { checkClock, checkConfiguration, checkDisk, checkNames, type Machine } from './check-machine.ts';
import { checkNetworks, checkOpenId, checkSmtp, checkStore } from './check-services.ts';
import { failed, type Finding, skipped } from './finding.ts';

/** A hanging check must not delay the others. An embedded database may first have to recover from a crash. */
const checkTimeoutMs = 30_000;

type Found = Finding | Finding[];
type Check = () => Found | Promise<Found>;

/**
 * Checks the setup that `environment` describes and prints one line per finding. Resolves to whether
 * nothing failed. Changes no product data and prints no secrets. With `mailTo` it sends a test email to that address.
 */
export async function runDoctor(
  environment: NodeJS.ProcessEnv,
  machine: Machine,
  print: (line: string) => void,
  { mailTo }: { mailTo?: string | undefined } = {},
): Promise<boolean> {
  let isHealthy = true;
  let config: Config | undefined;
  /** Resolves to whether checks that depend on this one can run. */
  const examine = async (name: string, settings: string, check: Check): Promise<boolean> => {
    const findings = await run(check, settings);
    for (const finding of findings) print(hideSecrets(config, lineOf(name, finding)));
    isHealthy &&= findings.every(({ level }) => level !== 'FAILED');
    return findings.every(({ level }) => level === 'ok' || level === 'warning');
  };

  await examine('configuration', 'the environment', () => {
    const faults = configFaults(environment);
    if (faults.length > 0) return [...faults.map(failed), ...checkNames(environment)];
    config = readConfig(environment);
    return checkConfiguration(config, environment);
  });
  if (!config) return false;
  const validConfig = config;
  const { dataDir, s3, smtpUrl } = validConfig;
  /** The first of the settings that was made, or else the folder of the data. */
  const made = (...names: string[]) => names.find((name) => environment[name]) ?? dataDir;
  const directUrlSetting = made('DATABASE_DIRECT_URL', 'DATABASE_URL', 'DATA_DIR');
  let database: ProductDatabase | undefined;
  const hasDatabase = await examine('database', made('DATABASE_URL', 'DATA_DIR'), async () => {
    database = await openProductDatabase(validConfig, machine.onProgress);
    return database ? checkServer(database) : skipped(`the first start creates it in ${dataDir}`);
  });
  const examineIn = (name: string, check: (usable: ProductDatabase) => Promise<Found>) =>
    examine(name, directUrlSetting, () =>
      database && hasDatabase ? check(database) : skipped('needs the database'),
    );
  await examineIn('migrations', ({ directUrl }) => checkMigrations(directUrl, machine.migrationsFolder));
  await examineIn('jobs', checkJobs);
  await examineIn('notifications', (usable) => checkNotifications(usable, directUrlSetting));
  await examineIn('superuser', checkSuperuser);
  await examineIn('secrets', (usable) => checkSecrets(usable, validConfig));
  await examine('store', s3 ? 'the S3_ variables' : made('DATA_DIR'), () => checkStore(validConfig));
  await examine('backups', made('BACKUP_DIR', 'DATA_DIR'), () =>
    checkBackups(validConfig, hasDatabase ? database : undefined),
  );
  await examine('smtp', smtpUrl ? 'SMTP_URL' : made('DATA_DIR'), () => checkSmtp(validConfig));
  if (mailTo !== undefined)
    await examine('mail', smtpUrl ? 'SMTP_URL' : directUrlSetting, () =>
      database && hasDatabase ? checkTestMail(database, validConfig, mailTo) : skipped('needs the database'),
    );
  if (validConfig.networksFiles.length > 0)
    await examine('networks', 'NETWORKS_FILE', () => checkNetworks(validConfig));
  if (validConfig.openId) await examine('sign-in', 'OIDC_ISSUER', () => checkOpenId(validConfig));
  await examineIn('clock', (usable) => checkClock(machine, usable));
  await examine('disk', made('DATA_DIR'), () => checkDisk(validConfig, machine));
  await database?.close();
  return isHealthy;
}

/** The codes of PostgreSQL and Prisma for a missing table. */
const missingTable = new Set(['42P01', 'P2021']);

async function run(check: Check, settings: string): Promise<Finding[]> {
  const timedOut = failed(`does not respond within ${checkTimeoutMs / 1_000} s. Check ${settings}.`);
  try {
    return [await Promise.race([check(), delay(checkTimeoutMs, timedOut, { ref: false })])].flat();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (missingTable.has(code)) return [skipped('the first start creates its tables')];
    if (error instanceof StartError) return [failed(error.message)];
    return [failed(`${isTimeout(error) ? 'timed out' : reasonOf(error)}. Check ${settings}.`)];
  }
}

/** Clients of services end a request that takes too long with these errors. That of the database has only a message. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  (['AbortError', 'TimeoutError'].includes(error.name) ||
    error.message.includes('connection timeout') ||
    ('cause' in error && isTimeout(error.cause)));

/** `FAILED  smtp           …`, always a single line. */
function lineOf(name: string, { level, text }: Finding): string {
  return `${level.padEnd(9)}${name.padEnd(15)}${text.replace(/[\p{Cc}\s]+/gu, ' ').trim()}`;
}

/** Redacting shorter secrets would remove ordinary words. */
const shortestSecret = 4;

/** Redacts configuration values that messages of libraries may contain. */
function hideSecrets(config: Config | undefined, line: string): string {
  if (!config) return line;
  const { jwtSecret, jwtSecretPrevious, s3, admin, openId } = config;
  const passwords = [config.databaseUrl, config.databaseDirectUrl, config.smtpUrl].flatMap(
    (url = 'none:') => {
      const { password, searchParams } = new URL(url);
      return [password, decodeURIComponent(password), searchParams.get('password')];
    },
  );
  const others = [s3?.secretAccessKey, admin.password, openId?.clientSecret];
  const secrets = [...passwords, jwtSecret, jwtSecretPrevious, ...others]
    .filter((secret) => typeof secret === 'string')
    .filter((secret) => secret.length >= shortestSecret)
    // The longest first, because one secret may contain another.
    .toSorted((a, b) => b.length - a.length);
  return secrets.reduce((text, secret) => text.replaceAll(secret, '***'), line);
}
