import { z } from 'zod';
import { Id, IdPath, oneOf, requiredOr, visibleLine, storedKind } from 'contract/fields.ts';
import { rateLimits } from 'contract/limits.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { objectiveKinds, objectiveLimits } from './objectives.constants.ts';
import { listOf, saved } from 'contract/responses.ts';
import { empty, route } from 'contract/route.ts';
import { amount, aud } from 'contract/loans/loan-fields.ts';

const Kind = oneOf(objectiveKinds);

export const Objective = z
  .object({
    id: Id,
    title: z.string(),
    kind: storedKind(objectiveKinds),
    target_amount: z
      .number()
      .describe('The debt to repay, the debt to get below, or the amount to save, in AUD.'),
    current_amount: z.number().describe('The amount repaid, owed or saved so far, in AUD.'),
    target_date: z.iso.date(),
    loan_id: Id.nullable().describe('The followed loan that fills the amounts.'),
    expected_on: z.iso.date().nullable().describe('Null without a loan, or if it is not known.'),
    on_track: z.boolean().nullable().describe('Null without a loan.'),
    needed_extra: aud('How much more each payment of the loan must be').nullable(),
    progress_percent: z.number().describe('0 to 100, to 2 decimals; at most 99.99 of what is not reached.'),
    months_left: z.int().describe('Whole calendar months until the date in UTC; 0 after the date.'),
    needed_per_month: z
      .number()
      .nullable()
      .describe(
        'The missing amount divided by the months left, rounded up to the cent; null if no month is left, and for a debt of a loan.',
      ),
    history: z
      .array(z.object({ date: z.iso.date(), amount: z.number() }))
      .describe('The amount at the end of each day on which it changed, the earliest first.'),
  })
  .meta({ id: 'Objective' });

export type Objective = z.infer<typeof Objective>;

const Fields = z.strictObject({
  title: visibleLine(objectiveLimits.titleMaxLength),
  kind: Kind,
  target_amount: amount(loanLimits.minAmount).describe('Required, but for `pay_off` with a loan.'),
  current_amount: amount().describe('Not with a loan.'),
  target_date: z.iso.date({ error: requiredOr('Must be a date, as YYYY-MM-DD.') }),
  loan_id: Id.nullable(),
});
export const CreateObjectiveBody = Fields.exactPartial({
  target_amount: true,
  current_amount: true,
  loan_id: true,
}).meta({ id: 'CreateObjective' });
export const UpdateObjectiveBody = Fields.exactPartial().meta({ id: 'UpdateObjective' });

const exampleBody = {
  title: 'The deposit',
  kind: 'save' as const,
  target_amount: 1000,
  current_amount: 250,
  target_date: '2126-12-31',
  loan_id: null,
};

const exampleObjective: Objective = {
  ...exampleBody,
  id: '01930a4e-7c00-7000-8000-000000000007',
  expected_on: null,
  on_track: null,
  needed_extra: null,
  progress_percent: 25,
  months_left: 1200,
  needed_per_month: 0.63,
  history: [{ date: '2026-12-31', amount: 250 }],
};

const savedObjective = (msg: string, description: string) =>
  saved('objective', Objective, { msg, example: exampleObjective, description });

export const listObjectives = route('listObjectives', {
  summary: 'List the objectives of the user',
  description: 'Computes the figures of those that a loan fills anew.',
  response: listOf(Objective, exampleObjective, 'Sorted by target date.'),
  errors: ['too_many_requests'],
});

export const createObjective = route('createObjective', {
  summary: 'Create an objective',
  description: `A user has at most ${objectiveLimits.objectives} objectives. With a loan, the loan fills the amounts. The target date must not be in the past. The current amount may already have reached the target.`,
  body: CreateObjectiveBody,
  bodyExample: exampleBody,
  responses: {
    201: savedObjective('Objective set.', 'Created.'),
  },
  errors: ['conflict', 'storage_limit_reached'],
  rateLimit: rateLimits.itemChange,
});

export const updateObjective = route('updateObjective', {
  summary: 'Change an objective',
  description: 'Absent fields do not change. A new date must not be in the past.',
  params: IdPath,
  body: UpdateObjectiveBody,
  bodyExample: { current_amount: 250 },
  response: savedObjective('Objective updated.', 'Saved.'),
  errors: ['conflict'],
  rateLimit: rateLimits.itemChange,
});

export const deleteObjective = route('deleteObjective', {
  summary: 'Delete an objective',
  params: IdPath,
  responses: { 204: empty('Deleted.') },
  rateLimit: rateLimits.itemChange,
});
