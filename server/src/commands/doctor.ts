import { statfs } from 'node:fs/promises';
import { Email } from 'contract/accounts/email.ts';
import { runDoctor } from '#doctor/doctor.ts';
import { StartError } from '#platform/process/start-error.ts';
import { migrationsFolder } from '#root-folders.ts';
import { readArguments, runCommand } from './command.ts';

const usage =
  'npm run doctor -- [--mail ADDRESS]\n' +
  'With --mail it also sends a test email to the address, and prints what the mail server answers.';

// The report has no warnings of libraries, such as that of the object store's client about the version of Node. Printing
// them is Node's only listener.
process.removeAllListeners('warning');

/** Works with or without a running server. Exits with 1 if a check has failed. */
const machine = { now: Date.now, statfs, onProgress: console.error, migrationsFolder };
let isHealthy = false;
await runCommand(async (args) => {
  const { values, positionals } = readArguments(args, { mail: { type: 'string' } }, usage);
  const mailTo = values.mail;
  if (positionals.length > 0 || (mailTo !== undefined && !Email.safeParse(mailTo).success))
    throw new StartError(usage);
  isHealthy = await runDoctor(process.env, machine, console.log, { mailTo });
});
// Checks that timed out may have open sockets.
process.exit(isHealthy ? 0 : 1);
