import { join } from 'node:path';
import { login } from 'contract/accounts/accounts.ts';
import {
  deleteCalculation,
  getCalculation,
  listCalculations,
  updateCalculation,
} from 'contract/calculations/calculations.ts';
import { newerVersionText } from 'contract/texts.ts';
import { routes } from 'contract/routes.ts';
import { beforeAll, expect, it } from 'vitest';
import { insertHistory } from '#commands/demo/history.ts';
import { demoPassword, demoPeople } from '#commands/demo/people.ts';
import { makeWorld } from '#commands/demo/world.ts';
import { importStarterBank } from '#modules/quiz/release-questions.service.ts';
import { contentFolder } from '#root-folders.ts';
import { useTestApp } from '#test/app.ts';
import { openSettings } from '#settings/settings.ts';
import { callApi } from '#test/call.ts';
import { createUser } from '#test/factories.ts';

/** After a return from a newer version, its rows stay in the database. */
const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

/** Every column whose text names one of several kinds, with the value that a newer version writes. */
const columns = [
  ['calculations', 'kind'],
  ['objectives', 'kind'],
  ['quiz_questions', 'kind'],
  ['quiz_questions', 'unit'],
  ['quiz_questions', 'status'],
  ['quiz_attempt_questions', 'kind'],
  ['quiz_attempt_questions', 'unit'],
  ['notifications', 'kind'],
  ['notifications', 'level'],
  ['notices', 'level'],
  ['notices', 'audience'],
  ['ip_records', 'action'],
  ['log_records', 'level'],
  ['audit_events', 'action'],
  ['sign_ins', 'result'],
  ['friend_requests', 'status'],
  ['dataset_vintages', 'origin'],
] as const;

beforeAll(async () => {
  const passwordHash = await test.dependencies.hashing.hash(demoPassword, '127.0.0.1');
  for (const { username, isStaff, isSuperuser } of demoPeople) {
    await createUser(test, { username, passwordHash, is_staff: isStaff, is_superuser: isSuperuser });
  }
  await createUser(test, { username: 'carol', passwordHash });
  await importStarterBank(test.database, join(contentFolder, 'questions'));
  await insertHistory(test.database, 30);
  await makeWorld(test.app);
  const { pool } = test.database;
  for (const [table, column] of columns) {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
      [table],
    );
    for (const { name } of rows) await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
    await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const { rowCount } = await pool.query(`UPDATE ${table} SET ${column} = 'newer_kind'`);
    if (!rowCount) throw new Error(`${table} has no row.`);
  }
  await pool.query(`UPDATE api_tokens SET scopes = scopes || '{write:newer}'`);
  await pool.query(`
    INSERT INTO second_factors (id, user_id, method, name)
    SELECT gen_random_uuid(), id, 'newer_kind', 'Phone' FROM users`);
});

/** Operations with the id of such a row in their path. */
const tables: Partial<Record<string, string>> = {
  getAttempt: 'quiz_attempts',
  getQuestion: 'quiz_questions',
  getUser: 'users',
  getUserOverview: 'users',
  listUserNotes: 'users',
};

const bodies: Partial<Record<string, object>> = {
  listTimeline: { ip_address: '203.0.113.77' },
  startAttempt: { count: 1 },
};
const queries: Partial<Record<string, object>> = {
  listRecordDeletions: { kind: 'ip' },
  searchUsers: { query: 'ada' },
};
const reads = routes.filter(
  ({ operation, url }) =>
    (/^(?:list|get|export|search)/.test(operation) || operation === 'startAttempt') && !url.includes(':slug'),
);

it('is marked as unknown, can be renamed and deleted, and nothing else', async () => {
  const body = { username_or_email: 'ada', password: demoPassword };
  const { access } = (await callApi(test, login, { body }).expect(200)).body as { access: string };
  const { data } = (await callApi(test, listCalculations, { access }).expect(200)).body as {
    data: { id: string }[];
  };
  expect(data).toHaveLength(4);
  expect(new Set(data.map((row) => 'kind' in row && row.kind))).toEqual(new Set(['unknown']));
  const id = data[0]!.id;
  const opened = await callApi(test, getCalculation, { access, id }).expect(409);
  expect(opened.body.msg).toBe(`${newerVersionText}.`);
  await callApi(test, updateCalculation, { access, id, body: { name: 'Renamed' } }).expect(200);
  await callApi(test, updateCalculation, { access, id, body: { input: {} } }).expect(409);
  await callApi(test, deleteCalculation, { access, id }).expect(204);
});

it('among the settings leaves the others as they are', async () => {
  await test.database.pool.query(`INSERT INTO settings (key, value) VALUES ('newer_setting', '"x"')`);
  const settings = await openSettings(test.database, test.config);
  expect(settings.current().contact_email).toBe(test.dependencies.settings.current().contact_email);
});

it.each(demoPeople)('is listed for $username, and no response is an error', async ({ username }) => {
  const body = { username_or_email: username, password: demoPassword };
  const { access } = (await callApi(test, login, { body }).expect(200)).body as { access: string };
  const failures: string[] = [];
  for (const route of reads) {
    const { operation, method } = route;
    const table = tables[operation];
    const sql = `SELECT id FROM ${table} ORDER BY id DESC LIMIT 3`;
    const ids = table ? (await test.database.pool.query<{ id: string }>(sql)).rows : [{ id: '' }];
    for (const { id } of ids) {
      const response = await callApi(test, route, {
        access,
        id,
        query: queries[operation] ?? {},
        ...(method === 'POST' && { body: bodies[operation] ?? {} }),
      });
      if (response.status >= 500) failures.push(`${operation}: ${response.text}`);
    }
  }
  expect(failures).toEqual([]);
});
