import { isDeepStrictEqual } from 'node:util';
import type {
  createLoan as createLoanRoute,
  FollowedLoan,
  LoanInvitation,
  updateLoan as updateLoanRoute,
} from 'contract/followed-loans/followed-loans.ts';
import { FollowedLoanInput, ListedLoan } from 'contract/followed-loans/followed-loans.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import {
  daysOfLoan,
  followedLoanLimits,
  followedLoanMessages,
} from 'contract/followed-loans/followed-loans.constants.ts';
import { Timestamp } from 'contract/fields.ts';
import { loanFields } from 'engine/followed-loans/loan-fields.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { recordLoanEvent } from './loan-events.ts';
import { lockCaller } from '#domain/accounts/permissions.ts';
import { chargedTogether } from '#domain/finance/calculators.ts';
import { deleteInvitation, deleteLapsedInvitations, unlinkLoans } from '#domain/followed-loans/loan-links.ts';
import { loanLink } from '#domain/notifications/notifications.ts';
import { announceNotifications } from '#domain/notifications/notifications.queries.ts';
import { assertStorageAvailable } from '#domain/storage/storage-usage.ts';
import { AppError, fieldErrors, notFound, validationFailed } from '#errors.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, HasDatabase, Transaction } from '#platform/database/database.ts';
import type { Settings } from '#settings/settings.ts';
import {
  lockLoanRows,
  type LoanRow,
  selectInvitations,
  selectLoan,
  selectLoans,
} from '#domain/followed-loans/followed-loans.queries.ts';
import { changeLoan } from './loan-changes.ts';
import { faultsOf } from './loan-faults.ts';
import { type CalculatingDependencies, calculateLoan, calculateOwnLoan, headlineOf } from './loan-figures.ts';
import { inputOf, toLoan } from '#domain/followed-loans/loan-record.ts';
import type { StoredChange } from '#domain/followed-loans/stored-changes.ts';
import { withoutLoss } from '#domain/followed-loans/undo.ts';

export interface LoanWithFigures {
  loan: FollowedLoan;
  figures: FollowedLoanResult;
}

/** Of a newer version. */
const noHeadline = {} as ListedLoan['headline'];

export async function listLoans(
  { database }: HasDatabase,
  { user, isAssistant }: Caller,
): Promise<{ data: ListedLoan[]; invitations: LoanInvitation[] }> {
  const rows = await selectLoans(database, user.id);
  const received = isAssistant ? [] : await selectInvitations(database, user.id);
  if (received.some(({ is_open: isOpen }) => !isOpen)) {
    // With the notification, which would lead to nothing until the daily job.
    await database.prisma.$transaction((tx) => deleteLapsedInvitations(tx, user.id));
  }
  return {
    data: rows.map(({ headline, date_updated, ...row }) => ({
      ...row,
      headline: ListedLoan.shape.headline.catch(noHeadline).parse(headline),
      date_updated: Timestamp.parse(date_updated),
    })),
    invitations: received.flatMap(({ is_open: isOpen, ...row }) =>
      isOpen ? [{ ...row, created_at: Timestamp.parse(row.created_at) }] : [],
    ),
  };
}

export async function readRow(
  executor: Database | Transaction,
  { user }: Pick<Caller, 'user'>,
  id: string,
): Promise<LoanRow> {
  const [row] = await selectLoan(executor, user.id, id);
  if (!row) throw notFound();
  return row;
}

export async function getLoan(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
): Promise<LoanWithFigures> {
  const row = await readRow(deps.database, caller, id);
  const figures = await calculateOwnLoan(deps, caller, id, inputOf(row));
  return { loan: toLoan(row), figures };
}

/** Call it with the user locked. */
export async function assertRoomForLoan(tx: Transaction, settings: Settings, user: UserModel): Promise<void> {
  if ((await tx.followedLoan.count({ where: { user_id: user.id } })) >= followedLoanLimits.loans) {
    throw new AppError('conflict', followedLoanMessages.tooManyLoans);
  }
  await assertStorageAvailable(tx, settings, user);
}

