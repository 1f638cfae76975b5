import { deviceLimits } from 'contract/accounts/accounts.constants.ts';
import { SignIn } from 'contract/devices/devices.ts';
import { recordAccountEvent } from '#audit/audit.ts';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { announceEndedSessions } from '#auth/sessions/sessions.queries.ts';
import { lockSession } from '#domain/accounts/permissions.ts';
import type { Paging } from '#domain/lists/list.ts';
import { placePage } from '#domain/lists/lists.ts';
import { type HasNetworkNames, withNetworks } from '#domain/networks/network-names.ts';
import { daysAfter, readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase } from '#platform/database/database.ts';

export async function listDevices({ database: { prisma } }: HasDatabase, { user, session }: Caller) {
  const expiredBefore = daysAfter(await readClock(prisma), -deviceLimits.knownDays);
  const devices = await prisma.device.findMany({
    where: { user_id: user.id, last_used_at: { gt: expiredBefore } },
    orderBy: [{ last_used_at: 'desc' }, { id: 'desc' }],
  });
  return { data: devices.map((device) => ({ ...device, current: device.id === session.device_id })) };
}

export async function listSignIns(deps: HasDatabase & HasNetworkNames, { user }: Caller, paging: Paging) {
  const { prisma } = deps.database;
  const where = { user_id: user.id };
  const totalSignIn = await prisma.signIn.count({ where });
  const { place, range } = placePage(paging, totalSignIn);
  const signIns = await prisma.signIn.findMany({
    where,
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    ...range,
  });
  const data = withNetworks(deps, signIns).map((signIn) => SignIn.parse(signIn));
  return { data, totalSignIn, ...place };
}

/** Resolves to the number of ended sessions. */
export async function endOtherSessions({ database: { prisma } }: HasDatabase, { caller, clientInfo }: Actor) {
  const { session } = caller;
  return prisma.$transaction(async (tx) => {
    const user = await lockSession(tx, caller);
    const now = await readClock(tx);
    const { count } = await tx.session.updateMany({
      where: { user_id: user.id, id: { not: session.id }, revoked_at: null, expires_at: { gt: now } },
      data: { revoked_at: now },
    });
    await announceEndedSessions(tx, user.id);
    const others = { user_id: user.id, ...(session.device_id && { id: { not: session.device_id } }) };
    await tx.device.deleteMany({ where: others });
    await recordAccountEvent(tx, clientInfo, {
      action: 'logout',
      user,
      message: `${user.username} ended all other sessions: ${count}.`,
      details: { sessions: count },
    });
    return count;
  });
}
