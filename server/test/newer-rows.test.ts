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
import { Attempt } from 'contract/training/attempt-fields.ts';
import { startAttempt } from 'contract/training/training.ts';
import { routes } from 'contract/routes.ts';
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  'devices.user_agent files.key followed_loans.name idempotency_keys.key identities.email identities.issuer identities.name',
  'identities.subject ip_records.ip_address list_totals.category list_totals.list log_records.message login_guards.key mail_budget_uses.recipient_key',
  'network_blocks.end_reason network_blocks.network network_blocks.reason notices.search_text notices.text notices.title',
  'notifications.link notifications.text notifications.title objectives.title quiz_attempt_questions.category_name',
  'quiz_attempt_questions.choices quiz_attempt_questions.explanation quiz_attempt_questions.text',
  'quiz_categories.description quiz_categories.name quiz_questions.choices quiz_questions.explanation',
  'quiz_questions.calculation_fault quiz_questions.search_text quiz_questions.source quiz_questions.text quiz_release_questions.text rate_limit_counts.key',
  'report_activity.time_zone second_factors.credential_id second_factors.name sessions.ip_address sessions.user_agent',
  'sign_ins.address_group sign_ins.ip_address sign_ins.user_agent superuser_addresses.ip_address unknown_failures.address_group',
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
  `UPDATE idempotency_keys SET response = '{}'`,
  `INSERT INTO settings (key, value) VALUES ('registration_open', 'true'), ('social_links', '[]')`,
  `INSERT INTO removed_records (list, removed_before) VALUES ('ip_records', now())`,
  `INSERT INTO report_hours (action, hour, events) VALUES ('login', date_trunc('hour', now()), 1)`,
  `INSERT INTO bulk_actions (id, begin_event_id, action, noun, matched)
   SELECT gen_random_uuid(), max(id), 'log_records_delete', 'log records', 1 FROM audit_events`,
  `UPDATE bulk_actions SET filter = '{}'`,
  `UPDATE quiz_attempt_questions SET calculation = '{"kind": "savings", "input": {}}'`,
];

/**
 * Values of a newer version in the columns of JSON, whose fields it may also add to. Null for those without values of
 * several kinds.
 */
const newerValues: Record<string, string | null> = {
  'bulk_actions.filter': `{"level": "newer_kind"}`,
  'calculations.calculated': `{"method": "newer_kind"}`,
  'calculations.input': `{"compounding": "newer_kind"}`,
  'calculations.summary': `{"monthly_payment": {"newer_kind": 1}, "total_payments": ["newer_kind"]}`,
  'dataset_vintages.content': null,
  'export_links.body': `{"sort": "newer_kind"}`,
  'followed_loans.changes': `{"kind": "newer_kind"}`,
  'followed_loans.headline': `{"convention_source": "newer_kind"}`,
  'followed_loans.input': `{"payment": {"newer_kind": 1}}`,
  'followed_loans.restorable': null,
  'followed_loans.row_versions': null,
  'idempotency_keys.response': null,
  'imported_datasets.content': null,
  'quiz_attempt_questions.calculation': `{"kind": "newer_kind"}`,
  'quiz_attempt_questions.figures': `{"amount": "newer_kind"}`,
  'quiz_questions.solution': `{"calculation": "newer_kind"}`,
  'quiz_questions.variables': `{"unit": "newer_kind"}`,
  'settings.value': `"newer_kind"`,
  'training_cards.state': `{"state": "newer_kind"}`,
};

/** Adds the fields to the objects of the column, also in its list, and replaces other values. */
const withFields = (column: string, fields: string) => `CASE jsonb_typeof(${column})
  WHEN 'object' THEN ${column} || '${fields}'
  WHEN 'array' THEN (SELECT coalesce(jsonb_agg(each || '${fields}'), '[]') FROM jsonb_array_elements(${column}) AS each)
  ELSE '${fields}' END`;

