import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { readConfig } from '#config.ts';
import { createPasswordHashing } from '#auth/passwords.ts';
import { createUser } from '#modules/accounts/operators.service.ts';
import { StartError } from '#platform/process/start-error.ts';
import { withDatabase } from './command-database.ts';

const usage =
  'npm run user -- create --username U --email E [--password P] [--staff] [--superuser] [--verified]\n' +
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
  const { command, ...user } = readArguments(args);
  if (command !== 'create' || !user.username || !user.email) throw new StartError(usage);
  const { username, email } = user;
  const password = user.password ?? (await readPassword());
  const config = readConfig(process.env);
  await withDatabase(config, async (database) => {
    const { id } = await createUser(
      { database, hashing: createPasswordHashing(config) },
      {
        username,
        email,
        password,
        isStaff: user.staff,
        isSuperuser: user.superuser,
        isVerified: user.verified,
      },
    );
    console.log(`Created ${username} (${id}).`);
  });
}

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
