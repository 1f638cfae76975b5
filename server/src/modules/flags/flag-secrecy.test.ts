import {
  type AuditVerdict,
  exportAuditRecords,
  listAccesses,
  listAuditRecords,
  listTimeline,
  verifyAuditTrail,
} from 'contract/audit/audit.ts';
import { listBlocks, listFriendRequests, searchUsers } from 'contract/friends/friends.ts';
import { listNotifications } from 'contract/notifications/notifications.ts';
import type { FlagSummary } from 'contract/flags/flags.ts';
import { exportLogRecords, listLogRecords } from 'contract/records/records.ts';
import { getReport, type Report } from 'contract/reports/reports.ts';
import type { Route } from 'contract/route.ts';
import { deleteUser, exportUser, getUser, getUserOverview } from 'contract/users/users.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sealAll } from '#modules/audit/sealer.ts';
import { useTestApp } from '#test/app.ts';
import { callApi, type CallOptions } from '#test/call.ts';
import { createUser } from '#test/factories.ts';
import { answer, createFlagger, flag, open, queue, readFlag, rowsAbout } from '#test/flags.ts';
import { viewedUsers } from '#test/viewed-users.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

type Caller = Awaited<ReturnType<typeof createFlagger>>;
let agent: Caller;
let root: Caller;
let director: Caller;
const { setViewReason } = viewedUsers(test, () => root as never);
beforeAll(async () => {
  agent = await createFlagger(test, { is_staff: true });
  root = await createFlagger(test, { is_staff: true, is_superuser: true });
  director = await createFlagger(test, { is_staff: true, is_superuser: true });
});

const textOf = async (route: Route, { access }: Caller, options: CallOptions = {}) =>
  (await callApi(test, route, { access, ...options })).text;

const today = () => new Date().toISOString().slice(0, 10);
const flagsOfReport = async ({ access }: Caller) => {
  const body = { from: today(), to: today(), interval: 'day', time_zone: 'UTC' };
  const { body: response } = await callApi(test, getReport, { access, body }).expect(200);
  return (response.data as Report).flags;
};
const reported = async (caller: Caller) =>
  ((await flagsOfReport(caller))?.rows ?? []).reduce((sum, { flags }) => sum + flags, 0);

/** A user whom somebody has reported. A superuser has read it. */
async function createFlagged(options: object = {}) {
  const [flagged, flagger] = [await createFlagger(test, options), await createFlagger(test)];
  await flag(test, flagger, flagged.user, { reason: 'fraud', text: 'Took my deposit.' }).expect(201);
  const [row] = await rowsAbout(test, root, flagged.user);
  await readFlag(test, root, row!.id);
  return { ...flagged, flagger, row: row! };
}

describe('a reported user', () => {
  it('reads nothing of it in any own list, export or access of staff, before and after an answer without an action', async () => {
    const flagged = await createFlagged();
    const reads = async () => [
      await textOf(exportUser, flagged),
      await textOf(getUser, flagged, { id: flagged.user.id }),
      await textOf(listAccesses, flagged),
      await textOf(listNotifications, flagged),
      await textOf(listBlocks, flagged),
      await textOf(listFriendRequests, flagged),
      await textOf(searchUsers, flagged, { query: { query: flagged.user.username } }),
    ];
    await readFlag(test, agent, flagged.row.id);
    const before = await reads();
    await answer(test, agent, flagged.row).expect(200);
    for (const text of [...before, ...(await reads())])
      expect(text).not.toMatch(
        new RegExp(
          `flag|fraud|deposit|${flagged.flagger.user.username}|${flagged.flagger.user.id}|${flagged.row.id}`,
          'i',
        ),
      );
    const { body } = await callApi(test, listAccesses, { access: flagged.access }).expect(200);
    expect(body).toMatchObject({ data: [], totalAccess: 0 });
  });

  it('reads in the export what staff did, on which day and with which message, and nothing of the report', async () => {
    const flagged = await createFlagged();
    await answer(test, agent, flagged.row, 'warned', { note: 'A note for staff.' }).expect(200);
    const { body, text } = await callApi(test, exportUser, { access: flagged.access }).expect(200);
    expect(body.answers_of_staff).toEqual([{ outcome: 'warned', message: 'Please be kind.', day: today() }]);
    expect(text).not.toMatch(
      new RegExp(
        `fraud|deposit|A note|${flagged.flagger.user.username}|${flagged.row.id}|${agent.user.username}`,
      ),
    );
    const { body: own } = await callApi(test, exportUser, { access: flagged.flagger.access }).expect(200);
    expect(own.reported_people).toMatchObject([
      { username: flagged.user.username, reason: 'fraud', text: 'Took my deposit.', outcome: 'warned' },
    ]);
  });
});

