import { Readable } from 'node:stream';
import { utcDay } from 'contract/days.ts';
import { z } from 'zod';
import type { Caller } from '#auth/sessions/callers.ts';
import { flagActions } from '#audit/flag-events.ts';
import { deviceKeyPrefix, identifierKeyPrefix } from '#auth/credentials/login-guards.ts';
import { type StoredAttempt, toAttempt, withQuestions } from '#domain/training/attempts.ts';
import { exportLoanInvitations, exportLoans } from '#domain/followed-loans/export-loans.ts';
import { methodRecord } from '#domain/finance/method-record.ts';
import type { Prisma, PrismaClient } from '#generated/prisma/client.ts';
import type { IpRecordModel, SignInModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import {
  allPages,
  type ListReader,
  pageRows,
  writeLists,
  listsOfOthers,
  otherOf,
  pairsOf,
  person,
} from './export-lists.ts';
import { getOwnUser } from './users.service.ts';

/** All data about the caller except hashes and tokens. Log records are omitted, because each belongs to an event in `events`. */
export async function exportUser(deps: HasDatabase, caller: Caller) {
  const { id, username } = caller.user;
  const user = await getOwnUser(deps, caller);
  const additionalColumns = await deps.database.prisma.user.findUnique({
    where: { id },
    select: { created_at: true, email_verified_at: true, preferences: { omit: { user_id: true } } },
  });
  const exportedAt = new Date().toISOString();
  const head = { exported_at: exportedAt, user: { ...user, ...additionalColumns } };
  return {
    name: `${username}-${exportedAt.slice(0, 10)}.json`,
    // Reads at most one page ahead.
    json: Readable.from(writeLists(listsOf(deps.database.prisma, id), head), { highWaterMark: 1 }),
  };
}

function listsOf(prisma: PrismaClient, id: string): Record<string, ListReader> {
  const own = { where: { user_id: id }, orderBy: oldestFirst, omit: { user_id: true } } as const;
  const after = (last: { id: string } | undefined) => ({
    where: { user_id: id, ...(last && { id: { gt: last.id } }) },
    orderBy: { id: 'asc' as const },
  });
  return {
    sessions: () =>
      prisma.session.findMany({
        ...own,
        omit: { ...own.omit, refresh_token_hash: true, read_only_until: true },
      }),
    second_factors: () =>
      prisma.secondFactor.findMany({
        ...own,
        omit: { ...own.omit, sealed_secret: true, last_step: true, public_key: true, counter: true },
      }),
    recovery_codes: () =>
      prisma.recoveryCode.findMany({
        where: { user_id: id },
        orderBy: { created_at: 'asc' },
        select: { created_at: true },
      }),
    wrong_second_factors: () =>
      prisma.secondFactorTries.findMany({ where: { user_id: id }, omit: { user_id: true } }),
    identities: () => prisma.identity.findMany({ ...own, orderBy: { id: 'asc' } }),
    tokens: () => prisma.apiToken.findMany({ ...own, omit: { ...own.omit, token_hash: true } }),
    invitations: () =>
      prisma.invitation.findMany({
        where: { created_by_id: id },
        orderBy: oldestFirst,
        omit: { created_by_id: true, token_hash: true },
      }),
    invited: async () => {
      const uses = await prisma.invitationUse.findMany({
        where: { OR: [{ inviter_id: id }, { user_id: id }] },
        orderBy: oldestFirst,
        include: { inviter: { select: person }, user: { select: person } },
      });
      return uses.map(({ inviter, user, invitation_id, created_at }) => ({
        // Which invitation of another person it was concerns that person.
        ...(inviter.id === id && { invitation_id }),
        inviter: inviter.username,
        user: user?.username ?? null,
        created_at,
      }));
    },
    superuser_addresses: () => prisma.superuserAddress.findMany({ ...own, orderBy: { ip_address: 'asc' } }),
    devices: () => prisma.device.findMany(own),
    sign_ins: allPages(
      (last: SignInModel | undefined) => prisma.signIn.findMany({ ...after(last), take: pageRows }),
      ({ created_at, ip_address, user_agent, result }) => ({ created_at, ip_address, user_agent, result }),
    ),
    failed_sign_ins: async () => {
      const guards = await prisma.loginGuard.findMany({ where: { user_id: id }, orderBy: { key: 'asc' } });
      return guards.map(({ key, attempts, next_try_at, updated_at }) => ({
        counted_on: countedOn(key),
        attempts,
        next_try_at,
        updated_at,
      }));
    },
    mailed_links: () => prisma.accountLink.findMany({ ...own, omit: { ...own.omit, id: true, nonce: true } }),
    files: () => prisma.storedFile.findMany({ ...own, orderBy: [{ created_at: 'asc' }, { key: 'asc' }] }),
    friends: async () => (await prisma.friendship.findMany(pairsOf(id))).map(otherOf(id)),
    friend_requests: async () => {
      const requests = await prisma.friendRequest.findMany({
        where: { OR: [{ from_user_id: id }, { to_user_id: id }] },
        orderBy: oldestFirst,
        include: { from_user: { select: person }, to_user: { select: person } },
      });
      return requests.map(({ from_user, to_user, created_at: timestamp, ...request }) => ({
        ...request,
        from_user: from_user.username,
        to_user: to_user.username,
        timestamp,
      }));
    },
    recent_friend_requests: () =>
      prisma.friendRequestUse.findMany({
        where: { user_id: id },
        orderBy: oldestFirst,
        select: { created_at: true },
      }),
    ...listsOfOthers(prisma, id),
    training_attempts: allPages(
      (last: StoredAttempt | undefined) =>
        prisma.quizAttempt.findMany({ ...after(last), take: attemptsPerPage, include: withQuestions }),
      toAttempt,
      attemptsPerPage,
    ),
    training_cards: () =>
      prisma.trainingCard.findMany({ ...own, orderBy: [{ due_at: 'asc' }, { question_id: 'asc' }] }),
    // Without their authors.
    staff_notes: () =>
      prisma.userNote.findMany({
        where: { user_id: id },
        orderBy: oldestFirst,
        select: { text: true, created_at: true },
      }),
    notifications: () => prisma.notification.findMany(own),
    // Staff may still change a notice before it starts.
    notices: async () =>
      prisma.notice.findMany({
        where: { user_id: id, is_draft: false, starts_at: { lte: await readClock(prisma) } },
        orderBy: oldestFirst,
        select: {
          id: true,
          title: true,
          text: true,
          level: true,
          starts_at: true,
          ends_at: true,
          withdrawn_at: true,
        },
      }),
    notices_read: () => prisma.noticeRead.findMany({ ...own, orderBy: { read_at: 'asc' } }),
    cash_rate_notices: () =>
      prisma.cashRateNotice.findMany({ ...own, orderBy: [{ date: 'asc' }, { target: 'asc' }] }),
    calculations: async () => {
      const calculations = await prisma.calculation.findMany({
        ...own,
        omit: { ...own.omit, summary: true },
        include: { shares: { include: { friend: { select: person } } } },
      });
      return calculations.map(({ shares, calculated, ...calculation }) => {
        const { method, on } = methodRecord({ calculated, date_updated: calculation.date_updated });
        return {
          ...calculation,
          variable_rate: calculation.rate_day !== null,
          method,
          calculated_on: on,
          shared_with: shares.map(({ friend }) => friend),
        };
      });
    },
    calculations_of_friends: async () => {
      const shares = await prisma.calculationShare.findMany({
        where: { friend_id: id, calculation: { user: { deletion_asked_at: null } } },
        orderBy: { calculation_id: 'asc' },
        select: { calculation: { select: { id: true, name: true, user: { select: person } } } },
      });
      return shares.map(({ calculation: { user, ...calculation } }) => ({
        ...calculation,
        by: user.username,
      }));
    },
    followed_datasets: () => prisma.datasetFollow.findMany({ ...own, orderBy: { slug: 'asc' } }),
    followed_loans: () => exportLoans(prisma, id),
    loan_invitations: () => exportLoanInvitations(prisma, id),
    objectives: async () => {
      const objectives = await prisma.objective.findMany({
        ...own,
        orderBy: { id: 'asc' },
        include: { amounts: { orderBy: { date: 'asc' } } },
      });
      return objectives.map(({ target_cents, current_cents, target_date, amounts, ...objective }) => ({
        ...objective,
        target_amount: Number(target_cents) / 100,
        current_amount: Number(current_cents) / 100,
        target_date: utcDay(target_date),
        history: amounts.map(({ date, amount_cents }) => ({
          date: utcDay(date),
          amount: Number(amount_cents) / 100,
        })),
      }));
    },
    ip_records: allPages(
      (last: Omit<IpRecordModel, 'user_id'> | undefined) =>
        prisma.ipRecord.findMany({ ...after(last), take: pageRows, omit: { user_id: true } }),
      (record) => record,
    ),
    events: allPages(
      (last: Event | undefined) =>
        readEvents(prisma, { target_id: id, action: { notIn: [...flagActions] } }, last),
      (event) => ({
        created_at: event.created_at,
        action: event.action,
        occurrences: event.occurrences,
        by: !event.actor_id ? 'nobody signed in' : event.actor_id === id ? 'you' : 'staff',
        details: readDetails(event, event.actor_id === id || !event.actor_id),
      }),
    ),
    // Actions of the caller that concern others. They include only the ids of the others.
    actions: allPages(
      (last: Event | undefined) =>
        readEvents(prisma, { actor_id: id, OR: [{ target_id: null }, { NOT: { target_id: id } }] }, last),
      (event) => {
        const { created_at, action, target_id } = event;
        return { created_at, action, target_id, ...clientOf(event) };
      },
    ),
  };
}

function countedOn(guardKey: string): string {
  if (guardKey.startsWith(deviceKeyPrefix)) return 'a known device';
  return guardKey.startsWith(identifierKeyPrefix)
    ? 'a username or email address of the account'
    : 'the signed-in user';
}

const oldestFirst: { created_at?: 'asc'; id?: 'asc' }[] = [{ created_at: 'asc' }, { id: 'asc' }];
/** Each with up to 50 questions. */
const attemptsPerPage = 50;

type Event = Prisma.AuditEventGetPayload<{ include: { details: true } }>;

async function readEvents(prisma: PrismaClient, where: Prisma.AuditEventWhereInput, last: Event | undefined) {
  return prisma.auditEvent.findMany({
    where: { ...where, ...(last && { id: { gt: last.id } }) },
    orderBy: { id: 'asc' },
    take: pageRows,
    include: { details: true },
  });
}

/** Null if an erasure has deleted them. The IP addresses and user agents of staff are not included. */
function readDetails(event: Event, isWithClient: boolean): Details | null {
  if (!event.details?.details) return null;
  const details = Details.catch({}).parse(JSON.parse(event.details.details));
  return isWithClient ? { ...details, ...clientOf(event) } : details;
}

const Details = z.record(z.string(), z.unknown());
type Details = z.infer<typeof Details>;

const clientOf = ({ details }: Event) => ({
  ip_address: details?.ip_address ?? null,
  user_agent: details?.user_agent ?? null,
});
