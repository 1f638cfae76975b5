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
import { datasetFeedPath } from 'contract/datasets/datasets.constants.ts';
import { listDatasets } from 'contract/datasets/datasets.ts';
import { newerVersionText } from 'contract/texts.ts';
import { updateNotice } from 'contract/notices/notices.ts';
import { updateObjective } from 'contract/objectives/objectives.ts';
import { setQuestionStatus, updateQuestion } from 'contract/quiz/quiz.ts';
import { Attempt } from 'contract/training/attempt-fields.ts';
import { startAttempt } from 'contract/training/training.ts';
import { routes } from 'contract/routes.ts';
import request, { type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertHistory } from '#commands/demo/history.ts';
import { insertPeople } from '#commands/demo/people.queries.ts';
import { demoPassword, demoPeople } from '#commands/demo/people.ts';
import { makeWorld } from '#commands/demo/world.ts';
import { parsedOnce } from '#domain/stored-json.ts';
import { importStarterBank } from '#modules/quiz/release-questions.service.ts';
import { contentFolder } from '#root-folders.ts';
import { startSecondApp, useTestApp } from '#test/app.ts';
import { schedules } from '#tasks.ts';
import { openSettings } from '#settings/settings.ts';
import { callApi, callAt } from '#test/call.ts';
import { testTasks } from '#test/mail.ts';
import { type Json, kinds, newerValues, otherForms, otherTexts, rows } from '#test/newer-rows.ts';

/** After a return from a newer version, its rows stay in the database. */
const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

/** The regular jobs, without those that delete rows or ask publishers. */
async function expectJobsToRun(): Promise<void> {
  const tasks = testTasks(test);
  for (const { task } of schedules.filter(
    (schedule) => !/^(?:clean_up|delete|refresh)/.test(schedule.task),
  )) {
    const failure = await tasks[task]!({} as never).then(
      () => null,
      (error: unknown) => String(error),
    );
    expect([task, failure]).toEqual([task, null]);
  }
}

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
let datasetsBefore: { frequency: string }[];

async function dropChecks(table: string): Promise<void> {
  const { pool } = test.database;
  const checks = await pool.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
    [table],
  );
  for (const { name } of checks.rows) await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
}

async function restoreColumns(jsonColumns: readonly Column[]): Promise<void> {
  for (const { table, column } of jsonColumns) {
    await test.database.pool.query(`UPDATE ${table} SET ${column} = before_${column}`);
    await test.database.pool.query(`ALTER TABLE ${table} DROP COLUMN before_${column}`);
  }
}

async function writeNewerKind({ table, column, is_list, is_unique }: Column): Promise<void> {
  const { pool } = test.database;
  await dropChecks(table);
  const value = is_list ? `${column} || '{newer_kind}'` : `'newer_kind'`;
  const where = is_unique ? `WHERE ctid = (SELECT min(ctid) FROM ${table})` : '';
  const { rowCount } = await pool.query(`UPDATE ${table} SET ${column} = ${value} ${where}`);
  if (!rowCount) throw new Error(`${table} has no row.`);
}

beforeAll(async () => {
  const passwordHash = await test.dependencies.hashing.hash(demoPassword, '127.0.0.1');
  await insertPeople(test.database.pool, [...demoPeople, { username: 'carol' }], passwordHash);
  await importStarterBank(test.database, join(contentFolder, 'questions'));
  await insertHistory(test.database, 30);
  await makeWorld(test.app.listeningOrigin);
  const { pool } = test.database;
  for (const row of rows) await pool.query(row);
  datasetsBefore = (await callApi(test, listDatasets)).body.data;
  ({ rows: columns } = await pool.query<Column>(columnsOf('text', 'varchar', 'bpchar', '_text', '_varchar')));
});

