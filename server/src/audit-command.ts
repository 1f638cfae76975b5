import { parseArgs } from 'node:util';
import { readConfig } from '#config.ts';
import { deriveKeys, verifyingKeys } from '#auth/keys.ts';
import { verifyAuditTrail } from '#modules/audit/verify.service.ts';
import { readOrMakeSecret } from '#platform/process/secret.ts';
import { StartError } from '#platform/process/start-error.ts';
import { withDatabase } from './command-database.ts';

const usage =
  'npm run audit -- verify [--head NUMBER:SIGNATURE]\n' +
  'With a head that the server printed, a trail that was cut after it is found, too.';

/** `npm run audit`: works beside a running server and without one. Ends with 0, or with 1 at the first fault. */
try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(args: string[]): Promise<void> {
  const { command, head } = readArguments(args);
  if (command !== 'verify') throw new StartError(usage);
  const config = readConfig(process.env);
  const secret = config.jwtSecret ?? readOrMakeSecret(config.dataDir);
  const keys = verifyingKeys(deriveKeys(secret, config.jwtSecretPrevious), 'auditSeal');
  await withDatabase(config, async (database) => {
    const verdict = await verifyAuditTrail({ database, keys }, head);
    console.log(`${verdict.checked} sealed events checked; head ${verdict.head ?? 'none'}.`);
    if (!verdict.intact) throw new StartError(`Not intact. ${verdict.first_fault}`);
    console.log('Intact.');
  });
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { head: { type: 'string' } },
    });
    return { command: positionals.join(' '), ...values };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
}