describe.each([
  ['an agent', { is_staff: true }],
  ['a superuser', { is_staff: true, is_superuser: true }],
])('a report about %s', (_, options) => {
  it('is for other superusers alone: in lists, counts, overviews, timelines, logs and statistics', async () => {
    const before = {
      total: (await queue(test, agent)).body.totalFlag as number,
      reported: await reported(agent),
    };
    const flagged = await createFlagged(options);
    expect(await rowsAbout(test, director, flagged.user)).toHaveLength(1);
    const text = async (caller: Caller) => [
      await textOf(getUserOverview, caller, { id: flagged.user.id }),
      await textOf(getUserOverview, caller, { id: flagged.flagger.user.id }),
      await textOf(listTimeline, caller, { body: { user_id: flagged.user.id } }),
      await textOf(listTimeline, caller, { body: { user_id: flagged.flagger.user.id } }),
      await textOf(listTimeline, caller, { body: { ip_address: '127.0.0.1' } }),
      await textOf(listLogRecords, caller, { body: { page_size: 100 } }),
      await textOf(exportLogRecords, caller, { body: {} }),
      JSON.stringify(await rowsAbout(test, caller, flagged.user, { state: 'ALL' })),
    ];
    const seen = new RegExp(
      `fraud|"(?:create|get|answer)Flag"[^}]*${flagged.user.username}|${flagged.row.id}`,
    );
    for (const viewer of [agent, flagged]) {
      for (const one of await text(viewer)) expect(one).not.toMatch(seen);
      await open(test, viewer, flagged.row.id).expect(404);
      await answer(test, viewer, flagged.row).expect(404);
      await answer(test, viewer, flagged.row, 'suspended').expect(404);
    }
    expect((await text(director)).filter((one) => seen.test(one)).length).toBeGreaterThan(3);
    const { body } = await queue(test, agent).expect(200);
    expect([body.totalFlag, await reported(agent)]).toEqual([before.total, before.reported]);
    expect(await reported(director)).toBe((await reported(flagged)) + 1);
  });

  it('stays for superusers alone after the user is deleted', async () => {
    const flagged = await createFlagged(options);
    const { id } = flagged.user;
    await callApi(test, deleteUser, { id, access: director.access, body: {} }).expect(204);
    const body = { user_id: id };
    expect(await textOf(listTimeline, agent, { body })).not.toMatch(/(?:create|get|answer)Flag/);
    expect(await textOf(listTimeline, director, { body })).toMatch(/"createFlag"/);
  });

  it('is answered by another superuser, of which the user sees only what was done', async () => {
    const flagged = await createFlagged(options);
    await answer(test, director, flagged.row, 'warned').expect(200);
    expect(await rowsAbout(test, flagged, flagged.user, { state: 'ALL' })).toEqual([]);
    expect(await rowsAbout(test, agent, flagged.user, { state: 'ALL' })).toEqual([]);
    expect(await rowsAbout(test, root, flagged.user, { state: 'answered' })).toHaveLength(1);
  });
});

