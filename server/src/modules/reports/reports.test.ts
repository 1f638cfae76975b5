import { exportReport, getReport, type Report, type ReportSeriesKey } from 'contract/reports/reports.ts';
import request from 'supertest';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { deleteOldRecords } from '#modules/records/records.service.ts';
import { useTestApp } from '#test/app.ts';
import { createCaller, createUser } from '#test/factories.ts';
import { type ReportRequest, rollUpReports } from './reports.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let staff: string;
beforeAll(async () => {
  staff = (await createCaller(test, { is_staff: true })).access;
});

interface Event {
  at: string;
  action?: string;
  actor?: string;
  occurrences?: number;
}

/** Inserts events with times in the past, in any order. */
async function insertEvents(...events: Event[]): Promise<void> {
  await test.database.pool.query(
    `INSERT INTO audit_events (created_at, action, actor_id, occurrences, details_hash)
     SELECT (event->>'at')::timestamptz, coalesce(event->>'action', 'login'), (event->>'actor')::uuid,
       coalesce((event->>'occurrences')::int, 1), '' FROM jsonb_array_elements($1::jsonb) AS event`,
    [JSON.stringify(events)],
  );
}

const postAsStaff = (body: object, url: string = getReport.url) =>
  request(test.app.server).post(url).set('authorization', `Bearer ${staff}`).send(body);

async function report(changes: Partial<ReportRequest>): Promise<Report> {
  const body = { from: '2020-01-01', to: '2020-01-31', interval: 'day', time_zone: 'UTC', ...changes };
  return (await postAsStaff(body).expect(200)).body.data as Report;
}

function seriesOf({ series }: Report, key: ReportSeriesKey): Report['series'][number] {
  const found = series.find((one) => one.key === key);
  if (!found) throw new Error(`No ${key}.`);
  return found;
}

const valuesOf = (data: Report, key: ReportSeriesKey) => seriesOf(data, key).points.map(({ value }) => value);

/**
 * Runs the rollup, which includes an event when all transactions of its time have ended, including those of other
 * tests.
 */
async function rollUp(): Promise<void> {
  const { prisma } = test.database;
  const last = await prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
  await vi.waitUntil(
    async () => {
      await rollUpReports(test.dependencies);
      return (await prisma.reportProgress.findFirstOrThrow()).rolled_id >= last.id;
    },
    { timeout: 20_000, interval: 50 },
  );
}

async function startsOf(interval: ReportRequest['interval']): Promise<string[]> {
  const data = await report({ from: '2020-01-29', to: '2020-02-10', interval });
  return seriesOf(data, 'sign_ins').points.map(({ start }) => start.slice(0, 10));
}

const counted = { active_users: 'count(DISTINCT actor_id)::int', sign_ins: 'count(*)::int' };

/** The result of a direct count of the trail for a series. */
async function directCounts(
  key: keyof typeof counted,
  starts: string[],
  { from, to, time_zone }: Omit<ReportRequest, 'interval'>,
): Promise<unknown> {
  const { rows } = await test.database.pool.query(
    `WITH starts AS (SELECT $1::timestamptz[] AS starts),
       range AS (SELECT starts[1] AS from_moment, ($3::date + 1)::timestamp AT TIME ZONE $4 AS end_moment,
         ($2::date - ($3::date + 1 - $2::date))::timestamp AT TIME ZONE $4 AS before_moment FROM starts)
     SELECT (SELECT ${counted[key]} FROM audit_events, range
             WHERE action = 'login' AND created_at >= from_moment AND created_at < end_moment) AS total,
       (SELECT ${counted[key]} FROM audit_events, range
        WHERE action = 'login' AND created_at >= before_moment AND created_at < from_moment) AS before,
       (SELECT array_agg((SELECT ${counted[key]} FROM audit_events WHERE action = 'login'
          AND created_at >= starts[n] AND created_at < coalesce(starts[n + 1], end_moment)) ORDER BY n)
        FROM starts, range, generate_subscripts(starts, 1) AS n) AS values`,
    [starts, from, to, time_zone],
  );
  return rows[0];
}

/** Each interval in each time zone, around clock changes. */
async function expectDirectCounts(): Promise<void> {
  for (const time_zone of ['UTC', 'Australia/Sydney'] as const) {
    for (const interval of ['day', 'week', 'month', 'hour'] as const) {
      const [from, to] = interval === 'hour' ? ['2022-03-30', '2022-04-20'] : ['2022-03-24', '2022-05-03'];
      const data = await report({ from, to, interval, time_zone });
      for (const key of ['active_users', 'sign_ins'] as const) {
        const { points, total, previous_total } = seriesOf(data, key);
        const direct = await directCounts(
          key,
          points.map(({ start }) => start),
          { from, to, time_zone },
        );
        const values = points.map(({ value }) => value);
        expect([interval, key, { total, before: previous_total, values }]).toEqual([interval, key, direct]);
      }
    }
  }
}

