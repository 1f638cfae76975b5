import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Config, readConfig } from '#platform/config/config.ts';
import { relyingPartyOf } from '#auth/second-factor/passkeys.ts';
import { createPasswordHashing } from '#auth/credentials/passwords.ts';
import { createUser } from '#modules/accounts/operators.service.ts';
import { endBlocksByOperator } from '#modules/network-blocks/network-blocks.service.ts';
import { resetSecondFactorByOperator } from '#modules/second-factors/removal.service.ts';
import { StartError } from '#platform/process/start-error.ts';
import { readArguments, runCommand, withDatabase } from './command.ts';

const usage =
  'npm run user -- create --username U --email E [--password P] [--staff] [--superuser] [--verified]\n' +
  'npm run user -- reset-second-factor --username U\n' +
  'npm run user -- end-block NETWORK\n' +
  'Without --password, the password is read from standard input.';

const flag = { type: 'boolean', default: false } as const;
const options = {
  username: { type: 'string' },
  email: { type: 'string' },
  password: { type: 'string' },
  staff: flag,
  superuser: flag,
  verified: flag,
} as const;

type UserOptions = ReturnType<typeof readArguments<typeof options>>['values'];

/** Works with or without a running server. */
await runCommand(async (args) => {
  const { command, positionals, values: userOptions } = readArguments(args, options, usage);
  const config = readConfig(process.env);
  if (command === 'create') return create(config, userOptions);
  if (command === 'reset-second-factor') return resetSecondFactor(config, userOptions);
  const [name, network, ...others] = positionals;
  if (name === 'end-block' && network !== undefined && others.length === 0) return endBlock(config, network);
  throw new StartError(usage);
});

async function create(config: Config, userOptions: UserOptions): Promise<void> {
  const { username, email, staff: isStaff, superuser: isSuperuser, verified: isVerified } = userOptions;
  if (!username || !email) throw new StartError(usage);
  const password = userOptions.password ?? (await readPassword());
  await withDatabase(config, async (database) => {
    const user = { username, email, password, isStaff, isSuperuser, isVerified };
    const { id } = await createUser({ database, hashing: createPasswordHashing(config) }, user);
    console.log(`Created ${username} (${id}).`);
  });
}

async function resetSecondFactor(config: Config, { username }: UserOptions): Promise<void> {
  if (!username) throw new StartError(usage);
  await withDatabase(config, async (database) => {
    const relyingParty = relyingPartyOf(config.publicUrl);
    await resetSecondFactorByOperator({ database, openId: config.openId ?? null, relyingParty }, username);
    console.log(`Removed all second factors of ${username}, who is informed by email.`);
  });
}

/** Of an IP address or a network. */
async function endBlock(config: Config, network: string): Promise<void> {
  await withDatabase(config, async (database) => {
    const ended = await endBlocksByOperator(database, network);
    console.log(`Ended the block of ${ended.join(', ')}. Running servers follow within 2 seconds.`);
  });
}

/** Does not echo the input. */
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