// Retried, because transactions of other databases of the cluster delay sealing, too.
const isSealed = async () => {
  await sealAll({ database: test.database, keys: [test.dependencies.keys.auditSeal] });
  const { rows } = await test.database.pool.query<{ sealed: boolean }>(
    'SELECT max(last_event_id) >= (SELECT max(id) FROM audit_events) AS sealed FROM audit_seals',
  );
  return rows[0]?.sealed;
};
const sealEverything = async () => {
  await expect.poll(isSealed).toBe(true);
};
const checked = async ({ access }: Caller) =>
  (await callApi(test, verifyAuditTrail, { access }).expect(200)).body.data as AuditVerdict;

it('the audit trail and its check answer a superuser the same before and after somebody reports them', async () => {
  const [flagged, flagger] = [
    await createFlagger(test, { is_staff: true, is_superuser: true }),
    await createFlagger(test),
  ];
  await createFlagged();
  await callApi(test, listAuditRecords, { access: director.access, body: { action: 'getFlag' } }).expect(200);
  await callApi(test, exportAuditRecords, { access: director.access, body: { action: 'getFlag' } });
  const created_before = new Date().toISOString();
  const list = async (page: number) => {
    const body = { created_before, page, page_size: 20 };
    const response = await callApi(test, listAuditRecords, { access: flagged.access, body }).expect(200);
    const { data, totalAudit } = response.body as { data: { id: string }[]; totalAudit: number };
    return [totalAudit, ...data.map(({ id }) => id)];
  };
  const lists = [await list(1), await list(2)];
  for (const id of lists.flat().filter((one) => typeof one === 'string'))
    expect(id).toMatch(/^[\da-f-]{36}$/);
  await sealEverything();
  const verdict = await checked(flagged);
  await flag(test, flagger, flagged.user).expect(201);
  const [row] = await rowsAbout(test, root, flagged.user);
  await readFlag(test, root, row!.id);
  await answer(test, root, row!).expect(200);
  await sealEverything();
  expect(await checked(flagged)).toEqual(verdict);
  expect((await checked(director)).checked).toBeGreaterThan(verdict.checked);
  expect([await list(1), await list(2)]).toEqual(lists);
});

it('a reported superuser finds no trace in the audit trail or its export, and other superusers do', async () => {
  const flagged = await createFlagged({ is_staff: true, is_superuser: true });
  await answer(test, root, flagged.row).expect(200);
  const traces = async ({ access }: Caller) => {
    const { body } = await callApi(test, listAuditRecords, { access, body: { page_size: 100 } }).expect(200);
    const events = (body.data as { action: string; target_id: string | null }[]).filter(
      ({ action, target_id }) => action.endsWith('Flag') && target_id === flagged.user.id,
    );
    const { text } = await callApi(test, exportAuditRecords, { access, body: {} }).expect(200);
    const lines = text
      .split('\n')
      .filter((line) => /(create|get|answer)Flag/.test(line) && line.includes(flagged.user.id));
    return {
      events: events.map(({ action }) => action),
      lines: lines.length,
      total: body.totalAudit as number,
    };
  };
  await sealEverything();
  const [seen, all] = [await checked(flagged), await checked(director)];
  expect([seen.intact, all.intact]).toEqual([true, true]);
  expect(all.checked - seen.checked).toBeGreaterThanOrEqual(3);
  const [own, others] = [await traces(flagged), await traces(director)];
  expect([own.events, own.lines]).toEqual([[], 0]);
  expect([others.events, others.lines]).toEqual([['answerFlag', 'getFlag', 'createFlag'], 3]);
  expect(own.total).toBeLessThan(others.total);
});

