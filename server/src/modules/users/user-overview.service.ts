import { listLimits } from 'contract/limits.ts';
import { mayManage } from 'contract/users/permissions.ts';
import { IpRecord, LogRecord } from 'contract/records/records.ts';
import type { getUserOverview as getUserOverviewRoute } from 'contract/users/users.ts';
import type { RouteResult } from 'contract/route.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { deviceKeyPrefix, identifierKeyPrefix } from '#auth/credentials/login-guards.ts';
import { eventIdOf, flagActions } from '#audit/flag-events.ts';
import { toFlagSummary, toOwnFlag, withAnswer } from '#domain/flags/flag-summary.ts';
import { selectFlagGroups } from '#domain/flags/flags.queries.ts';
import { findFactors } from '#auth/second-factor/factors.ts';
import { type HasNetworkNames, withNetworks } from '#domain/networks/network-names.ts';
import { notFound } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { listValidSessions } from './users.service.ts';
import { selectUser, selectUserAddresses } from './users.queries.ts';

type UserOverview = RouteResult<typeof getUserOverviewRoute>;

/** Reads from one snapshot. */
export async function getUserOverview(deps: HasDatabase & HasNetworkNames, caller: Caller, id: string) {
  const read = async (tx: Transaction) => {
    const [user] = await selectUser(tx, id);
    if (!user) throw notFound();
    return {
      user,
      may_manage: mayManage(caller.user, user),
      second_factors: (await findFactors(tx, id)).length,
      sessions: withNetworks(deps, await listValidSessions(tx, caller, id)),
      lock: await readLock(tx, id),
      addresses: withNetworks(deps, await selectUserAddresses(tx, id)),
      ip_records: await readIpRecords(deps, tx, user),
      log_records: await readLogRecords(tx, id),
      ...(await readInvitations(tx, id)),
      staff_actions: await readStaffActions(tx, id),
      flags: caller.scopes ? null : await readFlags(tx, caller, id),
    };
  };
  return deps.database.prisma.$transaction(read, { isolationLevel: 'RepeatableRead' });
}

async function readLock(tx: Transaction, id: string): Promise<UserOverview['lock']> {
  const now = await readClock(tx);
  const guards = await tx.loginGuard.findMany({
    where: { user_id: id, attempts: { gt: 0 } },
    orderBy: [{ updated_at: 'desc' }, { key: 'asc' }],
  });
  const failure = await tx.ipRecord.findFirst({
    where: { user_id: id, action: 'login_failed' },
    orderBy: latestFirst,
  });
  const guardStates = guards.map(({ key, attempts, next_try_at }) => ({
    key,
    attempts,
    locked_until: next_try_at && next_try_at > now ? next_try_at.toISOString() : null,
  }));
  const atIdentifiers = guardStates.filter(({ key }) => key.startsWith(identifierKeyPrefix));
  const attempts = Math.max(0, ...atIdentifiers.map((guard) => guard.attempts));
  const waits = atIdentifiers.flatMap(({ locked_until }) => locked_until ?? []);
  const from = failure ? `, the last from ${failure.ip_address}` : '';
  return {
    attempts,
    locked_until: waits.toSorted().at(-1) ?? null,
    reason: waits.length > 0 ? `${attempts} failed sign-ins in a row${from}.` : null,
    last_failed_at: failure?.created_at ?? null,
    last_failed_from: failure?.ip_address ?? null,
    devices: guardStates
      .filter(({ key }) => key.startsWith(deviceKeyPrefix))
      .map(({ attempts: failures, locked_until }) => ({ attempts: failures, locked_until })),
  };
}

const latestFirst: { created_at?: 'desc'; id?: 'desc' }[] = [{ created_at: 'desc' }, { id: 'desc' }];
const latest = { orderBy: latestFirst, take: listLimits.overviewRecords };

async function readIpRecords(deps: HasNetworkNames, tx: Transaction, user: { id: string; username: string }) {
  const records = await tx.ipRecord.findMany({ where: { user_id: user.id }, ...latest });
  return withNetworks(deps, records).map((record) => IpRecord.parse({ ...record, user: user.username }));
}

async function readLogRecords(tx: Transaction, userId: string): Promise<LogRecord[]> {
  const records = await tx.logRecord.findMany({ where: { user_id: userId }, ...latest });
  return records.map((record) => LogRecord.parse(record));
}

async function readInvitations(tx: Transaction, id: string) {
  const person = { select: { id: true, username: true } };
  const own = await tx.invitationUse.findUnique({ where: { user_id: id }, include: { inviter: person } });
  const uses = await tx.invitationUse.findMany({
    where: { inviter_id: id, user_id: { not: null } },
    include: { user: person },
    ...latest,
  });
  return {
    invited_by: own?.inviter ?? null,
    invited: uses.flatMap(({ user, created_at }) => (user ? [{ ...user, registered_at: created_at }] : [])),
  };
}

async function readStaffActions(tx: Transaction, userId: string): Promise<UserOverview['staff_actions']> {
  const events = await tx.auditEvent.findMany({
    where: { target_id: userId, actor_id: { not: userId }, action: { notIn: [...flagActions] } },
    ...latest,
  });
  const actors = await tx.user.findMany({
    where: { id: { in: events.flatMap(({ actor_id }) => actor_id ?? []) } },
    select: { id: true, username: true },
  });
  const names = new Map(actors.map(({ id, username }) => [id, username]));
  return events.map(({ details_hash, action, actor_id, created_at }) => ({
    id: eventIdOf(details_hash),
    action,
    actor: names.get(actor_id ?? '') ?? null,
    created_at,
  }));
}

/** Flags are listed by themselves, and are no part of the other lists. */
async function readFlags(tx: Transaction, { user: viewer }: Caller, userId: string) {
  const span = { sort: 'latest', skip: 0, take: listLimits.overviewRecords } as const;
  const about = await selectFlagGroups(tx, viewer, { user: userId }, span);
  const visible = { is_staff: false, is_superuser: false };
  const where = {
    flagger_id: userId,
    user: { id: { not: viewer.id }, ...(!viewer.is_superuser && visible) },
  };
  const by = await tx.flag.findMany({ where, ...latest, ...withAnswer });
  return {
    about: about.map(toFlagSummary),
    by: by.map(toOwnFlag),
    made: await tx.flag.count({ where }),
    without_action: await tx.flag.count({ where: { ...where, answer: { outcome: 'no_action' } } }),
  };
}
