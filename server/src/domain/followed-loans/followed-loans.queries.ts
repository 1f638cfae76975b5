import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { Person } from 'contract/friends/friends.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';

const person = Prisma.sql`
  jsonb_build_object('id', person.id, 'username', person.username, 'user_image', person.user_image)`;

/** The row of the other owner of `loan`, while the friendship lasts. */
const otherRow = Prisma.sql`
  loan.low_user_id IS NOT NULL AND other.pair_id = loan.pair_id AND other.user_id <> loan.user_id
  AND other.low_user_id IS NOT NULL`;

const coOwner = Prisma.sql`
  (SELECT ${person} FROM followed_loans AS other JOIN users AS person ON person.id = other.user_id
   WHERE ${otherRow})`;

/** For `invitation`. */
const isOpen = Prisma.sql`
  invitation.created_at > now() - make_interval(days => ${Prisma.raw(String(followedLoanLimits.invitationDays))})`;

/** None that was sent while the friend was suspended. */
const isReceived = Prisma.sql`
  NOT EXISTS (
    SELECT FROM users AS friend WHERE friend.id = friend_id AND friend.suspended_until > invitation.created_at)`;

export const selectLoans = defineQuery(
  'select-followed-loans',
  z.object({
    id: z.string(),
    name: z.string(),
    version: z.int(),
    headline: z.unknown(),
    date_updated: z.date(),
    co_owner: Person.nullable(),
  }),
  (userId: string) => Prisma.sql`
    SELECT id, name, version, headline, date_updated, ${coOwner} AS co_owner FROM followed_loans AS loan
    WHERE user_id = ${userId}::uuid ORDER BY lower(name COLLATE "C"), id`,
);

/** Also those that have lapsed. */
export const selectInvitations = defineQuery(
  'select-loan-invitations',
  z.object({ id: z.string(), name: z.string(), by: Person, created_at: z.date(), is_open: z.boolean() }),
  (userId: string) => Prisma.sql`
    SELECT loan.id, loan.name, ${person} AS by, invitation.created_at, ${isOpen} AS is_open
    FROM loan_invitations AS invitation JOIN followed_loans AS loan ON loan.id = loan_id
      JOIN users AS person ON person.id = loan.user_id
    WHERE friend_id = ${userId}::uuid AND ${isReceived} ORDER BY invitation.created_at, loan.id`,
);

const LoanRow = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  input: z.unknown(),
  row_versions: z.unknown(),
  changes: z.unknown(),
  restorable: z.unknown(),
  /** The charges that are called wrong. */
  faults: z.unknown(),
  /** Null unless the loan has two owners. */
  pair_id: z.string().nullable(),
  created_at: z.date(),
  date_updated: z.date(),
  owner: Person,
  co_owner: Person.nullable(),
  invited: Person.nullable(),
});
export type LoanRow = z.output<typeof LoanRow>;

export const selectLoan = defineQuery(
  'select-followed-loan',
  LoanRow,
  (userId: string, id: string) => Prisma.sql`
    SELECT id, name, version, input, row_versions, changes, restorable, headline -> 'faults' AS faults,
      CASE WHEN low_user_id IS NOT NULL THEN pair_id END AS pair_id, created_at, date_updated,
      (SELECT ${person} FROM users AS person WHERE person.id = user_id) AS owner, ${coOwner} AS co_owner,
      (SELECT ${person} FROM loan_invitations AS invitation JOIN users AS person ON person.id = friend_id
       WHERE loan_id = loan.id AND ${isOpen}) AS invited
    FROM followed_loans AS loan WHERE id = ${id}::uuid AND user_id = ${userId}::uuid`,
);

/** Locks the user's row and that of the other owner in the order of their ids. */
export const lockLoanRows = defineQuery(
  'lock-followed-loan-rows',
  z.object({
    id: z.string(),
    user_id: z.string(),
    name: z.string(),
    version: z.int(),
    changes: z.unknown(),
    restorable: z.unknown(),
    pair_id: z.string().nullable(),
  }),
  (userId: string, id: string) => Prisma.sql`
    SELECT id, user_id, name, version, changes, restorable,
      CASE WHEN low_user_id IS NOT NULL THEN pair_id END AS pair_id
    FROM followed_loans
    WHERE (id = ${id}::uuid AND user_id = ${userId}::uuid) OR (
      low_user_id IS NOT NULL AND pair_id = (
        SELECT pair_id FROM followed_loans
        WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND low_user_id IS NOT NULL))
    ORDER BY id FOR UPDATE`,
);

/** Prevents the deletion of the owners, so that notifications may refer to them. Before rows of loans are locked. */
export const lockOwnersAgainstDeletion = defineQuery(
  'lock-loan-owners-against-deletion',
  idRow,
  (ids: readonly string[]) => Prisma.sql`
    SELECT id FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR KEY SHARE`,
);

/** An invitation that has not lapsed. */
export const selectOpenInvitation = defineQuery(
  'select-open-loan-invitation',
  z.object({ loan_id: z.string(), inviter_id: z.string() }),
  (friendId: string, loanId: string) => Prisma.sql`
    SELECT loan_id, user_id AS inviter_id FROM loan_invitations AS invitation
      JOIN followed_loans AS loan ON loan.id = loan_id
    WHERE loan_id = ${loanId}::uuid AND friend_id = ${friendId}::uuid AND ${isOpen} AND ${isReceived}`,
);

