import { type Config, readConfig } from '#config.ts';
import { StartError } from '#platform/process/start-error.ts';
import { checkClock } from './check-clock.ts';
import { checkConfiguration } from './check-configuration.ts';
import { type DatabaseDiagnosis, diagnoseDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkJobs } from './check-jobs.ts';
import { checkMigrations } from './check-migrations.ts';
import { checkNotifications } from './check-notifications.ts';
import { checkSmtp } from './check-smtp.ts';
import { checkStore } from './check-store.ts';
import { checkSuperuser } from './check-superuser.ts';
import { failed, type Finding, lineOf, messageOf, skipped, tooLate, within } from './finding.ts';
import type { Machine } from './machine.ts';
import type { ProductDatabase } from './product-database.ts';
import { hideSecrets } from './secrets.ts';

/** One that is at rest may have to recover from a crash first. */
const embeddedStartSeconds = 30;
const checkSeconds = 10;

/**
 * Examines the set-up that `environment` describes, prints a line for each finding and resolves with whether nothing
 * has failed. It changes nothing that is the product's, and shows no secret.
 */
export async function runDoctor(
  environment: NodeJS.ProcessEnv,
  machine: Machine,
  print: (line: string) => void,
): Promise<boolean> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    print(lineOf('configuration', failed(error.message)));
    return false;
  }
  const hide = hideSecrets(config);
  const diagnosis = diagnose(config, machine);
  let isWell = true;
  for (const { name, findings } of startChecks(config, machine, diagnosis)) {
    for (const finding of await findings) {
      print(hide(lineOf(name, finding)));
      isWell &&= finding.level !== 'FAILED';
    }
  }
  await within(checkSeconds, (await diagnosis).product?.close() ?? Promise.resolve(), undefined);
  return isWell;
}

function diagnose(config: Config, machine: Machine): Promise<DatabaseDiagnosis> {
  const seconds = config.databaseUrl === undefined ? embeddedStartSeconds : checkSeconds;
  return within(seconds, diagnoseDatabase(config, machine), {
    findings: [tooLate(seconds)],
    product: undefined,
  });
}

interface StartedCheck {
  name: string;
  findings: Promise<Finding[]>;
}

const start = (name: string, check: () => Promise<Finding[]>): StartedCheck => ({
  name,
  findings: limited(check),
});

/** All at once, in the order of their lines: the slowest decides how long it takes. */
function startChecks(
  config: Config,
  machine: Machine,
  diagnosis: Promise<DatabaseDiagnosis>,
): StartedCheck[] {
  const startOnDatabase = (
    name: string,
    check: (product: ProductDatabase) => Promise<Finding[]>,
  ): StartedCheck => ({
    name,
    findings: diagnosis.then(({ product }) =>
      product ? limited(() => check(product)) : [skipped('needs the database')],
    ),
  });
  return [
    start('configuration', async () => checkConfiguration(config, machine)),
    { name: 'database', findings: diagnosis.then(({ findings }) => findings) },
    startOnDatabase('migrations', (product) => checkMigrations(product, machine)),
    startOnDatabase('jobs', checkJobs),
    startOnDatabase('notifications', checkNotifications),
    startOnDatabase('superuser', checkSuperuser),
    start('store', () => checkStore(config)),
    start('smtp', () => checkSmtp(config)),
    {
      name: 'clock',
      findings: diagnosis.then(({ product }) => limited(() => checkClock(config, machine, product))),
    },
    start('disk', () => checkDisk(config, machine)),
  ];
}

async function limited(check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await within(checkSeconds, check(), [tooLate(checkSeconds)]);
  } catch (error) {
    return [failed(`cannot be checked: ${messageOf(error)}`)];
  }
}
