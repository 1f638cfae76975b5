import { count } from 'contract/counts.ts';
import { readConfig } from '#platform/config/config.ts';
import { deriveKeys, verifyingKeys } from '#auth/keys/keys.ts';
import { headOf, parseHead } from '#modules/audit/seal-chain.ts';
import { acceptTrail } from '#modules/audit/sealer.ts';
import { checkAuditTrail } from '#modules/audit/verify.service.ts';
import { readOrMakeSecret } from '#platform/process/secret.ts';
import { StartError } from '#platform/process/start-error.ts';
import { readArguments, runCommand, withDatabase, withReadDatabase } from './command.ts';

const usage =
  'npm run audit -- verify [--head NUMBER:HASH:SIGNATURE]\n' +
  'With a head that the server printed, it also detects a trail that was cut or rewritten.\n' +
  'npm run audit -- accept --head NUMBER:HASH:SIGNATURE\n' +
  'Verifies the trail by the head, then signs it with the current key. For seals whose key is not known here.';

/** Works with or without a running server. Also verifies on a standby. */
await runCommand(async (args) => {
  const { command, values } = readArguments(args, { head: { type: 'string' } }, usage);
  const head = values.head === undefined ? undefined : parseHead(values.head);
  if (command !== 'verify' && !(command === 'accept' && head)) throw new StartError(usage);
  const config = readConfig(process.env);
  const secret = config.jwtSecret ?? readOrMakeSecret(config.dataDir);
  const keys = verifyingKeys(deriveKeys(secret, config.jwtSecretPrevious), 'auditSeal');
  const withTrail = command === 'verify' ? withReadDatabase : withDatabase;
  await withTrail(config, async (database) => {
    if (head && head.hash === undefined) {
      console.log(
        'This head is of an older version and weaker: it proves seals only if their key is known here.',
      );
    }
    const { checked, last, fault, origin } = await checkAuditTrail({ database, keys }, head);
    const lastHead = last && headOf(last);
    console.log(`${count(checked, 'sealed event')} checked; head ${lastHead ?? 'none'}.`);
    if (fault !== undefined) throw new StartError(`Not intact. ${fault}`);
    if (command === 'verify' && origin !== undefined) throw new StartError(origin);
    console.log(origin ?? 'Intact.');
    if (command === 'accept' && lastHead !== undefined) {
      console.log(`Accepted; head ${headOf(await acceptTrail({ database, keys }, lastHead))}.`);
    }
  });
});
