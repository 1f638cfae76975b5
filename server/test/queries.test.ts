import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FieldDef } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { selectPage } from '#domain/list-statements.ts';
import type { List } from '#domain/list.ts';
import type { Query } from '#platform/database/query.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

const id = uuidv7();
const hash = Buffer.from('hash');
const clientInfo = { ipAddress: '192.0.2.1', userAgent: 'test', fromProxy: false };
const event = {
  action: 'login',
  message: 'm',
  level: 'INFO',
  ...clientInfo,
  details: {},
  client: clientInfo,
};
const addresses = { first: '192.0.2.0', last: '192.0.2.255' };
const range = { afterEventId: '0', firstTransaction: '0', endTransaction: '1' };
const seal = {
  id: '1',
  epoch: 1,
  key_name: 'key',
  after_event_id: '0',
  first_transaction: '0',
  end_transaction: '1',
  last_event_id: '1',
  events: 1,
  events_hash: hash,
  sealed_at: new Date(),
  hash,
  mac: hash,
};

const reported = {
  rolledId: '0',
  previousStart: new Date(0),
  starts: [new Date(1)],
  end: new Date(2),
  timeZone: 'UTC',
};

/** Arguments that each hand-written query accepts. */
const samples: Record<string, unknown[]> = {
  countActiveByHour: [reported],
  countActiveUsers: [reported],
  countEvents: [reported, ['login']],
  countRecords: [reported],
  lockProgress: [],
  rollUpActivity: ['0', '1', 'UTC'],
  rollUpHours: ['0', '1', ['login']],
  selectBusiestUsers: [reported, 10],
  selectFailingAddresses: [reported, 10],
  selectIntervals: [{ from: '2026-01-01', to: '2026-01-31', interval: 'week', time_zone: 'UTC' }],
  setNextProgress: [],
  advanceCounter: [id, 1],
  announceNotifications: [id],
  claimEndingTokens: [],
  claimExportLink: [id],
  clearGuard: ['key'],
  consumeChallenge: ['challenge'],
  consumeStep: [id, 1],
  countStorage: [id],
  countTry: ['key', null, { freeTries: 5, firstWaitSeconds: 60, longestWaitSeconds: 960 }],
  deleteIpRecordRows: [[id]],
  deleteLogRecordRows: [[id]],
  deleteOldestDetails: [365, 1],
  deleteOldestIpRecords: [90, 1],
  deleteOldestLogRecords: [90, 1],
  deleteOldNotifications: [90, 1],
  deleteOldSignIns: [],
  deleteQuestionRows: [[id]],
  deleteSurplusDevices: [id],
  emptyDetails: [[id]],
  foldTotals: [],
  forgetPendingEmails: [[id]],
  giveTryBack: ['key'],
  hasCategories: [],
  insertAnswer: [{ attemptId: id, questionId: id, userId: id, choice: 0 }],
  insertAttempt: [id, id, []],
  insertAuditEvent: [event],
  insertEvent: [event],
  insertExportLink: [{ id, sessionId: id, operation: 'exportIpRecords', body: '{}' }],
  insertFailedSignIn: [id, clientInfo, 'failed', event],
  insertLogRecords: [[{ message: 'm', level: 'ERROR', fromProxy: false, ageMs: 1 }]],
  insertMailBudgetUse: [id, 'key', { perHour: 1, perDay: 1, perHourBeyond: 0 }],
  insertNotification: [
    {
      id,
      userId: id,
      kind: 'friend_request',
      aboutUserId: null,
      title: 't',
      text: 't',
      level: 'info',
      link: '/',
    },
  ],
  insertSeal: [seal],
  insertUnknownFailure: [event, '192.0.2.0/24'],
  insertUser: [{ id, username: 'ada', email: 'ada@example.org', passwordHash: 'none' }],
  keepOwnCalculation: [id, id],
  keepUser: [id],
  keepUserByEmail: ['ada@example.org'],
  lockAddressHolders: [id, 'ada@example.org'],
  lockCategories: [[id]],
  lockDeletionsDue: [1],
  lockExpiredUnverified: [1],
  lockName: ['name'],
  lockNotice: [id],
  lockOwnCalculation: [id, id],
  lockOwnObjective: [id, id],
  lockSealer: [],
  lockUnconfirmed: [1],
  lockUserRows: [[id]],
  lockUserRowsForDeletion: [[id], id],
  placeCategory: [id, 1],
  readNotices: [id, [id]],
  recordAccountLock: ['key'],
  releaseDailyTry: [id, 'sign_in', '2026-01-31'],
  reserveDailyTry: [id, 'sign_in'],
  revokeSession: [id, id],
  selectAccount: ['ada', null],
  selectAccountById: [id],
  selectAddressAccounts: [addresses],
  selectAddressTimeline: [addresses, '192.0.2.1', true, { limit: 10, offset: 0 }],
  selectBanner: [],
  selectCallers: [[id]],
  selectCalculation: [id, id],
  selectCalculations: [id, { text: 'a', kind: 'loan', sort: 'latest', page: 1, page_size: 10 }],
  selectDailyWait: [id, 'sign_in'],
  selectEpochEnds: [],
  selectFinished: [],
  selectFirstSuperuser: [],
  selectHints: [[id]],
  selectJobFaults: [],
  selectLastSeal: [],
  selectLateEvent: ['0', '1', '1'],
  selectLivingSessions: [[id]],
  selectNameHolders: ['ada', null],
  selectNotice: [id],
  selectNotifications: [id, { isUnread: null, page: 1, pageSize: 10 }],
  selectNow: [],
  selectMissedQuestions: [id, id, 10],
  selectRandomQuestions: [id, 1, 1],
  selectRangeEnd: [range, 10],
  selectRangeHash: [range],
  selectRefusal: ['key', 1_000],
  selectRelations: [id],
  selectSealedEvents: ['1', '2', '3'],
  selectSeals: ['0', 10],
  selectSecondsToNextNotice: [],
  selectServer: [],
  selectSession: [[hash]],
  selectSettings: [],
  selectSharingFriends: [id],
  selectTokenOwner: [hash],
  selectTrainingCategories: [],
  selectUnfamiliarity: [id],
  selectUnreachableEvent: ['0', '1'],
  selectUnsealed: [],
  selectUser: [id],
  selectUsersByName: [id, 'ada'],
  selectUserTimeline: [id, true, { limit: 10, offset: 0 }],
  settleTry: ['key'],
  startSession: [
    {
      id,
      userId: id,
      refreshTokenHash: hash,
      checkedHash: 'a',
      newHash: 'a',
      hasPassedSecondFactor: true,
      deviceId: id,
      isDeviceKnown: false,
      clientInfo,
      event,
    },
  ],
  summarizeFailures: [],
  touchSessions: [[id]],
  touchSession: [[hash]],
  touchToken: [id],
  updateQuestionStatus: [[id], 'draft'],
};

