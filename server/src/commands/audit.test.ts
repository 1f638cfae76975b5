import { Client } from 'pg';
import { expect, it } from 'vitest';
import { parseHead } from '#modules/audit/seal-chain.ts';
import { useTestDatabase } from '#test/database.ts';
import { useFolder } from '#test/folder.ts';
import { runCommand } from '#test/run-command.ts';

const database = useTestDatabase();
const dataDir = useFolder();

/** Every session refuses to write, like on a standby. */
const verify = (name = '') => {
  const url = new URL(database.url);
  if (name) url.pathname = `/${name}`;
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  return runCommand('audit', ['verify'], { DATABASE_URL: url.href, DATA_DIR: dataDir });
};

it('the command verifies the audit trail on a read-only database', async () => {
  expect(await verify()).toEqual({
    code: 0,
    output: '0 sealed events checked; head none.\nIntact.\n',
    errors: '',
  });
});

it.each(['', '2', 'a'.repeat(64), `2:${'a'.repeat(63)}`])(
  'a head that is malformed is refused, and not taken for none: "%s"',
  (text) => expect(() => parseHead(text)).toThrow(/^A head is /),
);

it('the command reports a database that lacks a migration in one line, and does not change it', async () => {
  const name = `${new URL(database.url).pathname.slice(1)}_other`;
  await database.pool.query(`CREATE DATABASE ${name}`);
  const { code, errors } = await verify(name);
  expect(errors).toMatch(/^The database lacks the migration \S+_initial\. Start the server .+\n$/);
  expect(code).toBe(1);
  const client = new Client({
    connectionString: Object.assign(new URL(database.url), { pathname: name }).href,
  });
  await client.connect();
  expect((await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).rows).toEqual([]);
  await client.end();
  await database.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
});
