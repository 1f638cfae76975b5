import { listLimits } from 'contract/limits.ts';
import { mayManage } from 'contract/permissions.ts';
import type { IpRecord, LogRecord } from 'contract/records.ts';
import type { UserOverview } from 'contract/user-overview.ts';
import type { Caller } from '#auth/callers.ts';
import { notFound } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';
import type { ListQuery } from '#platform/database/list-reader.ts';
import { selectLivingSessions, type SessionRow, toSession } from './sessions.service.ts';
import { selectUsers, toUser, type UserRow } from './users.service.ts';

/** All of it from one snapshot. Throws `not_found`. */
export async function getUserOverview(
  { database }: { database: Database },
  signal: AbortSignal,
  caller: Caller,
  id: string,
): Promise<UserOverview> {
  return database.lists(signal, async (query) => {
    const [row] = await query<UserRow>({ text: `${selectUsers} WHERE u.id = $1`, values: [id] });
    if (!row) throw notFound();
    const user = toUser(row);
    return {
      user,
      may_manage: mayManage(caller.user, user),
      sessions: await readSessions(query, caller, id),
      lock: await readLock(query, id),
      ip_records: await readIpRecords(query, id),
      log_records: await readLogRecords(query, id),
    };
  });
}

async function readSessions(query: ListQuery, caller: Caller, id: string): Promise<UserOverview['sessions']> {
  const rows = await query<SessionRow>({ text: selectLivingSessions, values: [id] });
  return rows.map((row) => toSession(row, caller));
}

interface GuardRow {
  key: string;
  attempts: number;
  locked_until: Date | null;
}

async function readLock(query: ListQuery, id: string): Promise<UserOverview['lock']> {
  const guards = await query<GuardRow>({
    text: `SELECT key, attempts, CASE WHEN next_try_at > now() THEN next_try_at END AS locked_until
           FROM login_guards WHERE user_id = $1 AND attempts > 0 ORDER BY updated_at DESC, key`,
    values: [id],
  });
  const [failure] = await query<{ ip_address: string; created_at: Date }>({
    text: `SELECT ip_address, created_at FROM ip_records WHERE user_id = $1 AND action = 'login_failed'
           ORDER BY created_at DESC, id DESC LIMIT 1`,
    values: [id],
  });
  const tries = guards.map(({ key, attempts, locked_until }) => ({
    isDevice: key.startsWith('device:'),
    attempts,
    locked_until: locked_until?.toISOString() ?? null,
  }));
  const account = tries.find(({ isDevice }) => !isDevice);
  const from = failure ? `, the last from ${failure.ip_address}` : '';
  return {
    attempts: account?.attempts ?? 0,
    locked_until: account?.locked_until ?? null,
    reason: account?.locked_until ? `${account.attempts} failed sign-ins in a row${from}.` : null,
    last_failed_at: failure?.created_at.toISOString() ?? null,
    last_failed_from: failure?.ip_address ?? null,
    devices: tries
      .filter(({ isDevice }) => isDevice)
      .map(({ attempts, locked_until }) => ({ attempts, locked_until })),
  };
}

type Timed<Row> = Omit<Row, 'created_at'> & { created_at: Date };

async function readIpRecords(query: ListQuery, id: string): Promise<IpRecord[]> {
  const rows = await query<Timed<IpRecord>>({
    text: `SELECT record.id, username AS user, ip_address, action, record.created_at
           FROM ip_records AS record JOIN users ON users.id = user_id
           WHERE user_id = $1 ORDER BY record.created_at DESC, record.id DESC LIMIT $2`,
    values: [id, listLimits.overviewRecords],
  });
  return rows.map(withTimeText);
}

async function readLogRecords(query: ListQuery, id: string): Promise<LogRecord[]> {
  const rows = await query<Timed<LogRecord>>({
    text: `SELECT id, message, level, from_proxy, created_at FROM log_records
           WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
    values: [id, listLimits.overviewRecords],
  });
  return rows.map(withTimeText);
}

function withTimeText<Row extends { created_at: Date }>(
  row: Row,
): Omit<Row, 'created_at'> & { created_at: string } {
  return { ...row, created_at: row.created_at.toISOString() };
}
