import { z } from 'zod';
import {
  type CalculationKind,
  calculationKinds,
  calculationLimits,
  calculationMessages,
} from './calculations.constants.ts';
import {
  Id,
  IdPath,
  oneOf,
  possiblyEmptyText,
  requiredOr,
  Timestamp,
  visibleLine,
  storedKind,
} from 'contract/fields.ts';
import { calculationMethod } from './method.ts';
import { BuyingBody } from 'contract/buying/buying-fields.ts';
import { BuyingResult, BuyingSummary } from 'contract/buying/buying.ts';
import { vintageNamePattern } from 'contract/datasets/datasets.constants.ts';
import { examplePerson, Person } from 'contract/friends/friends.ts';
import { rateLimits } from 'contract/limits.ts';
import { filterChoice, FilterText, paging, sortBy, sorts } from 'contract/lists.ts';
import { exampleLoan, exampleLoanResult, LoanRequest, LoanResult } from 'contract/loans/loans.ts';
import { onePage, saved } from 'contract/responses.ts';
import { empty, json, route } from 'contract/route.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { SavingsBody, SavingsResult, ScenarioResult } from 'contract/scenarios/scenarios.ts';
import { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { SwitchResult, SwitchSummary } from 'contract/scenarios/switching.ts';
import { StatementBody } from 'contract/statements/statement-fields.ts';
import { StatementResult } from 'contract/statements/statements.ts';
import { StudyLoanBody, StudyLoanResult } from 'contract/study-loan/study-loan.ts';
import { TakeHomePayBody, TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';

export const calculationInputs = {
  loan: LoanRequest,
  scenario: Scenario,
  savings: SavingsBody,
  switch: SwitchBody,
  take_home_pay: TakeHomePayBody,
  statement: StatementBody,
  buying: BuyingBody,
  study_loan: StudyLoanBody,
} satisfies Record<CalculationKind, z.ZodType>;

const LoanSummary = LoanResult.omit({ amortization_schedule: true }).meta({ id: 'LoanSummary' });
const ScenarioSummary = ScenarioResult.omit({ amortization_schedule: true, yearly: true }).meta({
  id: 'ScenarioSummary',
});
const SavingsSummary = SavingsResult.omit({ schedule: true, yearly: true }).meta({ id: 'SavingsSummary' });
const TakeHomePaySummary = TakeHomePayResult.omit({ lines: true, next: true, comparison: true }).meta({
  id: 'TakeHomePaySummary',
});
const StatementSummary = StatementResult.omit({ rows: true }).meta({ id: 'StatementSummary' });
const StudyLoanSummary = StudyLoanResult.omit({ rows: true }).meta({ id: 'StudyLoanSummary' });

/** A scenario first: it has the fields of a loan. */
export const calculationSummaries = {
  scenario: ScenarioSummary,
  loan: LoanSummary,
  savings: SavingsSummary,
  switch: SwitchSummary,
  take_home_pay: TakeHomePaySummary,
  statement: StatementSummary,
  buying: BuyingSummary,
  study_loan: StudyLoanSummary,
} satisfies Record<CalculationKind, z.ZodType>;

const summaries = z.union(Object.values(calculationSummaries));
/** A summary that an older method stored may lack fields, so any JSON object is accepted. */
const Summary = z.union([summaries, z.record(z.string(), z.json())]) as unknown as typeof summaries;

const Kind = oneOf(calculationKinds);

const Notes = possiblyEmptyText(calculationLimits.notesMaxLength)
  .nullable()
  .transform((notes) => notes ?? '');

const inputDescription =
  'The request body of the operation for the kind: `calculatePrincipal` (`loan`), `calculateScenario` (`scenario`), ' +
  '`calculateSavings` (`savings`), `switchLoan` (`switch`), `calculateTakeHomePay` (`take_home_pay`), ' +
  '`checkStatement` (`statement`), `calculateBuying` (`buying`) or `calculateStudyLoan` (`study_loan`).';
/** The service validates the input, because a request that changes only the input does not contain the kind. */
const Input = z.record(z.string(), z.unknown()).describe(inputDescription);

const RatesFrom = z
  .string(calculationMessages.unknownRates)
  .regex(vintageNamePattern, calculationMessages.unknownRates)
  .nullable()
  .describe('The vintage of the cash rate that the rates of the loan follow; null for other rates.');

const Fields = z.strictObject({
  name: visibleLine(calculationLimits.nameMaxLength),
  kind: Kind,
  input: Input,
  notes: Notes,
  rates_from: RatesFrom,
  variable_rate: z
    .boolean('Must be true or false.')
    .describe(
      'Whether a change of the cash rate notifies the user of what it does to the payment. Only for a loan or a scenario.',
    ),
});
export const CreateCalculationBody = Fields.exactPartial({ notes: true, rates_from: true })
  .extend({ variable_rate: Fields.shape.variable_rate.default(false) })
  .meta({ id: 'CreateCalculation' });
export const UpdateCalculationBody = Fields.exactPartial().meta({ id: 'UpdateCalculation' });

export const Calculation = z
  .object({
    id: Id,
    name: z.string(),
    kind: storedKind(calculationKinds),
    input: z.record(z.string(), z.unknown()).describe(`${inputDescription} Unchanged from the request.`),
    notes: z.string().nullable().describe('Null if a friend shares it.'),
    rates_from: RatesFrom,
    variable_rate: z
      .boolean()
      .describe('Whether a change of the cash rate notifies the user. False if a friend shares it.'),
    summary: Summary.describe('The figures of the result, without its rows.'),
    method: z.int().describe('The version of the calculation rules that produced the summary.'),
    calculated_on: z.iso.date().describe('The day of the computation, in UTC.'),
    created_at: Timestamp,
    date_updated: Timestamp,
    shared_with: z
      .array(Person)
      .nullable()
      .describe('The friends who may read it, by username. Null if a friend shares it.'),
    shared_by: Person.nullable().describe(
      'The friend who shares it, or null for the user’s own calculation.',
    ),
  })
  .meta({ id: 'Calculation' });

export type Calculation = z.infer<typeof Calculation>;

const { amortization_schedule: _schedule, ...exampleSummary } = exampleLoanResult;
export const exampleCalculation: Calculation = {
  id: '01930a4e-7c00-7000-8000-000000000006',
  name: 'The small one',
  kind: 'loan',
  input: exampleLoan,
  notes: 'Asked at the branch.',
  rates_from: null,
  variable_rate: false,
  summary: exampleSummary,
  method: calculationMethod,
  calculated_on: '2026-01-31',
  created_at: '2026-01-31T02:03:04.567Z',
  date_updated: '2026-01-31T02:03:04.567Z',
  shared_with: [],
  shared_by: null,
};

const savedCalculation = (msg: string, description: string, example = exampleCalculation) =>
  saved('calculation', Calculation, { msg, example, description });

export const ListCalculationsQuery = z.strictObject({
  text: FilterText,
  kind: filterChoice(calculationKinds),
  sort: sortBy([...sorts, 'gap']),
  ...paging,
});

export const listCalculations = route('listCalculations', {
  summary: 'List saved calculations',
  description:
    'Lists the user’s own calculations and those that friends share. `text` matches a part of the name or, for the user’s own calculations, of the notes. `latest` and `oldest` sort by the time of the last change, and `gap` puts the variable loans first that are furthest above the average rate.',
  query: ListCalculationsQuery,
  response: onePage('totalCalculation', Calculation, exampleCalculation),
});

export const createCalculation = route('createCalculation', {
  summary: 'Save a calculation',
  description: 'The error details of the input are keyed `input.…`.',
  body: CreateCalculationBody,
  bodyExample: { name: 'The small one', kind: 'loan', input: exampleLoan, notes: 'Asked at the branch.' },
  responses: {
    201: savedCalculation('Calculation saved.', 'Saved.'),
  },
  errors: ['storage_limit_reached'],
  rateLimit: rateLimits.itemChange,
});

const figure = z.union([z.number(), z.string(), z.boolean()]).nullable();

const Change = z
  .object({
    field: z.string().describe('The path of the field, such as `offers.0.keep.total_cost`.'),
    before: figure.describe('The figure in the stored summary; null if it lacks the field.'),
    after: figure.describe('The figure in the current result; null if it lacks the field.'),
  })
  .meta({ id: 'CalculationChange' });
export type CalculationChange = z.infer<typeof Change>;

export const getCalculation = route('getCalculation', {
  summary: 'Read a saved calculation with its result',
  description:
    'Computes the result again. `changes` lists the figures of its summary that differ from the stored summary. The user ' +
    'may read their own calculations and those that friends share.',
  params: IdPath,
  isCalculation: true,
  response: json(
    z.object({
      calculation: Calculation,
      result: z.union([
        ScenarioResult,
        LoanResult,
        SavingsResult,
        SwitchResult,
        TakeHomePayResult,
        StatementResult,
        BuyingResult,
        StudyLoanResult,
      ]),
      changes: z.array(Change),
    }),
    {
      calculation: exampleCalculation,
      result: exampleLoanResult,
      changes: [{ field: 'total_interest_paid', before: 7.5, after: 7.51 }],
    },
    'The calculation.',
  ),
  rateLimit: rateLimits.computation,
});

export const updateCalculation = route('updateCalculation', {
  summary: 'Change a saved calculation',
  description: 'Absent fields do not change.',
  params: IdPath,
  body: UpdateCalculationBody,
  bodyExample: { name: 'The small one' },
  response: savedCalculation('Calculation updated.', 'Saved.'),
  rateLimit: rateLimits.itemChange,
});

export const acceptCalculation = route('acceptCalculation', {
  summary: 'Accept the figures of the current method',
  description:
    'Replaces the stored summary, method and day of one of the user’s own calculations with those of a new computation.',
  params: IdPath,
  response: savedCalculation('Calculation updated.', 'Stored.'),
  rateLimit: rateLimits.itemChange,
});

export const deleteCalculation = route('deleteCalculation', {
  summary: 'Delete a saved calculation',
  params: IdPath,
  responses: { 204: empty('Deleted.') },
  rateLimit: rateLimits.itemChange,
});

export const shareCalculation = route('shareCalculation', {
  summary: 'Share a calculation with friends',
  description: `Shares it with exactly these friends, at most ${calculationLimits.shares}: a friend who is not in the list loses access. Friends read the calculation without its notes, until the friendship ends.`,
  params: IdPath,
  body: z.strictObject({
    user_ids: z
      .array(Id, { error: requiredOr('Must be a list of ids.') })
      .max(calculationLimits.shares, `Must name at most ${calculationLimits.shares}.`),
  }),
  bodyExample: { user_ids: [examplePerson.id] },
  response: savedCalculation('Sharing updated.', 'Shared.', {
    ...exampleCalculation,
    shared_with: [examplePerson],
  }),
  rateLimit: rateLimits.itemChange,
});