describe('the intervals of a report', () => {
  it('follow the clock changes of the time zone', async () => {
    const hours = (day: string) =>
      report({ from: day, to: day, interval: 'hour', time_zone: 'Australia/Sydney' });
    const autumn = seriesOf(await hours('2020-04-05'), 'sign_ins').points;
    const spring = seriesOf(await hours('2020-10-04'), 'sign_ins').points;
    expect([autumn.length, spring.length]).toEqual([25, 23]);
    expect(autumn[0]?.start).toBe('2020-04-04T13:00:00.000Z');

    // The last moment of a day of 25 hours, and the first of the next day.
    await insertEvents({ at: '2020-04-05T13:59:59.999Z' }, { at: '2020-04-05T14:00:00.000Z' });
    const days = await report({ from: '2020-04-05', to: '2020-04-06', time_zone: 'Australia/Sydney' });
    expect(seriesOf(days, 'sign_ins').points).toEqual([
      { start: '2020-04-04T13:00:00.000Z', value: 1 },
      { start: '2020-04-05T14:00:00.000Z', value: 1 },
    ]);
    const inUtc = await report({ from: '2020-04-05', to: '2020-04-06' });
    expect(valuesOf(inUtc, 'sign_ins')).toEqual([2, 0]);
  });

  it('begin on Mondays and with months, except the first one, which begins with the range', async () => {
    expect(await startsOf('week')).toEqual(['2020-01-29', '2020-02-03', '2020-02-10']);
    expect(await startsOf('month')).toEqual(['2020-01-29', '2020-02-01']);
  });

  it('may lie in the future, and are at most 1,100', async () => {
    expect(valuesOf(await report({ from: '2120-01-01', to: '2120-01-02' }), 'sign_ins')).toEqual([0, 0]);
    const days = await report({ from: '2017-01-01', to: '2020-01-05' });
    expect(seriesOf(days, 'sign_ins').points).toHaveLength(1_100);
    for (const [from, to, interval] of [
      ['2010-01-01', '2020-01-01', 'hour'],
      ['1970-01-01', '2999-12-31', 'hour'],
      ['2017-01-02', '2020-01-07', 'day'],
      ['1970-01-01', '2999-12-31', 'month'],
    ]) {
      const { body } = await postAsStaff({ from, to, interval, time_zone: 'UTC' }).expect(400);
      expect(body).toMatchObject({ details: { interval: [expect.stringContaining('1,100')] } });
    }
  });

  it.each([
    [{ to: '2019-12-31' }, 'to'],
    [{ from: '2019-02-30' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ from: '0000-01-01' }, 'from'],
    [{ from: '0001-01-01' }, 'from'],
    [{ to: '9999-12-31' }, 'to'],
    [{ interval: 'year' }, 'interval'],
    [{ time_zone: 'Europe/Berlin' }, 'time_zone'],
    [{ colour: 'green' }, 'colour'],
  ])('%j is a 400 that names the field', async (invalid, field) => {
    const body = { from: '2020-01-01', to: '2020-01-31', interval: 'day', time_zone: 'UTC', ...invalid };
    expect(Object.keys((await postAsStaff(body).expect(400)).body.details as object)).toEqual([field]);
  });
});

const signInAt = (ms: number): Event => ({ at: new Date(ms).toISOString(), actor: crypto.randomUUID() });

