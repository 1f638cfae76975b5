/** A followed loan as it is sent. */
import { z } from 'zod';
import { Id, storedKind, Timestamp } from 'contract/fields.ts';
import { examplePerson, Person } from 'contract/friends/friends.ts';
import type { FollowedLoanFields } from './followed-loan-fields.ts';
import exampleRequest from './followed-loan-request.json' with { type: 'json' };
import exampleResult from './followed-loan-result.json' with { type: 'json' };
import type { FollowedLoanResult } from './followed-loan-result.ts';
import { changeKinds, followedLoanLimits, undoActs } from './followed-loans.constants.ts';

export const figures = exampleResult as FollowedLoanResult;

const Change = z
  .object({
    version: z.int(),
    at: Timestamp,
    by: Person.nullable().describe('The user or the co-owner; null for an earlier owner.'),
    kind: storedKind(changeKinds),
    rows: z.int().describe('The rows that were added, removed or relabelled.'),
    first_date: z.iso.date().nullable(),
    last_date: z.iso.date().nullable(),
    undo_act: z
      .enum(undoActs)
      .nullable()
      .describe(
        'How `restoreLoan` undoes it: the latest change as a whole, or by removing the rows of a file. Null if it does not.',
      ),
  })
  .meta({ id: 'LoanChange' });

const Restorable = z.object({
  version: z.int().describe('The version of the change that removed or replaced it.'),
  at: Timestamp,
  rows: z.int().describe('The rows that were removed or relabelled.'),
  terms: z.boolean().describe('Whether terms were replaced.'),
  state: z.boolean().describe('Whether the rows took the place of `owed`. Restoring it removes them.'),
});

export const FollowedLoan = z
  .object({
    id: Id,
    name: z.string(),
    version: z.int().describe('Rises with each change.'),
    input: (z.record(z.string(), z.unknown()) as unknown as z.ZodType<FollowedLoanFields>).describe(
      'The request of `followLoan`, without goals.',
    ),
    row_versions: z.array(z.int()).describe('The version that added each transaction.'),
    changes: z.array(Change).describe(`The latest ${followedLoanLimits.changes} changes, the oldest first.`),
    restorable: z
      .array(Restorable)
      .describe(
        `What the other owner removed or replaced in the last ${followedLoanLimits.restoreDays} days.`,
      ),
    co_owner: Person.nullable(),
    invited: Person.nullable(),
    created_at: Timestamp,
    date_updated: Timestamp,
  })
  .meta({ id: 'FollowedLoan' });
export type FollowedLoan = z.infer<typeof FollowedLoan>;

const { goals: _goals, ...input } = exampleRequest;
export const exampleInput = input;

export const exampleLoan: FollowedLoan = {
  id: '01930a4e-7c00-7000-8000-000000000008',
  name: 'Our house',
  version: 1,
  input: exampleInput as FollowedLoanFields,
  row_versions: [],
  changes: [
    {
      version: 1,
      at: '2026-01-31T02:03:04.567Z',
      by: examplePerson,
      kind: 'created',
      rows: 0,
      first_date: null,
      last_date: null,
      undo_act: null,
    },
  ],
  restorable: [],
  co_owner: null,
  invited: null,
  created_at: '2026-01-31T02:03:04.567Z',
  date_updated: '2026-01-31T02:03:04.567Z',
};

const { goals: _ofGoals, months: _months, check: _check, ...headline } = figures;
export const exampleHeadline = { ...headline, check: null };