export async function createLoan(
  deps: CalculatingDependencies,
  { caller, clientInfo }: Actor,
  { name, input }: z.output<(typeof createLoanRoute)['body']>,
): Promise<LoanWithFigures> {
  const charging = chargedTogether(deps.charging);
  const figures = await calculateLoan({ ...deps, charging }, { ...input, goals: [] });
  // Before the user is locked.
  const faults = await faultsOf(charging, input, figures);
  const { firstDate, lastDate } = daysOfLoan(input);
  const rows = input.transactions?.length ?? 0;
  const id = uuidv7();
  const row = await deps.database.prisma.$transaction(async (tx) => {
    const user = await lockCaller(tx, caller);
    await assertRoomForLoan(tx, deps.settings, user);
    const change: StoredChange = {
      version: 1,
      at: Timestamp.parse(await readClock(tx)),
      own: true,
      pair: null,
      kind: 'created',
      rows,
      first_date: rows > 0 ? firstDate : null,
      last_date: rows > 0 ? lastDate : null,
    };
    await tx.followedLoan.create({
      data: {
        id,
        user_id: user.id,
        name,
        input: loanFields(input),
        row_versions: Array.from({ length: rows }, () => 1),
        changes: [change],
        ...headlineOf(figures, faults),
      },
    });
    await recordLoanEvent(tx, { caller, clientInfo }, 'createLoan', { loanId: id });
    return readRow(tx, caller, id);
  });
  return { loan: toLoan(row), figures };
}

type LoanUpdate = z.output<(typeof updateLoanRoute)['body']>;

/** A refusal to compute or to change the terms leaves the name as it was. */
export async function updateLoan(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
  { name, version, terms }: LoanUpdate,
): Promise<LoanWithFigures> {
  const updated =
    terms === undefined
      ? await getLoan(deps, caller, id)
      : await updateTerms(deps, caller, id, { version, terms });
  if (name === undefined) return updated;
  const data = { name, date_updated: await readClock(deps.database) };
  const where = { id, user_id: caller.user.id };
  const { count } = await deps.database.prisma.followedLoan.updateMany({ where, data });
  if (count === 0) throw notFound();
  return { ...updated, loan: toLoan(await readRow(deps.database, caller, id)) };
}

function updateTerms(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
  { version, terms }: { version: number | undefined; terms: NonNullable<LoanUpdate['terms']> },
): Promise<LoanWithFigures> {
  return changeLoan(deps, caller, id, version, ({ input }) => {
    const entries = Object.entries(terms);
    const changed = Object.fromEntries(entries.filter(([, term]) => term !== null));
    const removed = Object.fromEntries(entries.filter(([, term]) => term === null));
    const parsed = FollowedLoanInput.safeParse({ ...loanFields({ ...input, ...changed }), ...removed });
    if (!parsed.success) throw validationFailed(underTerms(fieldErrors(parsed.error)));
    if (isDeepStrictEqual(loanFields(parsed.data), loanFields(input))) return null;
    return {
      input: parsed.data,
      change: { kind: 'terms', rows: 0, first_date: null, last_date: null },
    };
  });
}

const underTerms = (errors: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, reasons]) => [`terms.${field}`, reasons]));

/** The loan of the other owner stays. */
export async function deleteLoan({ database }: HasDatabase, actor: Actor, id: string): Promise<void> {
  const { caller } = actor;
  await database.prisma.$transaction(async (tx) => {
    const rows = await lockLoanRows(tx, caller.user.id, id);
    if (rows.every((row) => row.id !== id)) throw notFound();
    // A token may not end following together.
    if (rows.length > 1 && caller.scopes !== null) throw new AppError('insufficient_scope');
    await unlinkLoans(tx, rows);
    await deleteInvitation(tx, id);
    const { count } = await tx.notification.deleteMany({
      where: { user_id: caller.user.id, link: loanLink(id) },
    });
    if (count > 0) await announceNotifications(tx, caller.user.id);
    await tx.followedLoan.delete({ where: { id } });
    await recordLoanEvent(tx, actor, 'deleteLoan', {
      loanId: id,
      otherId: rows.find((row) => row.id !== id)?.user_id,
    });
  });
}

/** Gives up what the user can restore of a change. The loan, and what the other owner has, stay as they are. */
export async function discardLoss(
  deps: CalculatingDependencies,
  caller: Caller,
  id: string,
  { version, loan_version }: { version: number; loan_version?: number | undefined },
): Promise<LoanWithFigures> {
  await deps.database.prisma.$transaction(async (tx) => {
    const row = (await lockLoanRows(tx, caller.user.id, id)).find((each) => each.id === id);
    if (!row) throw notFound();
    if (loan_version !== undefined && loan_version !== row.version) {
      throw new AppError('conflict', followedLoanMessages.changedMeanwhile);
    }
    const restorable = withoutLoss(row.restorable, version);
    if (!restorable) throw new AppError('conflict', followedLoanMessages.notRestorable);
    await tx.followedLoan.update({ where: { id }, data: { restorable } });
  });
  return getLoan(deps, caller, id);
}
