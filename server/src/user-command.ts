import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#config.ts';
import { createPasswordHashing } from '#auth/passwords.ts';
import { createUser } from '#modules/accounts/operators.service.ts';
import { resetSecondFactorByOperator } from '#modules/second-factors/reset.service.ts';
import { StartError } from '#platform/process/start-error.ts';
import { withDatabase } from './command-database.ts';

const usage =
  'npm run user -- create --username U --email E [--password P] [--staff] [--superuser] [--verified]\n' +
  'npm run user -- reset-second-factor --username U\n' +
  'Without --password it is read from standard input.';

/** `npm run user`: works beside a running server and without one. Ends with 0, or with 1 and one line. */
try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(args: string[]): Promise<void> {
  const { command, ...given } = readArguments(args);
  const config = readConfig(process.env);
  if (command === 'create') return create(config, given);
  if (command === 'reset-second-factor') return resetSecondFactor(config, given);
  throw new StartError(usage);
}

async function create(config: Config, given: GivenUser): Promise<void> {
  const { username, email, staff: isStaff, superuser: isSuperuser, verified: isVerified } = given;
  if (!username || !email) throw new StartError(usage);
  const password = given.password ?? (await readPassword());
  await withDatabase(config, async (database) => {
    const user = { username, email, password, isStaff, isSuperuser, isVerified };
    const { id } = await createUser({ database, hashing: createPasswordHashing(config) }, user);
    console.log(`Created ${username} (${id}).`);
  });
}

async function resetSecondFactor(config: Config, { username }: GivenUser): Promise<void> {
  if (!username) throw new StartError(usage);
  await withDatabase(config, async (database) => {
    await resetSecondFactorByOperator(database, username);
    console.log(`Removed all second factors of ${username}, who is told by mail.`);
  });
}

type GivenUser = Omit<ReturnType<typeof readArguments>, 'command'>;

function readArguments(args: string[]) {
  const isOn = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        username: { type: 'string' },
        email: { type: 'string' },
        password: { type: 'string' },
        staff: isOn,
        superuser: isOn,
        verified: isOn,
      },
    });
    return { command: positionals.join(' '), ...values };
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
}

/** Not echoed at a terminal. */
async function readPassword(): Promise<string> {
  const { isTTY } = process.stdin;
  if (isTTY) process.stderr.write('Password: ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTTY });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    if (isTTY) process.stderr.write('\n');
  }
}
