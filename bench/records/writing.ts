/**
 * What writing its IP and log record costs a request: requests that write both, beside the same while the database drops
 * the two rows before it stores, indexes or counts them. One request after the other, in turns.
 *
 *     npx tsx bench/records/writing.ts
 */
import { login } from 'contract/accounts/accounts.ts';
import { updateUser } from 'contract/users/users.ts';
import { password, post, startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';

const rounds = 21;
const warmUp = 5;
const goal = 1.1;
const tables = ['ip_records', 'log_records'];

const server = await startBenchServer();
const { url } = server;
const { pool } = server.deps.database;
const [user] = await server.createUsers(1);
if (!user) throw new Error('There is no user.');

const signIn = () => post(url + login.url, { username_or_email: user.username, password });
const { access } = (await (await signIn()).json()) as { access: string };
const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
let edits = 0;
const editProfile = () =>
  fetch(url + updateUser.url.replace(':userId', user.id), {
    method: 'PUT',
    headers,
    body: JSON.stringify({ phone_number: `400 ${String((edits += 1)).padStart(6, '0')}` }),
  });

await pool.query(
  `CREATE FUNCTION drop_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
);
for (const table of tables) {
  await pool.query(
    `CREATE TRIGGER drop_row BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION drop_row()`,
  );
}
async function write(isOn: boolean): Promise<void> {
  for (const table of tables) {
    await pool.query(
      isOn
        ? `ALTER TABLE ${table} ENABLE TRIGGER USER, DISABLE TRIGGER drop_row`
        : `ALTER TABLE ${table} DISABLE TRIGGER USER, ENABLE TRIGGER drop_row`,
    );
  }
}
const countRecords = async () => {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT ((SELECT count(*) FROM ip_records) + (SELECT count(*) FROM log_records))::int AS count',
  );
  return rows[0]?.count ?? 0;
};

/** Milliseconds of each. */
async function take(request: () => Promise<Response>, count: number): Promise<number[]> {
  const times = [];
  for (let n = 0; n < warmUp + count; n += 1) {
    const start = performance.now();
    const response = await request();
    await response.text();
    if (response.status !== 200) throw new Error(`Answered ${response.status}.`);
    if (n >= warmUp) times.push(performance.now() - start);
  }
  return times;
}

let isWell = true;
for (const [name, request, perTurn] of [
  ['a sign-in', signIn, 15],
  ['an edit of the profile', editProfile, 150],
] as const) {
  const turns: { off: number; on: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await write(false);
    const before = await countRecords();
    const off = median(await take(request, perTurn));
    if ((await countRecords()) !== before) throw new Error('Records were written.');
    await write(true);
    turns.push({ off, on: median(await take(request, perTurn)) });
    if ((await countRecords()) !== before + 2 * (warmUp + perTurn)) throw new Error('Records are missing.');
  }
  const ratio = median(turns.map(({ on, off }) => on / off));
  const [off, on] = [median(turns.map((turn) => turn.off)), median(turns.map((turn) => turn.on))];
  console.log(
    `${name}: ${off.toFixed(2)} ms without its two records, ${on.toFixed(2)} with: ${ratio.toFixed(2)} times (goal ${goal})`,
  );
  isWell &&= ratio <= goal;
}
await server.stop();
process.exitCode = isWell ? 0 : 1;