it.each([
  ['a user', {}],
  ['a superuser', { is_staff: true, is_superuser: true }],
])('%s who was reported finds no trace of looks at the report in the audit trail', async (_, options) => {
  const flagged = await createFlagged(options);
  const { access } = director;
  const accesses = async (of: Caller) =>
    (await callApi(test, listAccesses, { access: of.access }).expect(200)).body.totalAccess as number;
  const before = await accesses(flagged);
  await callApi(test, listAuditRecords, { access, body: { action: 'createFlag' } }).expect(200);
  await callApi(test, listAuditRecords, { access, body: { page_size: 3 } }).expect(200);
  const { text } = await callApi(test, exportAuditRecords, { access, body: { action: 'createFlag' } });
  expect(text).toContain(flagged.user.id);
  const named = { action: 'createFlag', target: flagged.user.username };
  await callApi(test, listAuditRecords, { access, body: named }).expect(200);
  await callApi(test, listAuditRecords, { access, body: { ...named, target: flagged.user.id } }).expect(200);
  await callApi(test, exportAuditRecords, { access, body: named }).expect(200);
  await callApi(test, listAuditRecords, {
    access,
    body: { action: 'getFlag', actor: flagged.user.username },
  }).expect(404);
  await callApi(test, listTimeline, { access, body: { user_id: flagged.flagger.user.id } }).expect(200);
  expect(await accesses(flagged)).toBe(before);
  const filtered = /"filter":\{[^}]*"action":"(?:create|get|answer)Flag"/;
  const looks = async (of: Caller) =>
    await textOf(listAuditRecords, of, { body: { actor: director.user.id, page_size: 100 } });
  // Those of others vanish for nobody when somebody is reported.
  expect(await looks(root)).not.toMatch(filtered);
  expect(await looks(director)).toMatch(filtered);
  if (!('is_superuser' in options)) return;
  const body = { action: 'getFlag' };
  await callApi(test, listAuditRecords, { access: flagged.access, body });
  expect(await looks(flagged)).not.toMatch(filtered);
  // The viewer's own look stays: its absence would tell.
  expect(await textOf(listAuditRecords, flagged, { body: { actor: flagged.user.id } })).toContain('getFlag');
});

it('the audit trail has of an export what was asked for, and nothing of the session', async () => {
  const { access } = director;
  const actor = director.user.id;
  await callApi(test, exportAuditRecords, { access, body: { actor } }).expect(200);
  const { body } = await callApi(test, listAuditRecords, {
    access: root.access,
    body: { actor, action: 'exportAuditRecords', page_size: 100 },
  }).expect(200);
  const filters = (body.data as { details: { filter?: object } }[]).flatMap(
    ({ details }) => details.filter ?? [],
  );
  expect(filters).toContainEqual({ actor });
});

it('opening a flag is a look with its own reason, also where one is required', async () => {
  const flagged = await createFlagged();
  await setViewReason('required');
  await readFlag(test, agent, flagged.row.id);
  await callApi(test, getUserOverview, { id: flagged.user.id, access: agent.access }).expect(403);
  await setViewReason('off');
  const { rows } = await test.database.pool.query<{ details: string }>(
    `SELECT details FROM audit_events JOIN audit_details ON event_id = id
     WHERE action = 'getFlag' AND actor_id = $1 AND target_id = $2`,
    [agent.user.id, flagged.user.id],
  );
  expect(rows.map(({ details }) => JSON.parse(details) as object)).toEqual([
    { reason: `flag ${flagged.row.id}` },
  ]);
});

it('the overview shows flags about and by the user, and how many led to nothing', async () => {
  const flagged = await createFlagged();
  const overview = async ({ id }: Caller['user']) =>
    (await callApi(test, getUserOverview, { id, access: agent.access }).expect(200)).body.flags as {
      about: FlagSummary[];
    };
  expect(await overview(flagged.flagger.user)).toMatchObject({
    about: [],
    by: [{ outcome: null }],
    made: 1,
    without_action: 0,
  });
  await answer(test, agent, flagged.row).expect(200);
  expect(await overview(flagged.user)).toMatchObject({
    about: [{ answer: { outcome: 'no_action' } }],
    by: [],
    made: 0,
  });
  expect(await overview(flagged.flagger.user)).toMatchObject({
    by: [{ outcome: 'no_action' }],
    without_action: 1,
  });
});