/** Null in the form of a newer version. */
const asOf = Prisma.sql`
  CASE WHEN headline ->> 'as_of' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' THEN (headline ->> 'as_of')::date END`;
const delayDays = Prisma.sql`
  CASE WHEN headline ->> 'usual_delay_days' ~ '^-?[0-9]{1,9}$' THEN (headline ->> 'usual_delay_days')::int END`;

const Due = z.object({ id: z.string(), user_id: z.string(), name: z.string(), as_of: z.string() });
const hasRows = Prisma.sql`jsonb_array_length(row_versions) > 0`;

const isOwedStill = Prisma.sql`headline #>> '{projection,end_reason}' IS DISTINCT FROM 'paid_off'`;
const isActive = Prisma.sql`
  is_active AND email_verified_at IS NOT NULL AND coalesce(suspended_until, '-infinity') <= now()`;

/** Whether a loan is one whose owner is to hear that a change of the cash rate should have reached it. */
const awaitsDecision = (decision: string) => Prisma.sql`
  ${asOf} < ${decision}::text::date AND input -> 'variable_rate' IS DISTINCT FROM 'false'::jsonb AND ${isOwedStill}`;

/** Whether the user is notified of a change of the cash rate by a followed loan, then or some days later. For \`preferences\`. */
export const hearsByLoan = (decision: string) => Prisma.sql`
  coalesce(preferences.loan_decision, true) AND EXISTS (
    SELECT FROM followed_loans WHERE followed_loans.user_id = users.id
      AND (decision_reminded = ${decision}::text::date OR (${awaitsDecision(decision)})))`;

/** Loans whose last transaction is a month old, unless a later one was reminded of. Of two workers, one gets each. */
export const claimLoanReminders = defineQuery(
  'claim-loan-reminders',
  Due.extend({ has_rows: z.boolean() }),
  (today: string, limit: number) => Prisma.sql`
    UPDATE followed_loans SET reminded_for = ${asOf} WHERE id IN (
      SELECT loan.id FROM followed_loans AS loan JOIN users ON users.id = user_id
      WHERE ${asOf} + interval '1 month' <= ${today}::text::date
        AND coalesce(reminded_for, '-infinity') < ${asOf} AND ${isOwedStill} AND ${isActive}
      ORDER BY loan.id LIMIT ${limit} FOR UPDATE OF loan SKIP LOCKED)
    RETURNING id, user_id, name, headline ->> 'as_of' AS as_of, ${hasRows} AS has_rows`,
);

/** Variable loans that the latest change of the cash rate should have reached by now. */
export const claimDecisionReminders = defineQuery(
  'claim-loan-decision-reminders',
  Due.extend({ delay_days: z.int().nullable() }),
  (today: string, decision: string, usualDays: number, limit: number) => Prisma.sql`
    UPDATE followed_loans SET decision_reminded = ${decision}::text::date WHERE id IN (
      SELECT loan.id FROM followed_loans AS loan JOIN users ON users.id = user_id
      WHERE ${awaitsDecision(decision)}
        AND ${decision}::text::date + coalesce(${delayDays}, ${usualDays}::int) <= ${today}::text::date
        AND coalesce(decision_reminded, '-infinity') < ${decision}::text::date
        AND ${isActive}
      ORDER BY loan.id LIMIT ${limit} FOR UPDATE OF loan SKIP LOCKED)
    RETURNING id, user_id, name, headline ->> 'as_of' AS as_of, ${delayDays} AS delay_days`,
);

/** Only one that this version can read. Compared as text, because what looks like a time need not be one. */
const isOldLoss = (days: number) => Prisma.sql`
  coalesce(loss ->> 'at' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z$' AND (loss ->> 'at') COLLATE "C" <=
    to_char(now() AT TIME ZONE 'UTC' - make_interval(days => ${days}::int), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), false)`;

/** None in the form of a newer version. */
const losses = Prisma.sql`CASE WHEN jsonb_typeof(restorable) = 'array' THEN restorable ELSE '[]' END`;

/** Deletes what can no longer be restored. */
export const deleteOldLosses = defineQuery(
  'delete-old-losses-of-loans',
  idRow,
  (days: number) => Prisma.sql`
    UPDATE followed_loans SET restorable = (
      SELECT coalesce(jsonb_agg(loss ORDER BY place), '[]')
      FROM jsonb_array_elements(${losses}) WITH ORDINALITY AS losses (loss, place)
      WHERE NOT ${isOldLoss(days)})
    WHERE EXISTS (
      SELECT FROM jsonb_array_elements(${losses}) AS losses (loss) WHERE ${isOldLoss(days)})
    RETURNING id`,
);

/** Prevents the deletion of a loan of the user until the transaction ends. */
export const lockFollowedLoan = defineQuery(
  'lock-followed-loan',
  z.object({ input: z.unknown() }),
  (userId: string, id: string) => Prisma.sql`
    SELECT input FROM followed_loans WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE`,
);
