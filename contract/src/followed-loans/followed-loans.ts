import { z } from 'zod';
import { Id, IdPath, oneOf, requiredOr, Timestamp, visibleLine, WholeNumber } from 'contract/fields.ts';
import { examplePerson, Person } from 'contract/friends/friends.ts';
import { rateLimits } from 'contract/limits.ts';
import { resultResponse } from 'contract/loans/loans.ts';
import { messageWith } from 'contract/responses.ts';
import { empty, json, route } from 'contract/route.ts';
import { listOf } from 'contract/loans/loan-fields.ts';
import { statementLimits, transactionKinds } from 'contract/statements/statements.constants.ts';
import exampleRequest from './followed-loan-request.json' with { type: 'json' };
import { exampleHeadline, exampleInput, exampleLoan, figures, FollowedLoan } from './followed-loan-record.ts';
import { FollowedLoanInput, FollowLoanBody, LoanFile, LoanTermsUpdate } from './followed-loan-fields.ts';
import { FollowedLoanResult, LoanHeadline } from './followed-loan-result.ts';
import {
  fileJoins,
  followedLoanLimits,
  followedLoanMessages,
  restoringActs,
} from './followed-loans.constants.ts';

export { FollowedLoan, FollowedLoanInput, FollowedLoanResult, FollowLoanBody, LoanFile };

const LoanFigures = { loan: FollowedLoan, figures: FollowedLoanResult };
const exampleFigures = { loan: exampleLoan, figures };

const changed = (msg: string, description: string) =>
  json(z.object({ msg: z.string(), ...LoanFigures }), { msg, ...exampleFigures }, description);

const changedLoan = (msg: string, description: string, example = exampleLoan) =>
  messageWith('loan', FollowedLoan, { msg, example, description });

export const followLoan = route('followLoan', {
  summary: 'Calculate what is owed, what will be owed and what was planned',
  description:
    'Checks the interest of a loan account as `checkStatement` does, and calculates its end, the days gained on the plan, ' +
    'what decisions on the cash rate and offset accounts did, and the progress of goals. Every figure is as of the last ' +
    'transaction. Keeps nothing.',
  body: FollowLoanBody,
  bodyMaxBytes: statementLimits.bodyMaxBytes,
  bodyExample: exampleRequest,
  isCalculation: true,
  response: resultResponse(FollowedLoanResult, figures, 'The loan.'),
  rateLimit: rateLimits.computation,
});

/** A headline of another version may have other fields, so any JSON object is accepted. */
const Headline = z.union([LoanHeadline, z.record(z.string(), z.json())]) as unknown as typeof LoanHeadline;

export const ListedLoan = FollowedLoan.pick({
  id: true,
  name: true,
  version: true,
  co_owner: true,
  date_updated: true,
})
  .extend({ headline: Headline.describe('The figures of the last change.') })
  .meta({ id: 'ListedLoan' });
export type ListedLoan = z.infer<typeof ListedLoan>;

const Invitation = z
  .object({ id: Id, name: z.string(), by: Person, created_at: Timestamp })
  .meta({ id: 'LoanInvitation' });
export type LoanInvitation = z.infer<typeof Invitation>;

export const listLoans = route('listLoans', {
  summary: 'List the loans that the user follows, and invitations to others',
  description: `Sorted by name. An invitation lapses after ${followedLoanLimits.invitationDays} days.`,
  response: json(
    z.object({ data: z.array(ListedLoan), invitations: z.array(Invitation) }),
    {
      data: [
        {
          id: exampleLoan.id,
          name: exampleLoan.name,
          version: 1,
          co_owner: null,
          headline: exampleHeadline,
          date_updated: exampleLoan.date_updated,
        },
      ],
      invitations: [],
    },
    'The loans.',
  ),
  countsAsActivity: false,
});

const Name = visibleLine(followedLoanLimits.nameMaxLength);

export const createLoan = route('createLoan', {
  summary: 'Follow a loan',
  description: `A user follows at most ${followedLoanLimits.loans} loans. The error details of the input are keyed \`input.…\`.`,
  body: z.strictObject({ name: Name, input: FollowedLoanInput }),
  bodyMaxBytes: statementLimits.bodyMaxBytes,
  bodyExample: { name: exampleLoan.name, input: exampleInput },
  responses: { 201: changed(followedLoanMessages.followed, 'Saved.') },
  errors: ['conflict', 'storage_limit_reached'],
  rateLimit: rateLimits.itemChange,
});

export const getLoan = route('getLoan', {
  summary: 'Read a followed loan with its figures',
  description: 'Computes the figures anew, with the goals of the caller.',
  params: IdPath,
  isCalculation: true,
  response: json(z.object(LoanFigures), exampleFigures, 'The loan.'),
  rateLimit: rateLimits.computation,
});

const Version = WholeNumber.describe('The version that the caller has. Another one is refused.');