/** Operations with the id of such a row in their path: the latest ones, or those of the person. */
const idsOf: Partial<Record<string, string>> = {
  getCalculation: 'SELECT id FROM calculations WHERE user_id = $1 ORDER BY id DESC',
  getLoan: 'SELECT id FROM followed_loans WHERE user_id = $1 ORDER BY id DESC',
  getAttempt: 'SELECT id FROM quiz_attempts WHERE user_id = $1 ORDER BY id DESC',
  getQuestion: 'SELECT id FROM quiz_questions WHERE $1::uuid IS NOT NULL ORDER BY id DESC',
  getTestMail: 'SELECT id FROM test_mails WHERE user_id = $1',
  getUser: 'SELECT id FROM users WHERE $1::uuid IS NOT NULL ORDER BY id DESC',
  getUserOverview: 'SELECT id FROM users WHERE $1::uuid IS NOT NULL ORDER BY id DESC',
  getFlag: 'SELECT id FROM flags WHERE $1::uuid IS NOT NULL ORDER BY id DESC',
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
  listFlags: { state: 'ALL' },
  exportReport: reported,
  getReport: reported,
};
const queries: Partial<Record<string, object>> = {
  listRecordDeletions: { kind: 'ip' },
  searchUsers: { query: 'ben' },
};
/** Of a file or an export, which a token or a key names, and of no row. */
const ofFiles = new Set<string>(['getExport', 'getSignedUrl', 'getStoredFile', 'getOpenApiDocument']);
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

/** What ada, who has rows in every list of a member, and the director among the lists of staff cannot read, each with its answer. */
const failures = async (refusals: Record<string, number>): Promise<string[]> => [
  ...(await failuresOf('ada', ['guest', 'user', 'self', 'selfOrStaff'], refusals)),
  ...(await failuresOf('director', ['selfOrStaff', 'staff', 'superuser'], refusals)),
];

async function failuresOf(
  username: string,
  accesses: string[],
  refusals: Record<string, number>,
): Promise<string[]> {
  const body = { username_or_email: username, password: demoPassword };
  const { access } = (await callApi(test, login, { body }).expect(200)).body as { access: string };
  const { id: userId } = await test.database.prisma.user.findFirstOrThrow({ where: { username } });
  const found: string[] = [];
  for (const route of reads.filter(({ access: needed }) => accesses.includes(needed))) {
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
      }).catch((error: unknown) => String(error));
      if (typeof response === 'string') {
        found.push(`${operation} breaks off: ${response}`);
        continue;
      }
      const { status, ok } = response;
      const isOfAnother = status === 403 && route.access === 'selfOrStaff';
      const isRefused = status === refusals[operation] || isOfAnother;
      if (!isRefused && !(ok && followsContract(route, response))) {
        found.push(`${operation}: ${status} ${response.text}`);
      }
    }
  }
  return found;
}

/** A column may have one distinct value. */
let formsWritten = 0;

async function writeForm({ table, column }: Column, form: string): Promise<void> {
  const { pool } = test.database;
  await dropChecks(table);
  await pool.query(`ALTER TABLE ${table} ADD COLUMN before_${column} jsonb`);
  const { rows: stored } = await pool.query<{ value: Json }>(
    `UPDATE ${table} SET before_${column} = ${column} WHERE ${column} IS NOT NULL RETURNING ${column} AS value`,
  );
  const written = [...new Set(stored.map(({ value }) => JSON.stringify(value)))];
  const changed = written.map((value) =>
    JSON.stringify(otherForms[form]!(JSON.parse(value) as Json, formsWritten++)),
  );
  await pool.query(
    `UPDATE ${table} SET ${column} = form_after FROM unnest($1::jsonb[], $2::jsonb[]) AS form (form_before, form_after)
       WHERE before_${column} = form_before`,
    [written, changed],
  );
}

