import { readConfig } from '#config.ts';
import { deriveKeys, verifyingKeys } from '#auth/keys.ts';
import { verifyAuditTrail } from '#modules/audit/verify.service.ts';
import { readOrMakeSecret } from '#platform/process/secret.ts';
import { StartError } from '#platform/process/start-error.ts';
import { readArguments, runCommand, withReadDatabase } from './command.ts';

const usage =
  'npm run audit -- verify [--head NUMBER:SIGNATURE]\n' +
  'With a head that the server printed, a trail that was cut after it is found, too.';

/** Works beside a running server and without one, and on a standby. */
await runCommand(async (args) => {
  const { command, values } = readArguments(args, { head: { type: 'string' } }, usage);
  if (command !== 'verify') throw new StartError(usage);
  const config = readConfig(process.env);
  const secret = config.jwtSecret ?? readOrMakeSecret(config.dataDir);
  const keys = verifyingKeys(deriveKeys(secret, config.jwtSecretPrevious), 'auditSeal');
  await withReadDatabase(config, async (database) => {
    const verdict = await verifyAuditTrail({ database, keys }, values.head);
    console.log(`${verdict.checked} sealed events checked; head ${verdict.head ?? 'none'}.`);
    if (!verdict.intact) throw new StartError(`Not intact. ${verdict.first_fault}`);
    console.log('Intact.');
  });
});