type AnyQuery = Query<unknown[], object>;
type AnyList = List<{ sort: 'latest' | 'a-z' }, z.ZodObject>;

const queries = await exportsOf<AnyQuery>(
  '.queries.ts',
  (value) => typeof value === 'function' && 'statement' in value,
);
const lists = await exportsOf<AnyList>(
  '.list.ts',
  (value) => typeof value === 'object' && 'sortKeys' in value,
);

/** What every file with such a name exports, by its name. */
async function exportsOf<Export>(
  ending: string,
  isWanted: (value: object) => boolean,
): Promise<[string, Export][]> {
  const source = fileURLToPath(new URL('../src', import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith(ending),
  );
  const modules = await Promise.all(files.map((file) => import(join(source, file)) as Promise<object>));
  return modules.flatMap((module) => Object.entries(module)).filter(([, value]) => isWanted(value as object));
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The columns that PostgreSQL gives, and undoes the rest. */
async function columnsOf({
  text,
  values,
}: {
  text: string;
  values: unknown[];
}): Promise<Record<string, string>> {
  const client = await database.pool.connect();
  try {
    await client.query('BEGIN');
    const { fields } = await client.query({ text, values });
    return Object.fromEntries(fields.map((field) => [field.name, kindOf(field)]));
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** By the ids of PostgreSQL's types, `SELECT oid, typname FROM pg_type`. */
const kinds: Record<number, string> = {
  16: 'boolean', // bool
  17: 'custom', // bytea
  20: 'bigint', // int8
  21: 'number', // int2
  23: 'number', // int4
  25: 'string', // text
  114: 'record', // json
  701: 'number', // float8
  1009: 'array', // text[]
  1184: 'date', // timestamptz
  2950: 'string', // uuid
  3802: 'unknown', // jsonb
};
const kindOf = ({ dataTypeID }: FieldDef) => kinds[dataTypeID] ?? `type ${dataTypeID}`;

function declaredOf({ shape }: z.ZodObject): Record<string, string> {
  const kind = (schema: z.ZodType): string => {
    if (schema instanceof z.ZodNullable) return kind(schema.unwrap() as z.ZodType);
    return schema instanceof z.ZodEnum ? 'string' : schema.def.type;
  };
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, kind(schema as z.ZodType)]));
}

it.each(queries)('%s returns the columns that it declares', async (name, { row, statement }) => {
  const args = samples[name];
  if (!args) throw new Error(`Give ${name} a line of arguments above.`);
  expect(await columnsOf(statement(...args))).toEqual(declaredOf(row));
});

it.each(lists)(
  '%s returns the columns that it declares, in every order and on every page',
  async (_, list) => {
    for (const sort of ['latest', 'a-z'] as const) {
      for (const page of [1, 2]) {
        const columns = await columnsOf(selectPage(list, { sort }, { page, page_size: 10 }));
        expect(columns).toEqual({ ...declaredOf(list.row), total: 'number' });
      }
    }
  },
);