it('the statistics count flags by reason and outcome, with the median of the hours to an answer', async () => {
  await test.database.pool.query('DELETE FROM flags');
  const [one, two, three] = [await createFlagged(), await createFlagged(), await createFlagged()];
  await answer(test, agent, one.row).expect(200);
  await answer(test, agent, two.row, 'warned').expect(200);
  for (const [{ row }, hours] of [
    [one, 1],
    [two, 4],
  ] as const)
    await test.database.pool.query(
      `UPDATE flag_answers SET answered_at = flags.created_at + $2 * interval '1 hour' FROM flags WHERE flags.id = $1 AND answer_id = flag_answers.id`,
      [row.id, hours],
    );
  expect(await flagsOfReport(agent)).toEqual({
    rows: [null, 'no_action', 'warned'].map((outcome) => ({ reason: 'fraud', outcome, flags: 1 })),
    median_hours: 2.5,
  });
  expect(three.row.answer).toBeNull();
});

it('nothing that is counted in the log, the statistics or the trail tells a superuser of a report, and no number is an id', async () => {
  const reader = await createFlagger(test, { is_staff: true, is_superuser: true });
  const { pool } = test.database;
  const activity = async () => {
    const body = { from: today(), to: today(), time_zone: 'UTC' };
    const read = async (interval: string) => {
      const { body: found } = await callApi(test, getReport, {
        access: reader.access,
        body: { ...body, interval },
      }).expect(200);
      return (found.data as Report).series.find(({ key }) => key === 'active_users');
    };
    return [await read('hour'), await read('day')];
  };
  const before = await activity();
  // Of people who have done nothing else.
  const events = 'createFlag getFlag answerFlag flag_events_view flag_events_export bulk_action_end';
  for (const action of events.split(' '))
    await pool.query(
      `INSERT INTO audit_events (actor_id, action, target_id, details_hash) VALUES ($1, $2, $3, uuid_send(gen_random_uuid()))`,
      [(await createUser(test)).id, action, reader.user.id],
    );
  expect(await activity()).toEqual(before);

  const since = new Date().toISOString();
  for (const body of [{ action: 'createFlag' }, { created_after: since }, { actor: reader.user.username }])
    await textOf(exportAuditRecords, root, { body });
  const name = root.user.username;
  const lately = { access: agent.access, body: { created_after: since } };
  const { body: logs } = await callApi(test, listLogRecords, lately).expect(200);
  const exports = (logs.data as { message: string }[]).map(({ message }) => message);
  const lines = [`${name} exported audit records.`, `${name} began to export audit records.`];
  expect(exports.filter((message) => message.includes('audit records'))).toEqual([...lines, ...lines]);
  const { body: trail } = await callApi(test, listAuditRecords, {
    access: reader.access,
    body: { actor: root.user.id, action: 'exportAuditRecords', created_after: since },
  }).expect(200);
  const details = (trail.data as { details: object }[]).flatMap((event) => Object.keys(event.details));
  expect(details).not.toHaveLength(0);
  expect(details.filter((key) => ['matched', 'exported', 'user_ids'].includes(key))).toEqual([]);

  const ids = [
    await textOf(getUserOverview, reader, { id: root.user.id }),
    await textOf(exportUser, reader),
    await textOf(listTimeline, reader, { body: { user_id: reader.user.id } }),
  ];
  for (const text of ids) expect(text).not.toMatch(/"id":"?\d+"?[,}]/);

  // The job that ends the retention deletes the details, and with them the filters of looks.
  const checks = async () => {
    const text = await textOf(listAuditRecords, reader, { body: { actor: name } });
    await sealEverything();
    return [(await checked(reader)).checked, text];
  };
  const [number] = await checks();
  await pool.query('DELETE FROM bulk_actions');
  await pool.query('DELETE FROM audit_details');
  const [numberThen, text] = await checks();
  expect(numberThen).toBe(number);
  expect(text).not.toContain('flag_events');
});