const columnsOf = (...types: string[]) => `
  SELECT relname AS "table", attname AS column, typname = '_text' AS is_list, EXISTS (
      SELECT FROM pg_index WHERE indrelid = attrelid AND indisunique AND indpred IS NULL AND attnum = ANY (indkey)
    ) AS is_unique
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
    JOIN pg_type ON pg_type.oid = atttypid
  WHERE relnamespace = 'public'::regnamespace AND typname IN ('${types.join("','")}')
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
  ({ rows: columns } = await pool.query<Column>(columnsOf('text', 'varchar', 'bpchar', '_text', '_varchar')));
});

/** Operations with the id of such a row in their path: the latest ones, or those of the person. */
const idsOf: Partial<Record<string, string>> = {
  getCalculation: 'SELECT id FROM calculations WHERE user_id = $1 ORDER BY id DESC',
  getLoan: 'SELECT id FROM followed_loans WHERE user_id = $1 ORDER BY id DESC',
  getAttempt: 'SELECT id FROM quiz_attempts WHERE user_id = $1 ORDER BY id DESC',
  getQuestion: 'SELECT id FROM quiz_questions WHERE $1::uuid IS NOT NULL ORDER BY id DESC',
  getUser: 'SELECT id FROM users WHERE $1::uuid IS NOT NULL ORDER BY id DESC',
  getUserOverview: 'SELECT id FROM users WHERE $1::uuid IS NOT NULL ORDER BY id DESC',
  listUserNotes: 'SELECT id FROM users WHERE $1::uuid IS NOT NULL ORDER BY id DESC',
  getGuide: `SELECT 'how-to-check-your-banks-interest' AS id WHERE $1::uuid IS NOT NULL`,
  getDataset: 'SELECT DISTINCT slug AS id FROM dataset_vintages WHERE $1::uuid IS NOT NULL',
  listVintages: 'SELECT DISTINCT slug AS id FROM dataset_vintages WHERE $1::uuid IS NOT NULL',
  listRevisions: 'SELECT DISTINCT slug AS id FROM dataset_vintages WHERE $1::uuid IS NOT NULL',
};

const reported = { from: '2026-01-01', to: '2026-01-31', interval: 'week', time_zone: 'UTC' };
const bodies: Partial<Record<string, object>> = {
  listTimeline: { ip_address: '203.0.113.77' },
  startAttempt: { count: 1 },
  exportReport: reported,
  getReport: reported,
};
const queries: Partial<Record<string, object>> = {
  listRecordDeletions: { kind: 'ip' },
  searchUsers: { query: 'ada' },
};
/** Of a file or an export, which a token or a key names. */
const ofFiles = new Set<string>(['getExport', 'getSignedUrl', 'getStoredFile']);
const reads = routes.filter(
  ({ operation }) =>
    (/^(?:list|get|export|search|sample)/.test(operation) || operation === 'startAttempt') &&
    !ofFiles.has(operation),
);

/** The kinds of this version only. */
function followsContract(route: Route, { status, type, body }: Response): boolean {
  const declared = route.responses[status];
  if (!declared || !('schema' in declared) || !type.includes('json')) return true;
  const parsed = declared.schema.safeParse(body);
  return parsed.success && isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), body);
}

const isForStaff = ({ access }: Route) => /staff|superuser/i.test(access);

/** What a person cannot read, each with its answer. */
async function failuresOf(username: string, refusals: Record<string, number> = {}): Promise<string[]> {
  const body = { username_or_email: username, password: demoPassword };
  const { access } = (await callApi(test, login, { body }).expect(200)).body as { access: string };
  const { id: userId } = await test.database.prisma.user.findFirstOrThrow({ where: { username } });
  const failures: string[] = [];
  for (const route of reads) {
    const { operation, method } = route;
    const sql = idsOf[operation];
    const ids = sql
      ? (await test.database.pool.query<{ id: string }>(`${sql} LIMIT 3`, [userId])).rows
      : [{ id: '' }];
    for (const { id } of ids) {
      const response = await callApi(test, route, {
        access,
        id,
        query: queries[operation] ?? {},
        ...(method === 'POST' && { body: bodies[operation] ?? {} }),
      });
      const { status, ok } = response;
      const isRefused = status === refusals[operation] || (status === 403 && isForStaff(route));
      if (!isRefused && !(ok && followsContract(route, response))) {
        failures.push(`${operation}: ${status} ${response.text}`);
      }
    }
  }
  return failures;
}

describe.each(['field', 'value'])('a newer %s inside JSON', (change) => {
  let jsonColumns: Column[];

  beforeAll(async () => {
    const { pool } = test.database;
    ({ rows: jsonColumns } = await pool.query<Column>(columnsOf('json', 'jsonb')));
    for (const { table, column } of jsonColumns) {
      const fields =
        change === 'field' ? `{"newer_field": {"newer": true}}` : newerValues[`${table}.${column}`];
      await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      await pool.query(`ALTER TABLE ${table} ADD COLUMN before_${column} jsonb`);
      const { rowCount } = await pool.query(
        `UPDATE ${table} SET before_${column} = ${column}, ${column} = ${fields ? withFields(column, fields) : column}
         WHERE ${column} IS NOT NULL`,
      );
      if (!rowCount) throw new Error(`${table}.${column} has no value.`);
    }
  });

  afterAll(async () => {
    for (const { table, column } of jsonColumns) {
      await test.database.pool.query(`UPDATE ${table} SET ${column} = before_${column}`);
      await test.database.pool.query(`ALTER TABLE ${table} DROP COLUMN before_${column}`);
    }
  });

  it('is written into every column', () => {
    expect(Object.keys(newerValues).toSorted()).toEqual(jsonColumns.map(nameOf).toSorted());
  });

  it('is passed over by a draw', async () => {
    const { quizQuestion } = test.database.prisma;
    // Of the lists before, which draw, too.
    await quizQuestion.updateMany({ data: { calculation_fault: null } });
    const body = { username_or_email: 'carol', password: demoPassword };
    const { access } = (await callApi(test, login, { body }).expect(200)).body as { access: string };
    const { body: attempt } = await callApi(test, startAttempt, { access, body: { count: 20 } }).expect(201);
    const { questions } = Attempt.parse(attempt.attempt);
    expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(['choice']));
    expect(questions).toHaveLength(20);
    // Staff read why.
    const marked = await quizQuestion.findMany({ where: { calculation_fault: `${newerVersionText}.` } });
    expect(new Set(marked.map(({ kind }) => kind))).toEqual(new Set(['number']));
  });

  it.each(demoPeople)('is listed for $username as the contract says', async ({ username }) => {
    expect(await failuresOf(username, { getCalculation: 409, getLoan: 409 })).toEqual([]);
  });
});

describe('a newer kind', () => {
  beforeAll(async () => {
    for (const column of columns) if (kinds.includes(nameOf(column))) await writeNewerKind(column);
  });

  it('is written into every column of text that names kinds', () => {
    expect([...kinds, ...otherTexts].toSorted()).toEqual(columns.map(nameOf).toSorted());
  });

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
    expect(await failuresOf(username, { getCalculation: 409, startAttempt: 409 })).toEqual([]);
  });
});