export const updateLoan = route('updateLoan', {
  summary: 'Rename a followed loan, or change its terms',
  description:
    'The name is the user’s own. Absent terms stay, and null removes a term. Terms need the version of the loan.',
  params: IdPath,
  body: z
    .strictObject({ name: Name, version: Version, terms: LoanTermsUpdate })
    .exactPartial()
    .refine(({ version, terms }) => terms === undefined || version !== undefined, {
      path: ['version'],
      error: 'Required.',
    }),
  bodyExample: { name: exampleLoan.name },
  response: changed(followedLoanMessages.updated, 'Saved.'),
  errors: ['conflict'],
  rateLimit: rateLimits.itemChange,
});

export const deleteLoan = route('deleteLoan', {
  summary: 'Delete a followed loan',
  description: 'The co-owner’s loan stays. An API token may not delete a loan that has two owners.',
  params: IdPath,
  responses: { 204: empty('Deleted.') },
  rateLimit: rateLimits.itemChange,
});

const rowNumber = z
  .int({ error: requiredOr('Must be a whole number.') })
  .min(1, followedLoanMessages.notARow);

export const addToLoan = route('addToLoan', {
  summary: 'Add rows of the bank to a followed loan',
  description:
    'Rows that the loan has are recognised by their day, amount and balance, so a file that is added again adds nothing.',
  params: IdPath,
  body: LoanFile,
  bodyMaxBytes: statementLimits.bodyMaxBytes,
  bodyExample: { transactions: [{ date: '2026-02-28', amount: -505, balance: 500.1 }] },
  response: json(
    z.object({
      msg: z.string(),
      ...LoanFigures,
      added: z.int(),
      recognised: z.int(),
      missing: z
        .array(z.int())
        .describe(
          'The numbers, from 1, of the rows between the first and the last of the file that it lacks.',
        ),
      joins: z.enum(fileJoins).nullable(),
    }),
    { msg: '1 row added.', ...exampleFigures, added: 1, recognised: 0, missing: [], joins: 'first' },
    'Added.',
  ),
  errors: ['conflict'],
  rateLimit: rateLimits.itemChange,
});

export const correctLoanRows = route('correctLoanRows', {
  summary: 'Remove rows of a followed loan, or change their kinds',
  params: IdPath,
  body: z.strictObject({
    version: Version,
    remove: listOf(rowNumber, statementLimits.transactions).optional(),
    kinds: listOf(
      z.strictObject({ row: rowNumber, kind: oneOf(transactionKinds) }),
      statementLimits.transactions,
    ).optional(),
  }),
  bodyExample: { version: 1, remove: [1] },
  response: changed(followedLoanMessages.corrected, 'Saved.'),
  errors: ['conflict'],
  rateLimit: rateLimits.itemChange,
});

export const restoreLoan = route('restoreLoan', {
  summary: 'Undo a change of a followed loan',
  description: `\`undo\` takes back the latest change as a whole, for ${followedLoanLimits.restoreDays} days, also if it is an undo. \`remove_rows\` removes the rows of a file; what was owed before the rows that stay is as it was without them. \`restore\` puts back what the other owner removed or replaced, for ${followedLoanLimits.restoreDays} days, unless it was set anew since, also after the loan is no longer followed together. \`discard\` gives that up, and changes nothing else. By default the first of the others that is possible is done; one that is not possible is a conflict.`,
  params: IdPath,
  body: z.strictObject({
    version: WholeNumber.describe('That of the change.'),
    act: oneOf(restoringActs).optional(),
    loan_version: Version.optional(),
  }),
  bodyExample: { version: 1, act: 'undo' },
  response: changed(followedLoanMessages.restored, 'Restored.'),
  errors: ['conflict'],
  rateLimit: rateLimits.itemChange,
});

export const inviteToLoan = route('inviteToLoan', {
  summary: 'Invite a friend to follow a loan together',
  description:
    'The friend sees the name of the loan and who asks, and keeps a copy after accepting. Null withdraws the invitation.',
  params: IdPath,
  body: z.strictObject({ user_id: Id.nullable() }),
  bodyExample: { user_id: examplePerson.id },
  response: changedLoan(followedLoanMessages.invited, 'Sent, or withdrawn.', {
    ...exampleLoan,
    invited: examplePerson,
  }),
  errors: ['conflict'],
  rateLimit: rateLimits.itemChange,
});

export const leaveLoan = route('leaveLoan', {
  summary: 'Stop following a loan together',
  description: 'Each owner keeps the whole loan as it is. Nobody is notified.',
  params: IdPath,
  response: changedLoan(followedLoanMessages.left, 'The loan is the user’s alone.'),
  errors: ['conflict'],
  rateLimit: rateLimits.itemChange,
});

export const answerLoanInvitation = route('answerLoanInvitation', {
  summary: 'Accept or reject an invitation to follow a loan together',
  params: IdPath,
  body: z.strictObject({ action: z.enum(['accept', 'reject'], 'Must be accept or reject.') }),
  bodyExample: { action: 'accept' },
  response: json(
    z.object({ msg: z.string(), loan: FollowedLoan.optional() }),
    { msg: followedLoanMessages.accepted, loan: { ...exampleLoan, co_owner: examplePerson } },
    'Answered. A rejection has no loan.',
  ),
  errors: ['conflict', 'storage_limit_reached'],
  rateLimit: rateLimits.itemChange,
});
