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

/** Nothing that hangs hides the rest; an embedded database may have to recover from a crash first. */
const checkTimeoutMs = 30_000;

/**
 * Examines the set-up that `environment` describes, prints a line for each finding and resolves with whether nothing
 * has failed. It changes nothing that is the product's, and shows no secret.
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

/** `FAILED  smtp           …`, in one line whatever a server has said. */
function lineOf(name: string, { level, text }: Finding): string {
  return `${level.padEnd(9)}${name.padEnd(15)}${text.replace(/[\p{Cc}\s]+/gu, ' ').trim()}`;
}

/** Anything shorter would blacken half the words, and be known to whoever guesses. */
const shortestSecret = 4;

/** Blackens what a server's own words may repeat of the configuration. */
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
    // The longest first: one may be a part of another.
    .toSorted((a, b) => b.length - a.length);
  return (line: string) => secrets.reduce((text, secret) => text.replaceAll(secret, '***'), line);
}
