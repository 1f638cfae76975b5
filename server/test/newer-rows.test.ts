import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Route } from 'contract/route.ts';
import { login } from 'contract/accounts/accounts.ts';
import {
  deleteCalculation,
  getCalculation,
  listCalculations,
  updateCalculation,
} from 'contract/calculations/calculations.ts';
import { newerVersionText } from 'contract/texts.ts';
import { routes } from 'contract/routes.ts';
import type { Response } from 'supertest';
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

const list = (...lines: string[]) => lines.flatMap((line) => line.split(' '));

/** Columns whose text names one of several kinds, of which a newer version may have more. */
const kinds = list(
  'account_links.purpose alerts.kind alerts.key api_tokens.scopes audit_events.action bulk_actions.action bulk_actions.noun',
  'calculations.kind dataset_follows.slug dataset_refreshes.slug dataset_refreshes.state dataset_vintages.origin',
  'dataset_vintages.slug export_links.operation friend_requests.status idempotency_keys.operation imported_datasets.slug',
  'ip_records.action log_records.level notices.audience notices.level',
  'notifications.kind notifications.level objectives.kind quiz_attempt_questions.kind quiz_attempt_questions.unit',
  'quiz_questions.kind quiz_questions.status quiz_questions.unit removed_records.list report_hours.action',
  'second_factor_tries.purpose second_factors.method second_factors.transports settings.key sign_ins.result',
  'users.country_code',
);

/** What people wrote, names, addresses, keys, hashes and dates. */
const otherTexts = list(
  'account_links.email api_tokens.name api_tokens.prefix audit_details.details audit_details.ip_address',
  'audit_details.user_agent audit_seals.key_name calculations.name calculations.notes calculations.rates_from',
  'dataset_follows.notified_to dataset_refreshes.etag dataset_refreshes.last_modified dataset_refreshes.reason',
  'dataset_refreshes.url dataset_vintages.first dataset_vintages.last dataset_vintages.sha256 dataset_vintages.url',
  'devices.user_agent files.key idempotency_keys.key identities.email identities.issuer identities.name',
  'identities.subject ip_records.ip_address list_totals.category list_totals.list log_records.message login_guards.key mail_budget_uses.recipient_key',
  'network_blocks.end_reason network_blocks.network network_blocks.reason notices.search_text notices.text notices.title',
  'notifications.link notifications.text notifications.title objectives.title quiz_attempt_questions.category_name',
  'quiz_attempt_questions.choices quiz_attempt_questions.explanation quiz_attempt_questions.text',
  'quiz_categories.description quiz_categories.name quiz_questions.choices quiz_questions.explanation',
  'quiz_questions.search_text quiz_questions.source quiz_questions.text quiz_release_questions.text rate_limit_counts.key',
  'report_activity.time_zone second_factors.credential_id second_factors.name sessions.ip_address sessions.user_agent',
  'sign_ins.address_group sign_ins.ip_address sign_ins.user_agent unknown_failures.address_group',
  'used_challenges.challenge user_notes.text username_suffixes.head username_suffixes.suffix users.country_name',
  'users.email users.password_hash users.pending_email users.phone_number users.suspension_reason users.user_image',
  'users.username view_reasons.reason',
);

/** Rows of tables that are empty in the world of the demonstration. */
const rows = [
  `INSERT INTO alerts (kind, key) VALUES ('system', 'disk')`,
  `INSERT INTO dataset_refreshes (slug) SELECT DISTINCT slug FROM dataset_vintages`,
  `INSERT INTO dataset_follows (user_id, slug) SELECT DISTINCT ON (users.id) users.id, slug FROM users, dataset_vintages`,
  `INSERT INTO imported_datasets (slug, content) SELECT slug, content FROM dataset_vintages LIMIT 1`,
  `INSERT INTO settings (key, value) VALUES ('newer_setting', '"x"')`,
  `INSERT INTO second_factor_tries (user_id, purpose, wrong_at) SELECT id, 'sign_in', '{}' FROM users`,
  `INSERT INTO second_factors (id, user_id, method, name, sealed_secret)
   SELECT gen_random_uuid(), id, 'totp', 'Phone', '\\x00' FROM users`,
  `INSERT INTO account_links (id, user_id, purpose, email, nonce, expires_at)
   SELECT gen_random_uuid(), id, 'not_me', email, '\\x00', now() + interval '1 day' FROM users`,
  `INSERT INTO export_links (id, session_id, operation, body, expires_at)
   SELECT gen_random_uuid(), id, 'exportIpRecords', '{}', now() + interval '1 day' FROM sessions`,
  `INSERT INTO idempotency_keys (user_id, operation, key, body_hash, status)
   SELECT id, 'createNotice', 'key', '\\x00', 201 FROM users`,
  `INSERT INTO removed_records (list, removed_before) VALUES ('ip_records', now())`,
  `INSERT INTO report_hours (action, hour, events) VALUES ('login', date_trunc('hour', now()), 1)`,
  `INSERT INTO bulk_actions (id, begin_event_id, action, noun, matched)
   SELECT gen_random_uuid(), max(id), 'log_records_delete', 'log records', 1 FROM audit_events`,
];

const columnsOfText = `
  SELECT relname AS "table", attname AS column, typname = '_text' AS is_list, EXISTS (
      SELECT FROM pg_index WHERE indrelid = attrelid AND indisunique AND indpred IS NULL AND attnum = ANY (indkey)
    ) AS is_unique
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
    JOIN pg_type ON pg_type.oid = atttypid
  WHERE relnamespace = 'public'::regnamespace AND typname IN ('text', 'varchar', 'bpchar', '_text', '_varchar')
    AND attnum > 0 AND NOT attisdropped AND relname <> '_prisma_migrations'`;

interface Column {
  table: string;
  column: string;
  is_list: boolean;
  /** Only one row can have the new kind. */
  is_unique: boolean;
}

const nameOf = ({ table, column }: Column) => `${table}.${column}`;
let columns: Column[];

async function writeNewerKind({ table, column, is_list, is_unique }: Column): Promise<void> {
  const { pool } = test.database;
  const checks = await pool.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
    [table],
  );
  for (const { name } of checks.rows) await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  const value = is_list ? `${column} || '{newer_kind}'` : `'newer_kind'`;
  const where = is_unique ? `WHERE ctid = (SELECT min(ctid) FROM ${table})` : '';
  const { rowCount } = await pool.query(`UPDATE ${table} SET ${column} = ${value} ${where}`);
  if (!rowCount) throw new Error(`${table} has no row.`);
}

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
  for (const row of rows) await pool.query(row);
  ({ rows: columns } = await pool.query<Column>(columnsOfText));
  for (const column of columns) if (kinds.includes(nameOf(column))) await writeNewerKind(column);
});

it('is written into every column of text that names kinds', () => {
  expect([...kinds, ...otherTexts].toSorted()).toEqual(columns.map(nameOf).toSorted());
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

/** The kinds of this version only. */
function followsContract(route: Route, { status, type, body }: Response): boolean {
  const declared = route.responses[status];
  if (!declared || !('schema' in declared) || !type.includes('json')) return true;
  const parsed = declared.schema.safeParse(body);
  return parsed.success && isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), body);
}

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
  const settings = await openSettings(test.database, test.config);
  expect(settings.current().contact_email).toBe(test.dependencies.settings.current().contact_email);
});

it.each(demoPeople)('is listed for $username as the contract says', async ({ username }) => {
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
      if (response.ok && !followsContract(route, response)) failures.push(`${operation}: ${response.text}`);
    }
  }
  expect(failures).toEqual([]);
});
