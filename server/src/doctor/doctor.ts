import { setTimeout as delay } from 'node:timers/promises';
import { type Config, readConfig } from '#config.ts';
import { StartError } from '#platform/process/start-error.ts';
import {
  checkJobs,
  checkMigrations,
  checkNotifications,
  checkServer,
  checkSuperuser,
  openProductDatabase,
  type ProductDatabase,
} from './check-database.ts';
import { checkClock, checkConfiguration, checkDisk, type Machine } from './check-machine.ts';
import { checkPreviousSecret } from './check-previous-secret.ts';
import { checkSmtp } from './check-smtp.ts';
import { checkStore } from './check-store.ts';
import { failed, type Finding, messageOf, skipped } from './finding.ts';

/** A hanging check must not hide the others; an embedded database may have to recover from a crash first. */
const checkTimeoutMs = 30_000;

/**
 * Checks the setup that `environment` describes and prints a line per finding. Resolves to whether
 * nothing failed. Changes no product data and prints no secrets.
 */
export async function runDoctor(
  environment: NodeJS.ProcessEnv,
  machine: Machine,
  print: (line: string) => void,
): Promise<boolean> {
  let isWell = true;
  let hide = asItIs;
  const examine = async (name: string, check: () => Finding[] | Promise<Finding[]>): Promise<boolean> => {
    const findings = await limited(check);
    for (const finding of findings) print(hide(lineOf(name, finding)));
    const isPassed = findings.every(({ level }) => level === 'ok' || level === 'warning');
    isWell &&= isPassed || findings.every(({ level }) => level !== 'FAILED');
    return isPassed;
  };

  let config: Config | undefined;
  await examine('configuration', () => {
    config = readConfig(environment);
    hide = hideSecrets(config);
    return checkConfiguration(config);
  });
  if (!config) return false;
  const { dataDir } = config;
  const known = config;
  let product: ProductDatabase | undefined;
  const hasDatabase = await examine('database', async () => {
    product = await openProductDatabase(known, machine.onProgress);
    return product ? checkServer(product) : [skipped(`the first start makes the embedded one in ${dataDir}`)];
  });
  const examineIn = (name: string, check: (usable: ProductDatabase) => Promise<Finding[]>) =>
    examine(name, () => (product && hasDatabase ? check(product) : [skipped('needs the database')]));
  await examineIn('migrations', ({ directUrl }) => checkMigrations(directUrl, machine.migrationsFolder));
  await examineIn('jobs', checkJobs);
  await examineIn('notifications', checkNotifications);
  await examineIn('superuser', checkSuperuser);
  await examineIn('secrets', (usable) => checkPreviousSecret(usable, known));
  await examine('store', () => checkStore(known));
  await examine('smtp', () => checkSmtp(known));
  await examine('clock', () => checkClock(machine, hasDatabase ? product?.database : undefined));
  await examine('disk', () => checkDisk(known, machine));
  await product?.close();
  return isWell;
}

const asItIs = (line: string) => line;

async function limited(check: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  const late = [failed(`gives no answer within ${checkTimeoutMs / 1_000} s.`)];
  try {
    return await Promise.race([check(), delay(checkTimeoutMs, late, { ref: false })]);
  } catch (error) {
    return [failed(error instanceof StartError ? error.message : `cannot be checked: ${messageOf(error)}`)];
  }
}

/** `FAILED  smtp           …`, always a single line. */
function lineOf(name: string, { level, text }: Finding): string {
  return `${level.padEnd(9)}${name.padEnd(15)}${text.replace(/[\p{Cc}\s]+/gu, ' ').trim()}`;
}

/** Redacting anything shorter would mangle ordinary words. */
const shortestSecret = 4;

/** Redacts configuration values that third-party messages may repeat. */
function hideSecrets(config: Config) {
  const urls = [config.databaseUrl, config.databaseDirectUrl, config.smtpUrl].filter(
    (url) => url !== undefined,
  );
  const passwords = urls
    .map((url) => new URL(url))
    .flatMap(({ password, searchParams }) => [
      password,
      decodeURIComponent(password),
      searchParams.get('password'),
    ]);
  const { jwtSecret, jwtSecretPrevious, s3, admin } = config;
  const secrets = [...passwords, jwtSecret, jwtSecretPrevious, s3?.secretAccessKey, admin.password]
    .filter((secret) => typeof secret === 'string')
    .filter((secret) => secret.length >= shortestSecret)
    // Longest first: one may contain another.
    .toSorted((a, b) => b.length - a.length);
  return (line: string) => secrets.reduce((text, secret) => text.replaceAll(secret, '***'), line);
}