describe.each(Object.keys(otherForms))('JSON that is %s', (form) => {
  let jsonColumns: Column[];
  /** The app of this file reads them again by itself. */
  let vintages: Column;

  beforeAll(async () => {
    const { pool } = test.database;
    ({ rows: jsonColumns } = await pool.query<Column>(columnsOf('json', 'jsonb')));
    vintages = jsonColumns.find(({ table }) => table === 'dataset_vintages')!;
    for (const each of jsonColumns.filter((column) => column !== vintages)) await writeForm(each, form);
    await pool.query('UPDATE quiz_questions SET calculation_fault = NULL');
  });

  afterAll(() => restoreColumns(jsonColumns));

  it('is listed as the contract says', async () => {
    expect(await failures({ getCalculation: 409, getLoan: 409, startAttempt: 409 })).toEqual([]);
  });

  it('takes no dataset, page or job away', async () => {
    await writeForm(vintages, form);
    const app = await startSecondApp(test);
    const { body } = await callAt(app.server, listDatasets).expect(200);
    // A tax year with an unknown bracket is unknown as a whole.
    const others = datasetsBefore.filter(({ frequency }) => frequency !== 'by income year');
    const listed: unknown = form === 'a list with other entries' ? body.data : others;
    expect(listed).toEqual(others);
    for (const url of ['/sitemap.xml', datasetFeedPath]) await request(app.server).get(url).expect(200);
    await expectJobsToRun();
  });
});

it('a column that is parsed once is read in every form', () => {
  const read = parsedOnce((stored) => stored);
  const forms = ['newer', 5, true, null, [], {}];
  expect(forms.map((form) => read(form))).toEqual(forms);
});

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

  afterAll(() => restoreColumns(jsonColumns));

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

  it('is listed as the contract says', async () => {
    expect(await failures({ getCalculation: 409, getLoan: 409 })).toEqual([]);
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

  it('is not changed by a form, which does not have it', async () => {
    const { pool } = test.database;
    const accessOf = async (username: string) => {
      const body = { username_or_email: username, password: demoPassword };
      return ((await callApi(test, login, { body }).expect(200)).body as { access: string }).access;
    };
    const firstOf = async (table: string, where = 'true') => {
      const sql = `SELECT to_jsonb(row) AS row FROM ${table} AS row WHERE ${where} ORDER BY id LIMIT 1`;
      return (await pool.query<{ row: { id: string; category_id: string } }>(sql)).rows[0]!.row;
    };
    const [director, ada] = [await accessOf('director'), await accessOf('ada')];
    const [question, notice] = [await firstOf('quiz_questions'), await firstOf('notices')];
    const ofAda = `user_id = (SELECT id FROM users WHERE username = 'ada')`;
    const objective = await firstOf('objectives', ofAda);
    const choice = { kind: 'choice', text: 'Why?', choices: ['a', 'b'], answer: 0, difficulty: 1 };
    const content = { ...choice, category_id: question.category_id };
    const refused = [
      [updateQuestion, director, question.id, content],
      [updateQuestion, director, question.id, { source: 'Euclid' }],
      [updateNotice, director, notice.id, { title: 'Changed', level: 'info', audience: 'all' }],
      [updateObjective, ada, objective.id, { target_amount: 5 }],
      [updateObjective, ada, objective.id, { kind: 'save' }],
    ] as const;
    for (const [route, access, id, body] of refused) {
      const { status, body: refusal } = await callApi(test, route, { access, id, body });
      expect([route.operation, status, refusal.msg]).toEqual([route.operation, 409, `${newerVersionText}.`]);
    }
    const ids = { ids: [question.id], status: 'published' };
    const published = await callApi(test, setQuestionStatus, { access: director, body: ids }).expect(200);
    expect(published.body.updated).toBe(0);
    const after = [
      await firstOf('quiz_questions'),
      await firstOf('notices'),
      await firstOf('objectives', ofAda),
    ];
    expect(after).toEqual([question, notice, objective]);
    await callApi(test, updateObjective, {
      access: ada,
      id: objective.id,
      body: { title: 'Renamed' },
    }).expect(200);
  });

  it('ends no job', expectJobsToRun);

  it('among the settings leaves the others as they are', async () => {
    const settings = await openSettings(test.database, test.config);
    expect(settings.current().contact_email).toBe(test.dependencies.settings.current().contact_email);
  });

  it('is listed as the contract says', async () => {
    expect(await failures({ getCalculation: 409, startAttempt: 409 })).toEqual([]);
  });
});