describe('the counts of a report', () => {
  it('use the number of a summary, each lock, and saved, finished and logged items', async () => {
    const { id } = await createUser(test);
    const { pool } = test.database;
    await insertEvents(
      { at: '2021-03-01T10:00:00Z', action: 'login_failed', occurrences: 40 },
      { at: '2021-03-01T11:00:00Z', action: 'login_failed' },
      { at: '2021-03-02T10:00:00Z', action: 'account_locked' },
      { at: '2021-03-02T10:00:00Z', action: 'register', actor: id },
      { at: '2021-02-20T10:00:00Z', action: 'register' },
    );
    await pool.query(
      `INSERT INTO calculations (id, user_id, name, kind, input, summary, created_at)
       VALUES (gen_random_uuid(), $1, 'c', 'loan', '{}', '{}', '2021-03-02T01:00:00Z')`,
      [id],
    );
    await pool.query(
      `INSERT INTO quiz_attempts (id, user_id, total, finished_at)
       VALUES (gen_random_uuid(), $1, 1, '2021-03-01T01:00:00Z'), (gen_random_uuid(), $1, 1, NULL)`,
      [id],
    );
    await pool.query(
      `INSERT INTO log_records (id, message, level, from_proxy, created_at)
       SELECT gen_random_uuid(), 'm', level, false, '2021-03-02T02:00:00Z'
       FROM unnest('{INFO, WARNING, ERROR, CRITICAL}'::text[]) AS level`,
    );
    const data = await report({ from: '2021-03-01', to: '2021-03-10' });
    const totals = data.series.map(({ key, total, previous_total }) => [key, total, previous_total]);
    expect(totals).toEqual([
      ['registrations', 1, 1],
      ['sign_ins', 0, 0],
      ['failed_sign_ins', 41, 0],
      ['active_users', 1, 0],
      ['locked_accounts', 1, 0],
      ['calculations', 1, 0],
      ['quiz_attempts', 1, 0],
      ['log_warnings', 1, 0],
      ['log_errors', 2, 0],
    ]);
    expect(valuesOf(data, 'failed_sign_ins').slice(0, 2)).toEqual([41, 0]);
  });

  it('include different actors in every interval and range like a direct count, with or without the rollup, also of late events', async () => {
    const actors = Array.from({ length: 12 }, () => crypto.randomUUID());
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const events = (count: number) =>
      Array.from({ length: count }, () => ({
        at: new Date(Date.UTC(2022, 2, 1) + random(75 * 24 * 60) * 60_000).toISOString(),
        actor: actors[random(actors.length)]!,
      }));
    await insertEvents(...events(60));
    await expectDirectCounts();
    await rollUp();
    await expectDirectCounts();
    await insertEvents(...events(40));
    await expectDirectCounts();
    await rollUp();
    await expectDirectCounts();
  }, 60_000);

  it('of today by the hour are compared with yesterday up to the same time, with or without the rollup', async () => {
    const [dayMs, minuteMs] = [86_400_000, 60_000];
    const now = Date.now();
    const today = Math.floor(now / dayMs) * dayMs;
    const [from] = new Date(today).toISOString().split('T');
    const byNow = async (interval: ReportRequest['interval']) => {
      const data = await report({ from: from!, to: from!, interval });
      return (['sign_ins', 'active_users'] as const).map((key) => seriesOf(data, key).previous_by_now);
    };
    const before = await byNow('hour');
    await insertEvents(
      signInAt(today - dayMs),
      signInAt(now - dayMs - 1),
      signInAt(now - dayMs + 5 * minuteMs),
      signInAt(now - 2 * dayMs),
    );
    // Within the first millisecond of a day, the second event is of the day before.
    const added = now === today ? 1 : 2;
    const after = before.map((count) => count! + added);
    expect(await byNow('hour')).toEqual(after);
    await rollUp();
    expect(await byNow('hour')).toEqual(after);
    expect(await byNow('day')).toEqual([null, null]);
  });

  it('list the ten IP addresses and users with most failures and sign-ins, with the records behind them', async () => {
    const busy = await createUser(test);
    const deletedUserId = crypto.randomUUID();
    await insertEvents(
      ...[busy.id, busy.id, deletedUserId].map((actor, hour) => ({
        at: `2023-03-01T0${hour}:00:00Z`,
        actor,
      })),
    );
    await test.database.pool.query(
      `INSERT INTO ip_records (id, ip_address, action, created_at)
       SELECT gen_random_uuid(), '192.0.2.' || n, 'login_failed', '2023-03-01T00:00:00Z'
       FROM generate_series(1, 12) AS n, generate_series(1, n)`,
    );
    const { top } = await report({ from: '2023-03-01', to: '2023-03-01' });
    const [addresses, users] = top;
    expect(addresses?.rows).toHaveLength(10);
    expect(addresses?.rows.slice(0, 2)).toEqual([
      { name: '192.0.2.12', value: 12 },
      { name: '192.0.2.11', value: 11 },
    ]);
    expect(users?.rows).toEqual([
      { name: busy.username, value: 2 },
      { name: deletedUserId, value: 1 },
    ]);
  });

  it('are complete only within the retention, also after the retention was extended', async () => {
    expect(seriesOf(await report({}), 'log_errors')).toMatchObject({
      complete_from: null,
      previous_total: 0,
    });
    await test.database.prisma.logRecord.create({
      data: {
        id: crypto.randomUUID(),
        message: 'old',
        level: 'ERROR',
        from_proxy: false,
        created_at: new Date('2020-01-01'),
      },
    });
    await deleteOldRecords(test.dependencies);
    const retentionStart = Date.now() - 90 * 24 * 60 * 60 * 1_000;
    const data = await report({});
    const { complete_from, previous_total } = seriesOf(data, 'log_errors');
    expect(Math.abs(Date.parse(complete_from ?? '') - retentionStart)).toBeLessThan(60_000);
    expect(previous_total).toBeNull();
    expect(seriesOf(data, 'sign_ins')).toMatchObject({ complete_from: null, previous_total: 0 });
  });
});

describe('a report', () => {
  it('is exported as CSV, with a line for each point and a column for each series, and the export is recorded', async () => {
    const body = { from: '2020-04-05', to: '2020-04-06', interval: 'day', time_zone: 'Australia/Sydney' };
    const { text, headers } = await postAsStaff(body, exportReport.url).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.split('\r\n')).toEqual([
      '\uFEFFstart,registrations,sign_ins,failed_sign_ins,active_users,locked_accounts,calculations,quiz_attempts,log_warnings,log_errors',
      '2020-04-04T13:00:00.000Z,0,1,0,0,0,0,0,0,0',
      '2020-04-05T14:00:00.000Z,0,1,0,0,0,0,0,0,0',
      '',
    ]);
    expect(await test.database.prisma.auditEvent.count({ where: { action: 'exportReport' } })).toBe(1);
  });
});
